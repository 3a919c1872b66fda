/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings are counted in all and by test, with what is a matter of chance left out, so that two runs of one program
 * have the same numbers. */
#include "host/model/findings/counted_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/order.h"
#include "host/base/text_pool.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/model/findings/attempts.h"
#include "host/model/process/identify.h"
#include "host/model/process/model.h"
#include "suppressions/normalize.h"

void counted_findings_create(struct counted_findings **ret)
{
  struct counted_findings *counted = memory_zeroed(1, sizeof *counted);
  counted->memory = text_pool_create();
  counted->version = IDENTITY_VERSION;
  *ret = counted;
}

void counted_findings_destroy(struct counted_findings *counted)
{
  if (!counted)
    return;
  counted_findings_destroy(counted->suppressed);
  text_pool_destroy(counted->memory);
  free(counted->ran);
  free(counted->for_leaks);
  free(counted->items);
  free(counted);
}

const char *counted_findings_keep_text(struct counted_findings *counted, const char *text)
{
  return text_pool_keep(counted->memory, text);
}

struct counted_test *counted_findings_allocate_tests(struct counted_findings *counted, size_t count)
{
  return text_pool_allocate(counted->memory, (count + 1) * sizeof(struct counted_test));
}

void counted_findings_add(struct counted_findings *counted, const struct counted_finding *item)
{
  *NEW_ITEM(counted->items, counted->count, counted->capacity) = *item;
}

ORDER(by_identity, struct counted_finding, UP_TEXT(identity.digits))

void counted_findings_sort(struct counted_findings *counted)
{
  if (counted->count > 0)
    qsort(counted->items, counted->count, sizeof *counted->items, by_identity);
}

/* --- of findings --- */

void finding_amounts_add(struct finding_amounts *sum, const struct finding_amounts *more)
{
  uint64_t *const to[] = {&sum->count, &sum->bytes, &sum->blocks, &sum->indirect_bytes, &sum->indirect_blocks};
  const uint64_t from[] = {more->count, more->bytes, more->blocks, more->indirect_bytes, more->indirect_blocks};
  for (size_t i = 0; i < sizeof from / sizeof *from; i++)
    *to[i] = from[i] < FINDING_AMOUNT_MAX - *to[i] ? *to[i] + from[i] : FINDING_AMOUNT_MAX;
}

struct finding_amounts finding_amounts_of_cycle(const struct finding_amounts *amounts)
{
  const struct finding_amounts indirect = {.bytes = amounts->indirect_bytes, .blocks = amounts->indirect_blocks};
  struct finding_amounts all = {.count = 1, .bytes = amounts->bytes, .blocks = amounts->blocks};
  finding_amounts_add(&all, &indirect);
  return all;
}

bool counted_finding_is_growth(const struct counted_finding *item)
{
  return strcmp(item->kind, GROWTH_KIND_NAME) == 0;
}

bool counted_finding_is_leak(const struct counted_finding *item)
{
  return text_after(item->kind, "Leak_");
}

/* "function (file.c)": without the line, which changes with every line above it, and the arguments of templates. The
 * names of some templates are longer than anybody reads. */
static const char *place_of(struct counted_findings *counted, const struct finding *finding)
{
  const struct frame *frame = finding_place_frame(finding);
  if (!frame)
    return "???";
  char *function = normalize_without_arguments(frame->qualified ? frame->qualified : "???");
  char *place = print_text("%.1000s (%s%.1000s)", function, frame->file ? "" : "in ",
                           frame->file     ? frame->file
                           : frame->object ? frame->object
                                           : "???");
  free(function);
  const char *kept = counted_findings_keep_text(counted, place);
  free(place);
  return kept;
}

/* What hangs on how long a program ran, or on which block of a cycle has the lowest address, is not counted. */
static void leave_out_chance(const struct finding *finding, struct finding_amounts *amounts)
{
  if (finding_is_growth(finding))
    *amounts = (struct finding_amounts){.count = 1};
  if (finding->is_cycle)
    *amounts = finding_amounts_of_cycle(amounts);
}

/* Groups are numbered in the order of their tests' names, so what is sorted by group is sorted by test, too. */
ORDER(by_group, struct counted_hit, UP(group))

struct named_hit {
  struct counted_hit hit; /* first: sorted by it */
  const char *test;
};

