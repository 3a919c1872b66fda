/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks that a program had before Seep came to it (seep attach): where they begin. Their sizes are the C
 * library's, and may be larger than what was asked for. */
#ifndef SEEP_NATIVE_OLD_BLOCKS_H
#define SEEP_NATIVE_OLD_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"

/* Note all that there are, in place of those that were noted before, while all other threads stand still. Returns how
 * many bytes of the heap may have others. */
uint64_t old_blocks_take(void);

/* A block that begins there is freed or made: it is no old one any more. */
void old_blocks_forget(uint64_t start);

/* Those that are there still, as far as it is certain, while all other threads stand still. */
void old_blocks_visit(void (*visit)(void *context, uint64_t start, uint64_t size_bytes), void *context);

/* The same, and all memory that has neither such blocks nor others, nor what the program may use. */
void old_blocks_visit_heap(void (*visit)(uint64_t start, uint64_t end));

/* What the last visit has shown. */
struct old_totals {
  uint64_t blocks, bytes, unknown_bytes;
};
struct old_totals old_blocks_totals(void);

/* The stack that stands for all of theirs. */
stack_id old_blocks_stack(void);

#endif
