/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which stack a walk has led to, by its sum (memcheck/pure/stacks/unwind.h): of all threads, so that what one has met
 * need not be compared address by address when another one meets it, or when it has forgotten. Under LOCK_WALKS. */
#ifndef SEEP_NATIVE_KNOWN_WALKS_H
#define SEEP_NATIVE_KNOWN_WALKS_H

#include "memcheck/pure/stacks/stacks.h"

/* All but what says little of a sum. */
struct known_walk {
  uint64_t sum_high;
  uint32_t sum_low; /* its upper half */
  stack_id id;      /* 0: none */
};

/* The number of its stack, 0: not known. */
stack_id known_walks_find(const struct known_walk *walk);

/* It was not known. */
void known_walks_add(const struct known_walk *walk);

/* Numbers mean other stacks from now on. */
void known_walks_forget(void);

#endif