static void name_hits(const struct findings *findings, const struct finding *finding, const struct attempts *attempts,
                      struct named_hit *named)
{
  for (size_t i = 0; i < finding->hit_count; i++) {
    const struct finding_hit *hit = &finding->hits[i];
    struct finding_amounts amounts = {0};
    finding_amounts_add(&amounts, &(struct finding_amounts){hit->count, hit->bytes, hit->blocks, hit->indirect_bytes,
                                                            hit->indirect_blocks});
    leave_out_chance(finding, &amounts);
    named[i] = (struct named_hit){{attempts->groups[hit->process], attempts->sizes[hit->process], amounts},
                                  finding_process_test(&findings->processes[hit->process])};
  }
  qsort(named, finding->hit_count, sizeof *named, by_group);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static void raise_most(struct finding_amounts *most, const struct finding_amounts *amounts)
{
  *most = (struct finding_amounts){larger(most->count, amounts->count), larger(most->bytes, amounts->bytes),
                                   larger(most->blocks, amounts->blocks),
                                   larger(most->indirect_bytes, amounts->indirect_bytes),
                                   larger(most->indirect_blocks, amounts->indirect_blocks)};
}

static void add_hit(struct counted_test *test, const struct counted_hit *hit)
{
  const bool is_first = test->hit_count == 0 || hit[-1].group != hit->group;
  test->processes += is_first ? hit->group_size : 0;
  test->hits = test->hits ? test->hits : hit;
  test->hit_count++;
  finding_amounts_add(&test->amounts, &hit->amounts);
  raise_most(&test->most, &hit->amounts);
}

static void add_tests(const struct named_hit *named, size_t count, struct counted_hit *hits,
                      struct counted_finding *item)
{
  for (size_t i = 0; i < count; i++) {
    struct counted_test *last = item->test_count > 0 ? &item->tests[item->test_count - 1] : NULL;
    hits[i] = named[i].hit;
    if (!last || strcmp(last->name, named[i].test) != 0) {
      last = &item->tests[item->test_count++];
      *last = (struct counted_test){.name = named[i].test};
    }
    add_hit(last, &hits[i]);
  }
}

static void count_tests(const struct findings *findings, const struct finding *finding, const struct attempts *attempts,
                        struct counted_findings *counted, struct counted_finding *item)
{
  const size_t count = finding->hit_count;
  struct named_hit *named = memory_zeroed(count + 1, sizeof *named);
  struct counted_hit *hits = text_pool_allocate(counted->memory, (count + 1) * sizeof *hits);
  item->tests = counted_findings_allocate_tests(counted, count);
  name_hits(findings, finding, attempts, named);
  add_tests(named, count, hits, item);
  free(named);
}

static void count_finding(const struct findings *findings, const struct finding *finding,
                          const struct attempts *attempts, bool is_judged, struct counted_findings *counted)
{
  struct counted_finding item = {
    .identity = finding->identity,
    .kind = finding->kind,
    .place = place_of(counted, finding),
    .finding = finding,
    .is_judged = is_judged,
  };
  const struct frame *frame = finding_place_frame(finding);
  static const struct frame_surroundings nothing;
  if (frame)
    item.likeness = (struct finding_likeness){
      .mark = frame->mark, .is_text = frame->mark_kind == FRAME_MARK_TEXT, .is_cycle = finding->is_cycle,
      .line = frame->line_in_function, .around = frame->around ? *frame->around : nothing};
  finding_amounts_add(&item.amounts, &(struct finding_amounts){finding->count, finding->bytes, finding->blocks,
                                                               finding->indirect_bytes, finding->indirect_blocks});
  leave_out_chance(finding, &item.amounts);
  finding_steps(finding, &item.likeness.steps);
  count_tests(findings, finding, attempts, counted, &item);
  counted_findings_add(counted, &item);
}

/* Several entries may suppress parts of one finding; they are counted as one. */
static void merge_items(struct counted_findings *counted)
{
  counted->count =
    JOIN_EQUAL(counted->items, counted->count, by_identity, finding_amounts_add(&x->amounts, &y->amounts));
}

ORDER_POINTERS(by_text, char, strcmp(x, y))

/* Sort names and keep each once; how many there are then. */
static size_t sort_names(const char **names, size_t count)
{
  size_t kept = 0;
  if (count > 0)
    qsort(names, count, sizeof *names, by_text);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || strcmp(names[kept - 1], names[i]) != 0)
      names[kept++] = names[i];
  return kept;
}

