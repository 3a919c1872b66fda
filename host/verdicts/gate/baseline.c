/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A ratchet: --update-baseline lowers amounts to what there is, and raises them only with --force. */
#include "host/verdicts/gate/baseline.h"

#include <stdlib.h>

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static struct finding_amounts lower_amounts(const struct finding_amounts *a, const struct finding_amounts *b)
{
  return (struct finding_amounts){least(a->count, b->count), least(a->bytes, b->bytes), least(a->blocks, b->blocks),
                                least(a->indirect_bytes, b->indirect_bytes),
                                least(a->indirect_blocks, b->indirect_blocks)};
}

static struct counted_test lower_test(const struct counted_test *before, const struct counted_test *now)
{
  const struct finding_amounts part = counted_test_for(now, before->processes);
  return (struct counted_test){.name = before->name, .amounts = lower_amounts(&before->amounts, &part),
                               .most = lower_amounts(&before->most, &now->most),
                               .processes = least(before->processes, now->processes)};
}

/* The tests that both know; all of now, if none was known and there is no more. */
static void lower_tests(struct counted_findings *counted, const struct counted_finding *before,
                        const struct counted_finding *now, struct counted_finding *item)
{
  size_t count = 0;
  struct common_tests common = {0};
  struct counted_test *tests = counted_findings_allocate_tests(counted, before->test_count);
  if (before->test_count == 0 && counted_finding_change(before, now, true) != FINDING_CHANGE_GROWN)
    return;
  while (common_tests_next(before, now, &common))
    tests[count++] = lower_test(common.before, common.after);
  item->tests = tests;
  item->test_count = count;
}

static void lower_item(struct counted_findings *counted, const struct finding_pair *pair, bool with_indirect,
                       struct baseline_changes *changes)
{
  const struct counted_finding *before = pair->before, *now = pair->after;
  struct counted_finding item = *now;
  const struct finding_amounts amounts = counted_finding_for(now, before);
  item.amounts = lower_amounts(&before->amounts, &amounts);
  if (!with_indirect) {
    item.amounts.indirect_bytes = before->amounts.indirect_bytes;
    item.amounts.indirect_blocks = before->amounts.indirect_blocks;
  }
  lower_tests(counted, before, now, &item);
  changes->lowered += counted_finding_change(before, &item, true) == FINDING_CHANGE_SHRUNK;
  changes->moved += pair->is_moved;
  counted_findings_add(counted, &item);
}

static void update_item(struct counted_findings *counted, const struct finding_pair *pair,
                        const struct counted_findings *all, bool with_indirect, bool force,
                        struct baseline_changes *changes)
{
  const struct counted_finding *before = pair->before, *now = pair->after;
  if (!before && (!force || !now->is_judged))
    return;
  if (!before) {
    changes->added++;
    counted_findings_add(counted, now);
    return;
  }
  const bool has_grown = now && counted_finding_change(before, now, true) == FINDING_CHANGE_GROWN;
  if (!counted_findings_looked_for(all, before) && !(force && has_grown))
    return counted_findings_add(counted, before);
  const bool is_suppressed = finding_pair_is_suppressed(pair, with_indirect);
  changes->suppressed += is_suppressed;
  if (is_suppressed && !force) {
    counted_findings_add(counted, before);
    return;
  }
  if (!now && !force && !counted_findings_saw(all, before)) {
    counted_findings_add(counted, before);
    return;
  }
  if (!now) {
    changes->removed++;
    return;
  }
  if (!now->is_judged) {
    counted_findings_add(counted, before);
    return;
  }
  if (!force) {
    lower_item(counted, pair, with_indirect, changes);
    return;
  }
  enum finding_change change = counted_finding_change(before, now, true);
  changes->raised += change == FINDING_CHANGE_GROWN;
  changes->lowered += change == FINDING_CHANGE_SHRUNK;
  changes->moved += pair->is_moved;
  counted_findings_add(counted, now);
}

void baseline_update(const struct counted_findings *before, const struct counted_findings *now, bool force,
                     struct counted_findings **ret, struct baseline_changes *ret_changes)
{
  struct counted_findings *counted = NULL;
  struct finding_pair *pairs;
  size_t count;
  struct baseline_changes changes = {.is_converted = before->version != IDENTITY_VERSION};
  finding_pairs_make(before, now, &pairs, &count);
  const bool with_indirect = finding_pairs_weigh_indirect(pairs, count);
  counted_findings_create(&counted);
  for (size_t i = 0; i < count; i++)
    update_item(counted, &pairs[i], now, with_indirect, force, &changes);
  free(pairs);
  counted_findings_sort(counted);
  *ret = counted;
  *ret_changes = changes;
}
