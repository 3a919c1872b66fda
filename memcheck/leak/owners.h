/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose a block was that has lost its last pointer: often that was an index, or an old word, and the owner went before
 * it. */
#ifndef SEEP_MEMCHECK_LEAK_OWNERS_H
#define SEEP_MEMCHECK_LEAK_OWNERS_H

#include "memcheck/pure/follow/references.h"
#include "memcheck/stacks/traces.h"
#include "shared/record/record.h"

struct owner_loss {
  const struct reference_event *event; /* NULL: none is known but the last one. Valid until pointers change */
  uint64_t role;                       /* enum record_lost_role */
};

/* Of a block whose last pointer went by `last`. */
struct owner_loss owners_find(followed_id id, const struct reference_event *last, stack_id allocated);

/* A lost block has outlived none of its losses: `change` is added to what counts so; -1, and later 1. */
void owners_take_back(followed_id id, int change);

#endif
