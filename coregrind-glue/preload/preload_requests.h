/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests between our preload library and the tool; numbers far from those of memcheck.h. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_REQUESTS_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_REQUESTS_H

#include "valgrind.h"

enum {
  /* realloc(arg[1], 0): reports it, frees or resizes as --realloc-zero-bytes-frees says; returns what realloc()
   * returns. */
  PRELOAD_REALLOC_ZERO = VG_USERREQ_TOOL_BASE('M', 'C') + 0x5e00,

  /* new of arg[1] bytes, for arg[2] (enum record_allocator): what a quick request declined. Returns NULL when there is
   * no memory, PRELOAD_NEW_DECLINED when the core's function is to be called. */
  PRELOAD_NEW,

  /* calloc() of arg[1] elements of arg[2] bytes, whose product overflows: reports that. */
  PRELOAD_CALLOC_OVERFLOW,

  /* Source and destination overlap: name of the function, destination, source, bytes (0: not known beforehand). */
  PRELOAD_OVERLAP,

  /* The quick requests of the same names, which report what is wrong; the last argument is the name of the function. */
  PRELOAD_REPORT_ALLOCATE_ALIGNED,
  PRELOAD_REPORT_FREE_CHECKED,

  /* Is arg[1] in a live block? Of how many bytes are those of malloc() and its like? */
  PRELOAD_IS_IN_BLOCK,
  PRELOAD_LIVE_BYTES,

  /* A heap of the program's (arg[1]), known by its address: arg[2] was made for it; it is gone with its blocks; it is
   * gone, and they live on. */
  PRELOAD_HEAP_HAS_BLOCK,
  PRELOAD_HEAP_DESTROYED,
  PRELOAD_HEAP_DELETED,

  /* A new of the program's own returns arg[1]; a delete is about to free it; for arg[2] (enum record_allocator). */
  PRELOAD_NEW_RETURNS,
  PRELOAD_DELETE_BEGINS,
};

#define PRELOAD_NEW_DECLINED ((uintptr_t)-1)

/* Whose rules hold for an alignment. */
enum preload_aligned {
  PRELOAD_MEMALIGN,
  PRELOAD_POSIX_MEMALIGN,
  PRELOAD_ALIGNED_ALLOC,
  PRELOAD_VALLOC, /* and pvalloc() */
  PRELOAD_NEW_ALIGNED,
  PRELOAD_NEW_ARRAY_ALIGNED,
  PRELOAD_ALIGNED_RULES
};

/* What a function that frees a block is told besides: an enum record_allocator and these. */
enum { PRELOAD_HAS_SIZE = 4, PRELOAD_HAS_ALIGNMENT = 8 };

/* Quick requests cost about what a function call does: an instruction without effect, which holds their number, has the
 * tool's function called in generated code (memcheck/requests/quick_requests.h), if it is the first one of a block.
 * Arguments are %rdi, %rsi, and for some %rdx and %rcx; the result is %rax, which stays as it is when there is no tool,
 * and is 0 when an argument has undefined bits.
 *
 * They do natively, with the shadow, what a loop in the guest would do. Where the loop would report something, or might
 * fault, it is left to it. */
enum preload_quick_request {
  /* Destination, source, bytes. Returns how many are copied, seldom others than none or all. When the ranges overlap
   * and the destination lies higher, it is the last ones that are. */
  PRELOAD_COPY,
  /* Destination, byte to fill with, bytes. Returns how many are filled. */
  PRELOAD_FILL,
  /* Destination, source, bytes at most. The same up to the end of a string, without it. */
  PRELOAD_COPY_TEXT,
  /* Start, three bytes (the lowest of a word), bytes at most. Returns how many bytes from the start need no look: they
   * are none of these. */
  PRELOAD_SKIP_OTHERS,
  /* Two starts, bytes at most, a step. Returns for how many bytes both are equal (and not zero when the step is 0); of
   * these the loop takes whole steps only. */
  PRELOAD_SKIP_EQUAL,

  /* Two arguments each. They decline by 0 what there is anything to say about, and what cannot be had. */
  PRELOAD_ALLOCATE,         /* bytes, for whom (enum record_allocator). Returns the block. */
  PRELOAD_ALLOCATE_CLEARED, /* count, bytes of each. The same, for malloc(), or PRELOAD_CLEARED_OVERFLOW: no size is so
                               large. */
  PRELOAD_RESIZE, /* block, bytes. Returns the new one, or PRELOAD_RESIZE_NULL: there is no old one, call malloc(). */
  PRELOAD_FREE,   /* block, whose. Returns 1. */
  /* Four arguments each, but as those. */
  PRELOAD_ALLOCATE_ALIGNED, /* enum preload_aligned, bytes, alignment. Returns the block. */
  PRELOAD_FREE_CHECKED, /* whose and PRELOAD_HAS_..., block, bytes, alignment (0 when they are not told). Returns 1. */
  PRELOAD_QUICK_REQUESTS
};

enum { PRELOAD_RESIZE_NULL = 1, PRELOAD_CLEARED_OVERFLOW = 1 };

/* The instruction is `nopl PRELOAD_QUICK_MARK + request(%rax)`. */
enum {
  PRELOAD_QUICK_MARK = 0x5eef0000,
  PRELOAD_QUICK_CODE = 0x801f0f,
  PRELOAD_QUICK_CODE_BYTES = 3,
  PRELOAD_QUICK_BYTES = 7
};

/* The request that an instruction of so many bytes is; PRELOAD_QUICK_REQUESTS: none. */
static inline unsigned preload_quick_request(const unsigned char *instruction, unsigned bytes)
{
  unsigned code = 0, number;
  if (bytes != PRELOAD_QUICK_BYTES)
    return PRELOAD_QUICK_REQUESTS;
  __builtin_memcpy(&code, instruction, PRELOAD_QUICK_CODE_BYTES);
  __builtin_memcpy(&number, instruction + PRELOAD_QUICK_CODE_BYTES, sizeof number);
  number -= PRELOAD_QUICK_MARK;
  return code == PRELOAD_QUICK_CODE && number < PRELOAD_QUICK_REQUESTS ? number : PRELOAD_QUICK_REQUESTS;
}

#endif
