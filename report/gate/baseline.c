/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A ratchet: amounts go down by themselves and up only when somebody says so. */
#include "report/gate/baseline.h"

#include <stdlib.h>

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static struct tally_amounts lower_amounts(const struct tally_amounts *a, const struct tally_amounts *b)
{
  return (struct tally_amounts){least(a->count, b->count), least(a->bytes, b->bytes), least(a->blocks, b->blocks),
                                least(a->indirect_bytes, b->indirect_bytes),
                                least(a->indirect_blocks, b->indirect_blocks)};
}

/* The tests that both know. */
static struct error *lower_tests(struct tally *tally, const struct tally_item *before, const struct tally_item *now,
                                 struct tally_item *item)
{
  size_t count = 0;
  struct tally_common common = {0};
  struct tally_test *tests = tally_tests(tally, before->test_count);
  if (!tests)
    return error_no_memory();
  while (tally_next_common(before, now, &common))
    tests[count++] = (struct tally_test){common.before->name,
                                         lower_amounts(&common.before->amounts, &common.after->amounts)};
  item->tests = tests;
  item->test_count = count;
  return NULL;
}

static struct error *lower(struct tally *tally, const struct tally_pair *pair, bool with_indirect,
                           struct baseline_changes *changes)
{
  const struct tally_item *before = pair->before, *now = pair->after;
  struct tally_item item = *now;
  item.amounts = lower_amounts(&before->amounts, &now->amounts);
  if (!with_indirect) {
    item.amounts.indirect_bytes = before->amounts.indirect_bytes;
    item.amounts.indirect_blocks = before->amounts.indirect_blocks;
  }
  struct error *error = lower_tests(tally, before, now, &item);
  if (error)
    return error;
  changes->lowered += tally_item_change(before, &item, true) == TALLY_SHRUNK;
  changes->moved += pair->is_moved;
  return tally_add(tally, &item);
}

static struct error *update_item(struct tally *tally, const struct tally_pair *pair, bool with_indirect, bool force,
                                 struct baseline_changes *changes)
{
  const struct tally_item *before = pair->before, *now = pair->after;
  if (!before && (!force || !now->is_judged))
    return NULL;
  if (!before) {
    changes->added++;
    return tally_add(tally, now);
  }
  if (!now) {
    changes->removed++;
    return NULL;
  }
  if (!now->is_judged)
    return tally_add(tally, before);
  if (!force)
    return lower(tally, pair, with_indirect, changes);
  enum tally_change change = tally_item_change(before, now, true);
  changes->raised += change == TALLY_GROWN;
  changes->lowered += change == TALLY_SHRUNK;
  changes->moved += pair->is_moved;
  return tally_add(tally, now);
}

struct error *baseline_update(const struct tally *before, const struct tally *now, bool force, struct tally **ret,
                              struct baseline_changes *ret_changes)
{
  struct tally *tally = NULL;
  struct tally_pair *pairs;
  size_t count;
  struct baseline_changes changes = {.is_converted = before->version != IDENTITY_VERSION};
  struct error *error = tally_pair_up(before, now, &pairs, &count);
  if (error)
    return error;
  const bool with_indirect = tally_counts_indirect(pairs, count);
  error = tally_create(&tally);
  for (size_t i = 0; !error && i < count; i++)
    error = update_item(tally, &pairs[i], with_indirect, force, &changes);
  free(pairs);
  if (error) {
    tally_destroy(tally);
    return error;
  }
  tally_sort(tally);
  *ret = tally;
  *ret_changes = changes;
  return NULL;
}
