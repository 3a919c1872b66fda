/* SPDX-License-Identifier: GPL-2.0-or-later */
/* References, by the stacks that took them or gave them back. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_COUNT_PARTS_H
#define SEEP_MEMCHECK_PURE_FOLLOW_COUNT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of call stacks, which are numbers; 0: not known. */
struct count_stacks {
  size_t (*frames)(uint32_t stack);
  size_t (*in_common)(uint32_t a, uint32_t b); /* so many of their outermost frames are the same */
  uint32_t (*key)(uint32_t stack);             /* the same for stacks whose innermost two frames are the same */
};

/* Of how many references. */
struct count_part {
  uint32_t stack, number;
};

struct count_parts {
  struct count_part *items;
  size_t count, capacity;
};

/* So many more by a stack; all that others have. */
void count_parts_add(struct count_parts *parts, uint32_t stack, uint32_t number);
void count_parts_add_all(struct count_parts *parts, const struct count_parts *more);
/* Takes some out of those of one stack, which may go then. */
void count_parts_take(struct count_parts *parts, size_t index, uint32_t number);
uint64_t count_parts_total(const struct count_parts *parts);
bool count_parts_are_of_one_key(const struct count_parts *parts, const struct count_stacks *stacks);
void count_parts_release(struct count_parts *parts);

/* An array with room for one item more, which `old` was before. */
void *count_parts_room(void *old, size_t count, size_t *capacity, size_t bytes);

#endif
