/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both results are sorted by the same key, so comparing them is a merge. Each result numbers its cycles anew, so these
 * numbers cannot be part of the key, and tests are none either: losses that differ in nothing else are paired in the
 * order in which they stand. */
#include "memcheck/pure/leak/leak_delta.h"

#include "memcheck/pure/base/env.h"

static struct leak_change change_of(const struct leak_loss *old, const struct leak_loss *now)
{
  struct leak_change change = {.loss = now ? *now : *old};
  if (!now) {
    change.loss.bytes = change.loss.blocks = change.loss.indirect_bytes = change.loss.indirect_blocks = 0;
    change.loss.cycle = change.loss.test = 0;
  }
  if (old) {
    change.old_bytes = old->bytes;
    change.old_blocks = old->blocks;
    change.old_indirect_bytes = old->indirect_bytes;
    change.old_indirect_blocks = old->indirect_blocks;
  }
  return change;
}

void leak_delta_compare(const struct leak_result *previous, const struct leak_result *now, struct leak_changes *ret)
{
  const struct leak_loss *old = previous ? previous->losses : NULL, *new = now->losses;
  size_t old_left = old ? previous->loss_count : 0, new_left = new ? now->loss_count : 0;
  ret->items = env_allocate("loss changes", (old_left + new_left) * sizeof *ret->items);
  ret->count = 0;
  while (old_left > 0 || new_left > 0) {
    bool take_old = old_left > 0 && (new_left == 0 || !leak_loss_is_before(new, old));
    bool take_new = new_left > 0 && (old_left == 0 || !leak_loss_is_before(old, new));
    ret->items[ret->count++] = change_of(take_old ? old++ : NULL, take_new ? new++ : NULL);
    old_left -= take_old;
    new_left -= take_new;
  }
}

void leak_delta_release(struct leak_changes *changes)
{
  env_free(changes->items);
  changes->items = NULL;
  changes->count = 0;
}
