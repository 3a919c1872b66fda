/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What direct code has of its own: words of the tool's static data, at addresses that fit into 32 bits. As one thread
 * runs at a time, there is one set of them. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_STATE_H
#define SEEP_MEMCHECK_PURE_DIRECT_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/direct/emit.h"

enum { DIRECT_BORROWED_MAX = 4, DIRECT_STORE_SIZES = 7 };

/* So much farther a block may go than a bound of the stack pointer says. */
enum { DIRECT_STACK_MARGIN = 512 };
/* On the way down there is a bound for each margin of so many words, as a stack that is new has little room. On the way
 * up there is one for each power of two of words, as what a function calls runs just below the tags of its
 * variables. */
enum { DIRECT_NEAR_WORDS = 16, DIRECT_WORD = 8, DIRECT_NEAR_POWERS = 7 };

struct direct_state {
  uint64_t borrowed[DIRECT_BORROWED_MAX]; /* what registers of the guest held that checks use: %rcx, %rax, %rdx, %rdi */
  uint64_t flags;                         /* likewise, as lahf and seto have them */
  uint8_t vector[16];                     /* likewise, of %xmm15 */
  uint64_t go_on_at;    /* of the guest, where direct code is left */
  uint64_t target;      /* of the guest, of an indirect jump or call */
  uint64_t store_address, store_leave; /* a store whose V bits are not clear; where code goes on if it is wrong, */
  uint64_t resume;                     /* and else; likewise behind a request */
  uint64_t undefined;   /* undefined_registers.h */
  uint64_t lowest_sp, highest_sp; /* bounds of the stack pointer, less a margin (bounds.c) */
  uint64_t fs_base;     /* of the guest */
  uint64_t v_offset;    /* SHADOW_V_OFFSET */
  uint32_t turns;       /* backward jumps until the time slice ends */
  uint32_t exit;        /* which one is to be linked */
  uint32_t steps_until_leaving; /* under stress */
  uint32_t redzone_used;/* bytes of the red zone may be defined */
  uint32_t given_up;    /* by the block that ends in a return: its red zone was so far below */
  uint32_t request;     /* its number */
  uint64_t leave_precise, leave_plain, link, make_request; /* host addresses of the routines for these */
  uint64_t return_to;
  uint64_t make_defined[DIRECT_STORE_SIZES]; /* likewise, for stores of 1 to 32 bytes, and of 10 */
  /* Likewise: an indirect jump does not find its target; or the time slice ends with it. */
  uint64_t jump_missed, jump_over;
  uint64_t load_x87;    /* likewise: x87 registers are needed. It goes on at `resume`, or at `store_leave` if some are
                           undefined */
  uint32_t x87_is_away; /* its registers are not in the processor but in the guest state */
  uint32_t modes;       /* of SSE, where they are not in the processor */
  uint64_t lowest_near[DIRECT_NEAR_WORDS + 1]; /* likewise, by the words of a smaller margin */
  uint64_t highest_near[DIRECT_NEAR_POWERS]; /* of `highest_sp`, where tags are concerned: less so many words */
  uint64_t highest_set; /* to where the stack pointer may be set, as far as that is this stack, */
  uint64_t highest_set_near; /* if it does not go on up by more than DIRECT_NEAR_SET */
  uint64_t loaded_sp;   /* where the stack pointer goes, which lay in memory */
  uint64_t probe;       /* likewise, a routine: a probe of the stack. It goes on as for stores */
  uint64_t probe_start, probe_last; /* where it is known to stay and the stack pointer to be; start ~0: not known */
};

/* Direct code stores without a look at the A bits to so many bytes above the stack pointer, by a constant distance: as
 * far as all of them are addressable where it is entered. */
enum { DIRECT_FRAME_BYTES = 512 };
/* What follows an epilogue's move of the stack pointer: a few pops and the return. */
enum { DIRECT_NEAR_SET = 64 };
_Static_assert(DIRECT_WORD << (DIRECT_NEAR_POWERS - 1) == (int)DIRECT_STACK_MARGIN, "farther up there is the margin");

/* Places of the words, given that of the first. */
#define DIRECT_SLOT(state, field) ((direct_slot)((state) + offsetof(struct direct_state, field)))

#endif