static void list_tests(const struct findings *findings, struct counted_findings *counted)
{
  size_t for_leaks = 0;
  counted->ran = memory_zeroed(findings->process_count + 1, sizeof *counted->ran);
  counted->for_leaks = memory_zeroed(findings->process_count + 1, sizeof *counted->for_leaks);
  for (size_t i = 0; i < findings->process_count; i++) {
    counted->ran[i] = finding_process_test(&findings->processes[i]);
    if (findings->processes[i].leaks_only)
      counted->for_leaks[for_leaks++] = counted->ran[i];
  }
  counted->ran_count = sort_names(counted->ran, findings->process_count);
  counted->for_leaks_count = sort_names(counted->for_leaks, for_leaks);
}

static bool is_among(const char *const *names, size_t count, const char *test)
{
  return count > 0 && bsearch(&test, names, count, sizeof *names, by_text) != NULL;
}

bool counted_findings_looked_for(const struct counted_findings *counted, const struct counted_finding *item)
{
  if (counted_finding_is_leak(item) || counted->for_leaks_count == 0)
    return true;
  for (size_t i = 0; i < item->test_count; i++)
    if (is_among(counted->for_leaks, counted->for_leaks_count, item->tests[i].name))
      return false;
  return item->test_count > 0;
}

bool counted_findings_saw(const struct counted_findings *counted, const struct counted_finding *before)
{
  for (size_t i = 0; i < before->test_count; i++)
    if (!is_among(counted->ran, counted->ran_count, before->tests[i].name))
      return false;
  return true;
}

void counted_findings_make(const struct findings *findings,
                           bool (*is_judged)(const void *context, const struct finding *finding), const void *context,
                           struct counted_findings **ret)
{
  struct counted_findings *counted = NULL;
  counted_findings_create(&counted);
  struct attempts attempts = {0};
  counted_findings_create(&counted->suppressed);
  list_tests(findings, counted);
  attempts_make(findings, &attempts);
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    count_finding(findings, finding, &attempts, is_judged(context, finding),
                  finding_is_suppressed(finding) ? counted->suppressed : counted);
  }
  attempts_release(&attempts);
  counted_findings_sort(counted);
  counted_findings_sort(counted->suppressed);
  merge_items(counted->suppressed);
  *ret = counted;
}

const struct counted_finding *counted_findings_find(const struct counted_findings *counted, const char *identity)
{
  struct counted_finding key = {0};
  if (counted->count == 0 || strlen(identity) != IDENTITY_DIGITS)
    return NULL;
  strcpy(key.identity.digits, identity);
  return bsearch(&key, counted->items, counted->count, sizeof key, by_identity);
}

/* --- differences --- */

struct comparison {
  bool is_leak, is_growth;
  bool with_indirect; /* does it matter what is lost through it? */
  bool has_grown, has_shrunk;
};

static bool is_more(const struct comparison *comparison, const struct finding_amounts *a,
                    const struct finding_amounts *b)
{
  if (comparison->is_growth)
    return false;
  if (!comparison->is_leak)
    return a->count > b->count;
  if (a->bytes > b->bytes || a->blocks > b->blocks)
    return true;
  return comparison->with_indirect && (a->indirect_bytes > b->indirect_bytes ||
                                       a->indirect_blocks > b->indirect_blocks);
}

static void compare_amounts(const struct finding_amounts *before, const struct finding_amounts *after,
                            struct comparison *comparison)
{
  comparison->has_grown |= is_more(comparison, after, before);
  comparison->has_shrunk |= is_more(comparison, before, after);
}

bool common_tests_next(const struct counted_finding *before, const struct counted_finding *after,
                       struct common_tests *common)
{
  while (common->before_next < before->test_count && common->after_next < after->test_count) {
    common->before = &before->tests[common->before_next];
    common->after = &after->tests[common->after_next];
    int order = strcmp(common->before->name, common->after->name);
    common->before_next += order <= 0;
    common->after_next += order >= 0;
    if (order == 0)
      return true;
  }
  return false;
}

enum finding_change counted_finding_change(const struct counted_finding *before, const struct counted_finding *after,
                                           bool with_indirect)
{
  struct comparison comparison = {.is_leak = counted_finding_is_leak(after),
                                  .is_growth = counted_finding_is_growth(after),
                                  .with_indirect = with_indirect};
  struct common_tests common = {0};
  const struct finding_amounts all = counted_finding_for(after, before);
  compare_amounts(&before->amounts, &all, &comparison);
  while (common_tests_next(before, after, &common)) {
    const struct finding_amounts part = counted_test_for(common.after, common.before->processes);
    compare_amounts(&common.before->amounts, &part, &comparison);
    comparison.has_grown |=
      !comparison.is_growth && counted_test_is_worse(common.after, common.before, comparison.is_leak);
  }
  return comparison.has_grown    ? FINDING_CHANGE_GROWN
         : comparison.has_shrunk ? FINDING_CHANGE_SHRUNK
                                 : FINDING_CHANGE_SAME;
}

