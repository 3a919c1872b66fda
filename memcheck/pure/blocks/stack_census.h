/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each allocation stack has on the heap now, as far as that is not what was told of it last: for who watches a
 * program while it runs. Who watches pays for it: nothing is kept until the first census. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_STACK_CENSUS_H
#define SEEP_MEMCHECK_PURE_BLOCKS_STACK_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stack_counts {
  uint64_t bytes, blocks;
  uint64_t total_bytes, total_blocks; /* that it has ever made; 0: not counted */
};

/* Of stacks that have changed, in step. */
enum { STACK_CENSUS_AT_ONCE = 1 << 13 };
struct stack_changes {
  size_t count;
  uint64_t ids[STACK_CENSUS_AT_ONCE], bytes[STACK_CENSUS_AT_ONCE], blocks[STACK_CENSUS_AT_ONCE];
  uint64_t total_bytes[STACK_CENSUS_AT_ONCE], total_blocks[STACK_CENSUS_AT_ONCE];
};

struct stack_census;

struct stack_census *stack_census_create(void);
void stack_census_destroy(struct stack_census *census);

/* Another one begins: nothing was counted, but what was told is remembered. */
void stack_census_begin(struct stack_census *census);

/* There is memory for the stacks below `limit` from now on. */
void stack_census_reserve(struct stack_census *census, uint32_t limit);

/* A block of stack `id` lives; or: all that is known of a stack, which was not counted yet. */
void stack_census_add(struct stack_census *census, uint32_t id, uint64_t bytes);
void stack_census_set(struct stack_census *census, uint32_t id, const struct stack_counts *counts);

/* What was counted. */
uint64_t stack_census_live_bytes(const struct stack_census *census);
uint64_t stack_census_live_blocks(const struct stack_census *census);

/* The next of the changes, which count as told; valid until the next call. Fewer than STACK_CENSUS_AT_ONCE: that is
 * all. */
const struct stack_changes *stack_census_take(struct stack_census *census);

#endif
