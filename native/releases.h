/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks that the program gives back: what is wrong with that, and what the C library gets. `door` and `frame` as
 * walks_take() wants them. */
#ifndef SEEP_NATIVE_RELEASES_H
#define SEEP_NATIVE_RELEASES_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "native/live_blocks.h"

enum fate {
  FATE_KNOWN,
  FATE_DAMAGED, /* the same, but the C library must not get it */
  FATE_UNKNOWN, /* it was not seen, but the C library has it, or it is not known whether it has */
  FATE_INVALID, /* there is none, or none any more */
};

/* What a function that frees is told, besides the block. */
struct release {
  uint8_t allocator; /* its family, enum record_allocator */
  bool has_size, has_alignment;
  uint64_t bytes, alignment;
};

/* realloc() is about to give the block so many bytes: it lives no more. Not NULL. `*ret_stack`: of the call, if it is
 * kept; else as it was. */
enum fate releases_forget(void *block, uint64_t bytes, struct live_block *ret, stack_id *ret_stack, uint64_t door,
                          const void *frame);

/* The same of a function that frees; returns what the C library is to free: this block, or one that was freed before;
 * NULL: nothing. */
void *releases_free(void *block, const struct release *how, uint64_t door, const void *frame);

#endif
