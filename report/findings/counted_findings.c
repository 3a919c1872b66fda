/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings are counted in all and by test, with what is a matter of chance left out, so that two runs of one program
 * have the same numbers. */
#include "report/findings/counted_findings.h"

#include <libiberty/objalloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text_after.h"
#include "report/model/identify.h"
#include "report/model/model.h"
#include "suppressions/normalize.h"

struct error *counted_findings_create(struct counted_findings **ret)
{
  struct counted_findings *counted = calloc(1, sizeof *counted);
  if (!counted || !(counted->memory = objalloc_create())) {
    free(counted);
    return error_no_memory();
  }
  counted->version = IDENTITY_VERSION;
  *ret = counted;
  return NULL;
}

void counted_findings_destroy(struct counted_findings *counted)
{
  if (!counted)
    return;
  objalloc_free(counted->memory);
  free(counted->items);
  free(counted);
}

const char *counted_findings_keep_text(struct counted_findings *counted, const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = objalloc_alloc(counted->memory, size);
  return copy ? memcpy(copy, text, size) : NULL;
}

struct counted_test *counted_findings_allocate_tests(struct counted_findings *counted, size_t count)
{
  return objalloc_alloc(counted->memory, (count + 1) * sizeof(struct counted_test));
}

struct error *counted_findings_add(struct counted_findings *counted, const struct counted_finding *item)
{
  if (!grow((void **)&counted->items, counted->count, &counted->capacity, sizeof *counted->items))
    return error_no_memory();
  counted->items[counted->count++] = *item;
  return NULL;
}

static int by_identity(const void *a, const void *b)
{
  const struct counted_finding *x = a, *y = b;
  return strcmp(x->identity.digits, y->identity.digits);
}

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
  const struct finding_frame *frame = finding_place_frame(finding);
  char *place;
  if (!frame)
    return "???";
  char *function = normalize_without_arguments(frame->qualified ? frame->qualified : "???");
  if (!function)
    return NULL;
  int length = frame->file ? asprintf(&place, "%.1000s (%.1000s)", function, frame->file)
                           : asprintf(&place, "%.1000s (in %.1000s)", function,
                                      frame->object ? frame->object : "???");
  free(function);
  if (length < 0)
    return NULL;
  const char *kept = counted_findings_keep_text(counted, place);
  free(place);
  return kept;
}

static int by_test_name(const void *a, const void *b)
{
  const struct counted_test *x = a, *y = b;
  return strcmp(x->name, y->name);
}

/* Sorted, and each name once. */
static size_t merge_tests(struct counted_test *tests, size_t count)
{
  size_t kept = 0;
  qsort(tests, count, sizeof *tests, by_test_name);
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || strcmp(tests[kept - 1].name, tests[i].name) != 0) {
      tests[kept++] = tests[i];
      continue;
    }
    finding_amounts_add(&tests[kept - 1].amounts, &tests[i].amounts);
  }
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

static struct error *count_tests(const struct findings *findings, const struct finding *finding,
                                 struct counted_findings *counted, struct counted_finding *item)
{
  struct counted_test *tests = calloc(finding->hit_count + 1, sizeof *tests);
  if (!tests)
    return error_no_memory();
  for (size_t i = 0; i < finding->hit_count; i++) {
    tests[i].name = finding_process_test(&findings->processes[finding->hits[i].process]);
    const struct finding_hit *hit = &finding->hits[i];
    finding_amounts_add(&tests[i].amounts, &(struct finding_amounts){hit->count, hit->bytes, hit->blocks,
                                                                     hit->indirect_bytes, hit->indirect_blocks});
    leave_out_chance(finding, &tests[i].amounts);
  }
  item->test_count = merge_tests(tests, finding->hit_count);
  item->tests = counted_findings_allocate_tests(counted, item->test_count);
  if (item->tests)
    memcpy(item->tests, tests, item->test_count * sizeof *tests);
  free(tests);
  return item->tests ? NULL : error_no_memory();
}

static struct error *count_finding(const struct findings *findings, const struct finding *finding, bool is_judged,
                                   struct counted_findings *counted)
{
  struct counted_finding item = {
    .identity = finding->identity, .kind = finding->kind, .place = place_of(counted, finding), .finding = finding,
    .is_judged = is_judged,
  };
  if (!item.place)
    return error_no_memory();
  const struct finding_frame *frame = finding_place_frame(finding);
  static const struct symbols_surroundings nothing;
  if (frame)
    item.likeness = (struct finding_likeness){
      .mark = frame->decides.mark, .is_text = frame->decides.is_text, .is_cycle = finding->is_cycle,
      .line = frame->decides.order, .around = frame->around ? *frame->around : nothing};
  finding_amounts_add(&item.amounts, &(struct finding_amounts){finding->count, finding->bytes, finding->blocks,
                                                               finding->indirect_bytes, finding->indirect_blocks});
  leave_out_chance(finding, &item.amounts);
  struct error *error = count_tests(findings, finding, counted, &item);
  return error ? error : counted_findings_add(counted, &item);
}

struct error *counted_findings_make(const struct findings *findings,
                                bool (*is_judged)(const void *context, const struct finding *finding),
                                const void *context, struct counted_findings **ret)
{
  struct counted_findings *counted = NULL;
  struct error *error = counted_findings_create(&counted);
  if (error)
    return error;
  for (size_t i = 0; !error && i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    if (!finding_is_suppressed(finding))
      error = count_finding(findings, finding, is_judged(context, finding), counted);
  }
  if (error) {
    counted_findings_destroy(counted);
    return error;
  }
  counted_findings_sort(counted);
  *ret = counted;
  return NULL;
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
  compare_amounts(&before->amounts, &after->amounts, &comparison);
  while (common_tests_next(before, after, &common))
    compare_amounts(&common.before->amounts, &common.after->amounts, &comparison);
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

static enum finding_change change_of(const struct finding_pair *pair, bool with_indirect)
{
  if (!pair->before || !pair->after)
    return pair->after ? FINDING_CHANGE_NEW : FINDING_CHANGE_FIXED;
  enum finding_change change = counted_finding_change(pair->before, pair->after, with_indirect);
  return change == FINDING_CHANGE_SAME && pair->is_moved ? FINDING_CHANGE_MOVED : change;
}

struct error *counted_findings_compare(const struct counted_findings *before, const struct counted_findings *after,
                                       struct finding_difference **ret, size_t *ret_count)
{
  struct finding_pair *pairs;
  size_t pair_count, count = 0;
  struct error *error = finding_pairs_make(before, after, &pairs, &pair_count);
  if (error)
    return error;
  const bool with_indirect = finding_pairs_weigh_indirect(pairs, pair_count);
  struct finding_difference *differences = calloc(pair_count + 1, sizeof *differences);
  for (size_t i = 0; i < pair_count && differences; i++) {
    const struct finding_pair *pair = &pairs[i];
    if (pair->after ? pair->after->is_judged : pair->before->is_judged)
      differences[count++] =
        (struct finding_difference){change_of(pair, with_indirect), pair->before, pair->after, pair->is_moved};
  }
  free(pairs);
  if (!differences)
    return error_no_memory();
  *ret = differences;
  *ret_count = count;
  return NULL;
}