bool finding_pairs_weigh_indirect(const struct finding_pair *pairs, size_t count)
{
  struct finding_amounts before = {0}, after = {0};
  for (size_t i = 0; i < count; i++)
    if (pairs[i].before && pairs[i].after) {
      add_saturated(&before.indirect_bytes, pairs[i].before->amounts.indirect_bytes);
      add_saturated(&before.indirect_blocks, pairs[i].before->amounts.indirect_blocks);
      add_saturated(&after.indirect_bytes, pairs[i].after->amounts.indirect_bytes);
      add_saturated(&after.indirect_blocks, pairs[i].after->amounts.indirect_blocks);
    }
  return before.indirect_bytes != after.indirect_bytes || before.indirect_blocks != after.indirect_blocks;
}

bool finding_pair_is_suppressed(const struct finding_pair *pair, bool with_indirect)
{
  if (!pair->before || !pair->hidden)
    return false;
  if (!pair->after)
    return true;
  if (counted_finding_change(pair->before, pair->after, with_indirect) != FINDING_CHANGE_SHRUNK)
    return false;
  struct counted_finding whole = *pair->after; /* tests are judged with the whole */
  whole.test_count = 0;
  finding_amounts_add(&whole.amounts, &pair->hidden->amounts);
  return counted_finding_change(pair->before, &whole, with_indirect) != FINDING_CHANGE_SHRUNK;
}

static enum finding_change change_of(const struct finding_pair *pair, bool with_indirect)
{
  if (finding_pair_is_suppressed(pair, with_indirect))
    return FINDING_CHANGE_SUPPRESSED;
  if (!pair->before || !pair->after)
    return pair->after ? FINDING_CHANGE_NEW : FINDING_CHANGE_FIXED;
  enum finding_change change = counted_finding_change(pair->before, pair->after, with_indirect);
  return change == FINDING_CHANGE_SAME && pair->is_moved ? FINDING_CHANGE_MOVED : change;
}

/* Errors that --checks=leaks finds, too, though perhaps not all of them. */
static bool is_found_on_the_way(const struct counted_finding *item)
{
  static const char *const kinds[] = {"InvalidFree", "MismatchedFree", "ReallocSizeZero", "FishyValue"};
  bool is_found = false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    is_found |= strcmp(item->kind, kinds[i]) == 0;
  return is_found;
}

/* Less of it, as it was not looked for after, or more, as it was not before. */
static bool only_seems_changed(const struct finding_pair *pair, enum finding_change change,
                               const struct counted_findings *before, const struct counted_findings *after)
{
  if (change == FINDING_CHANGE_FIXED || change == FINDING_CHANGE_SHRUNK || change == FINDING_CHANGE_SUPPRESSED)
    return !counted_findings_looked_for(after, pair->before);
  if (change == FINDING_CHANGE_NEW || change == FINDING_CHANGE_GROWN)
    return !is_found_on_the_way(pair->after) && !counted_findings_looked_for(before, pair->after);
  return false;
}

void counted_findings_compare(const struct counted_findings *before, const struct counted_findings *after,
                              struct finding_difference **ret, size_t *ret_count)
{
  struct finding_pair *pairs;
  size_t pair_count, count = 0;
  finding_pairs_make(before, after, &pairs, &pair_count);
  const bool with_indirect = finding_pairs_weigh_indirect(pairs, pair_count);
  struct finding_difference *differences = memory_zeroed(pair_count + 1, sizeof *differences);
  for (size_t i = 0; i < pair_count; i++) {
    const struct finding_pair *pair = &pairs[i];
    const enum finding_change change = change_of(pair, with_indirect);
    const bool is_judged = pair->after ? pair->after->is_judged : pair->before->is_judged;
    if (is_judged && !only_seems_changed(pair, change, before, after))
      differences[count++] =
        (struct finding_difference){change, pair->before, pair->after, pair->hidden, pair->is_moved};
  }
  free(pairs);
  *ret = differences;
  *ret_count = count;
}
