/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Version 1 knew a finding by the functions of its whole stack; version 2 by its place, but took fewer functions for
 * wrappers. So the stacks of today's findings are used to tell which old findings they correspond to. Several old ones
 * can be one now (callers of the same place), and one old one can be several now (lines of one function, or callers of
 * a wrapper). In the second case its amounts are shared out: each gets what it has now, and the last gets the rest.
 * Findings whose identity has not changed are left alone. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/verdicts/gate/baseline.h"

/* A part of a finding that an old item speaks of. */
struct share {
  size_t old, now; /* indices of items */
  struct finding_amounts amounts; /* of the finding's variants that it is about */
};

struct conversion {
  const struct counted_findings *old, *now;
  struct share *shares; /* by old, then by now; each pair once */
  size_t count, capacity;
};

/* --- who was who --- */

static void old_identity(unsigned version, const struct finding *finding, const struct finding_variant *variant,
                         struct identity *ret)
{
  if (version > 1) {
    finding_identity_before(finding, (size_t)(variant - finding->variants), ret);
    return;
  }
  const char **names = memory_zeroed(variant->stack.count + 1, sizeof *names);
  for (size_t i = 0; i < variant->stack.count; i++)
    names[i] = variant->stack.frames[i].name;
  *ret = identity_of_stack(finding->kind, finding->extra, names, variant->stack.count);
  free(names);
}

static void add_share(struct conversion *conversion, size_t old, size_t now, const struct finding_variant *variant)
{
  grow((void **)&conversion->shares, conversion->count, &conversion->capacity, sizeof *conversion->shares);
  const struct finding_amounts amounts = {variant->count, variant->bytes, variant->blocks, variant->indirect_bytes,
                                          variant->indirect_blocks};
  conversion->shares[conversion->count++] = (struct share){old, now, amounts};
}

static void find_shares(struct conversion *conversion, size_t now)
{
  const struct finding *finding = conversion->now->items[now].finding;
  for (size_t i = 0; i < finding->variant_count; i++) {
    struct identity identity;
    old_identity(conversion->old->version, finding, &finding->variants[i], &identity);
    const struct counted_finding *item = counted_findings_find(conversion->old, identity.digits);
    if (item)
      add_share(conversion, (size_t)(item - conversion->old->items), now, &finding->variants[i]);
  }
}

ORDER(by_old, struct share, UP(old) ?: UP(now))

ORDER(by_now, struct share, UP(now) ?: UP(old))

static void merge_shares(struct conversion *conversion)
{
  if (conversion->count > 0)
    qsort(conversion->shares, conversion->count, sizeof *conversion->shares, by_old);
  conversion->count =
    JOIN_EQUAL(conversion->shares, conversion->count, by_old, finding_amounts_add(&x->amounts, &y->amounts));
}

/* Of an old item whose identity is still the same and only that of one finding nothing has to be shared out. */
static void drop_same(struct conversion *conversion)
{
  size_t kept = 0;
  for (size_t start = 0, end; start < conversion->count; start = end) {
    const struct share *share = &conversion->shares[start];
    for (end = start + 1; end < conversion->count && conversion->shares[end].old == share->old;)
      end++;
    bool is_same = end == start + 1 && strcmp(conversion->old->items[share->old].identity.digits,
                                              conversion->now->items[share->now].identity.digits) == 0;
    for (size_t i = start; i < end && !is_same; i++)
      conversion->shares[kept++] = conversion->shares[i];
  }
  conversion->count = kept;
}

/* --- sharing out --- */

static uint64_t take_amount(uint64_t *left, uint64_t wanted, bool is_last)
{
  uint64_t taken = is_last || wanted > *left ? *left : wanted;
  *left -= taken;
  return taken;
}

/* From what an old item may lose to what each of its shares may. */
static void share_out(const struct counted_finding *old, struct share *shares, size_t count)
{
  struct finding_amounts left = old->amounts;
  for (size_t i = 0; i < count; i++) {
    struct finding_amounts *share = &shares[i].amounts;
    bool is_last = i + 1 == count;
    *share = (struct finding_amounts){
      take_amount(&left.count, share->count, is_last),
      take_amount(&left.bytes, share->bytes, is_last),
      take_amount(&left.blocks, share->blocks, is_last),
      take_amount(&left.indirect_bytes, share->indirect_bytes, is_last),
      take_amount(&left.indirect_blocks, share->indirect_blocks, is_last),
    };
  }
}

static void keep_unknown(const struct conversion *conversion, size_t *next, size_t end,
                         struct counted_findings *counted)
{
  for (; *next < end; (*next)++)
    counted_findings_add(counted, &conversion->old->items[*next]);
}

/* Share out all old items, and keep those that nothing is known of. */
static void share_all(struct conversion *conversion, struct counted_findings *counted)
{
  size_t next = 0;
  for (size_t start = 0, end; start < conversion->count; start = end) {
    const size_t old = conversion->shares[start].old;
    for (end = start + 1; end < conversion->count && conversion->shares[end].old == old;)
      end++;
    share_out(&conversion->old->items[old], conversion->shares + start, end - start);
    keep_unknown(conversion, &next, old, counted);
    next = old + 1;
  }
  keep_unknown(conversion, &next, conversion->old->count, counted);
}

/* --- the items --- */

/* Tests are known only of one that has become one: else the whole is judged. */
static void add_item(const struct conversion *conversion, const struct share *shares, size_t count,
                     struct counted_findings *counted)
{
  const struct counted_finding *now = &conversion->now->items[shares->now], *old = &conversion->old->items[shares->old];
  struct counted_finding item = *now;
  bool is_one = count == 1 && !now->likeness.is_cycle &&
                memcmp(&old->amounts, &shares->amounts, sizeof old->amounts) == 0;
  item.amounts = (struct finding_amounts){0};
  item.finding = NULL;
  item.is_judged = true;
  item.tests = is_one ? old->tests : NULL;
  item.test_count = is_one ? old->test_count : 0;
  for (size_t i = 0; i < count; i++)
    finding_amounts_add(&item.amounts, &shares[i].amounts);
  if (item.likeness.is_cycle)
    item.amounts = finding_amounts_of_cycle(&item.amounts);
  counted_findings_add(counted, &item);
}

static void add_items(struct conversion *conversion, struct counted_findings *counted)
{
  if (conversion->count > 0)
    qsort(conversion->shares, conversion->count, sizeof *conversion->shares, by_now);
  for (size_t start = 0, end; start < conversion->count; start = end) {
    for (end = start + 1; end < conversion->count && conversion->shares[end].now == conversion->shares[start].now;)
      end++;
    add_item(conversion, conversion->shares + start, end - start, counted);
  }
}

void baseline_convert(const struct counted_findings *old, const struct counted_findings *now,
                      struct counted_findings **ret)
{
  struct conversion conversion = {.old = old, .now = now};
  struct counted_findings *counted;
  counted_findings_create(&counted);
  for (size_t i = 0; i < now->count; i++)
    find_shares(&conversion, i);
  merge_shares(&conversion);
  drop_same(&conversion);
  share_all(&conversion, counted);
  add_items(&conversion, counted);
  free(conversion.shares);
  counted_findings_sort(counted);
  counted->version = old->version;
  *ret = counted;
}
