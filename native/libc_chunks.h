/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C library's heap as its own notes (glibc's) tell it, in a program of whose blocks not all are known. */
#ifndef SEEP_NATIVE_LIBC_CHUNKS_H
#define SEEP_NATIVE_LIBC_CHUNKS_H

#include <stdbool.h>
#include <stdint.h>

enum libc_chunk {
  LIBC_CHUNK_USED,   /* a block that the program has, and all that it may use of it */
  LIBC_CHUNK_MAPPED, /* the same, with pages of its own */
  LIBC_CHUNK_FREE,   /* memory that no block has, and the C library's tables: old contents, and pointers between such
                        parts, some of which lead to the ends of blocks before them */
};

typedef void libc_chunk_visitor(void *context, uint64_t start, uint64_t end, enum libc_chunk kind);

/* Once, before the others: the running thread has none of the C library's locks, and its malloc() is not watched. */
void libc_chunks_begin(void);

/* While all threads stand still. What is not certain is not shown: blocks that are kept for soon (tcache, fastbins), an
 * arena that a thread is at work on, and what is not as glibc has it. Returns how many bytes of heaps that were not
 * shown at all. */
uint64_t libc_chunks_visit(libc_chunk_visitor *visit, void *context);

#endif
