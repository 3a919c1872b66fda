/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/findings/finding_counts.h"

#include <libiberty/objalloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/model/identify.h"
#include "report/model/model.h"
#include "suppressions/normalize.h"

struct error *tally_create(struct tally **ret)
{
  struct tally *tally = calloc(1, sizeof *tally);
  if (!tally || !(tally->memory = objalloc_create())) {
    free(tally);
    return error_no_memory();
  }
  tally->version = IDENTITY_VERSION;
  *ret = tally;
  return NULL;
}

void tally_destroy(struct tally *tally)
{
  if (!tally)
    return;
  objalloc_free(tally->memory);
  free(tally->items);
  free(tally);
}

const char *tally_text(struct tally *tally, const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = objalloc_alloc(tally->memory, size);
  return copy ? memcpy(copy, text, size) : NULL;
}

struct tally_test *tally_tests(struct tally *tally, size_t count)
{
  return objalloc_alloc(tally->memory, (count + 1) * sizeof(struct tally_test));
}

struct error *tally_add(struct tally *tally, const struct tally_item *item)
{
  if (!grow((void **)&tally->items, tally->count, &tally->capacity, sizeof *tally->items))
    return error_no_memory();
  tally->items[tally->count++] = *item;
  return NULL;
}

static int by_identity(const void *a, const void *b)
{
  const struct tally_item *x = a, *y = b;
  return strcmp(x->identity.digits, y->identity.digits);
}

void tally_sort(struct tally *tally)
{
  if (tally->count > 0)
    qsort(tally->items, tally->count, sizeof *tally->items, by_identity);
}

/* --- of findings --- */

static uint64_t capped(uint64_t amount)
{
  return amount < TALLY_MAX ? amount : TALLY_MAX;
}

static void add_amounts(struct tally_amounts *amounts, const struct finding_hit *hit)
{
  add_up(&amounts->count, hit->count);
  add_up(&amounts->bytes, hit->bytes);
  add_up(&amounts->blocks, hit->blocks);
  add_up(&amounts->indirect_bytes, hit->indirect_bytes);
  add_up(&amounts->indirect_blocks, hit->indirect_blocks);
}

static void cap(struct tally_amounts *amounts)
{
  *amounts = (struct tally_amounts){capped(amounts->count), capped(amounts->bytes), capped(amounts->blocks),
                                    capped(amounts->indirect_bytes), capped(amounts->indirect_blocks)};
}

bool tally_is_growth(const struct tally_item *item)
{
  return strcmp(item->kind, GROWTH_KIND_NAME) == 0;
}

bool tally_is_leak(const struct tally_item *item)
{
  return strncmp(item->kind, "Leak_", strlen("Leak_")) == 0;
}

/* "function (file.c)": without the line, which changes with every line above it, and the arguments of templates. The
 * names of some templates are longer than anybody reads. */
static const char *place_of(struct tally *tally, const struct finding *finding)
{
  const struct finding_frame *frame = finding_place_frame(finding);
  char *place;
  if (!frame)
    return "???";
  char *function = normalize_without_arguments(frame->function ? frame->function : "???");
  if (!function)
    return NULL;
  int length = frame->file ? asprintf(&place, "%.1000s (%.1000s)", function, frame->file)
                           : asprintf(&place, "%.1000s (in %.1000s)", function,
                                      frame->object ? frame->object : "???");
  free(function);
  if (length < 0)
    return NULL;
  const char *kept = tally_text(tally, place);
  free(place);
  return kept;
}

static int by_test_name(const void *a, const void *b)
{
  const struct tally_test *x = a, *y = b;
  return strcmp(x->name, y->name);
}

/* Sorted, and each name once. */
static size_t merge_tests(struct tally_test *tests, size_t count)
{
  size_t kept = 0;
  qsort(tests, count, sizeof *tests, by_test_name);
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || strcmp(tests[kept - 1].name, tests[i].name) != 0) {
      tests[kept++] = tests[i];
      continue;
    }
    const struct tally_amounts *more = &tests[i].amounts;
    add_amounts(&tests[kept - 1].amounts, &(struct finding_hit){
      .count = more->count, .bytes = more->bytes, .blocks = more->blocks, .indirect_bytes = more->indirect_bytes,
      .indirect_blocks = more->indirect_blocks});
  }
  for (size_t i = 0; i < kept; i++)
    cap(&tests[i].amounts);
  return kept;
}

/* What hangs on how long a program ran, or on which block of a cycle has the lowest address, is not counted. */
static void leave_out_chance(const struct finding *finding, struct tally_amounts *amounts)
{
  if (finding_is_growth(finding))
    *amounts = (struct tally_amounts){.count = 1};
  if (!finding->is_cycle)
    return;
  add_up(&amounts->bytes, amounts->indirect_bytes);
  add_up(&amounts->blocks, amounts->indirect_blocks);
  amounts->count = 1;
  amounts->indirect_bytes = amounts->indirect_blocks = 0;
}

static struct error *count_tests(const struct findings *findings, const struct finding *finding, struct tally *tally,
                                 struct tally_item *item)
{
  struct tally_test *tests = calloc(finding->hit_count + 1, sizeof *tests);
  if (!tests)
    return error_no_memory();
  for (size_t i = 0; i < finding->hit_count; i++) {
    tests[i].name = finding_process_test(&findings->processes[finding->hits[i].process]);
    add_amounts(&tests[i].amounts, &finding->hits[i]);
    leave_out_chance(finding, &tests[i].amounts);
  }
  item->test_count = merge_tests(tests, finding->hit_count);
  item->tests = tally_tests(tally, item->test_count);
  if (item->tests)
    memcpy(item->tests, tests, item->test_count * sizeof *tests);
  free(tests);
  return item->tests ? NULL : error_no_memory();
}

static struct error *count_finding(const struct findings *findings, const struct finding *finding, bool is_judged,
                                   struct tally *tally)
{
  struct tally_item item = {
    .identity = finding->identity, .kind = finding->kind, .place = place_of(tally, finding), .finding = finding,
    .is_judged = is_judged,
    .amounts = {finding->count, finding->bytes, finding->blocks, finding->indirect_bytes, finding->indirect_blocks},
  };
  if (!item.place)
    return error_no_memory();
  const struct finding_frame *frame = finding_place_frame(finding);
  static const struct symbols_surroundings nothing;
  if (frame)
    item.likeness = (struct tally_likeness){
      .mark = frame->decides.mark, .is_text = frame->decides.is_text, .is_cycle = finding->is_cycle,
      .line = frame->decides.order, .around = frame->around ? *frame->around : nothing};
  leave_out_chance(finding, &item.amounts);
  cap(&item.amounts);
  struct error *error = count_tests(findings, finding, tally, &item);
  return error ? error : tally_add(tally, &item);
}

struct error *tally_of_findings(const struct findings *findings,
                                bool (*is_judged)(const void *context, const struct finding *finding),
                                const void *context, struct tally **ret)
{
  struct tally *tally = NULL;
  struct error *error = tally_create(&tally);
  if (error)
    return error;
  for (size_t i = 0; !error && i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    if (!finding_is_suppressed(finding))
      error = count_finding(findings, finding, is_judged(context, finding), tally);
  }
  if (error) {
    tally_destroy(tally);
    return error;
  }
  tally_sort(tally);
  *ret = tally;
  return NULL;
}

const struct tally_item *tally_find(const struct tally *tally, const char *identity)
{
  struct tally_item key = {0};
  if (tally->count == 0 || strlen(identity) != IDENTITY_DIGITS)
    return NULL;
  strcpy(key.identity.digits, identity);
  return bsearch(&key, tally->items, tally->count, sizeof key, by_identity);
}

/* --- differences --- */

struct comparison {
  bool is_leak, is_growth;
  bool with_indirect; /* does it matter what is lost through it? */
  bool has_grown, has_shrunk;
};

static bool is_more(const struct comparison *comparison, const struct tally_amounts *a, const struct tally_amounts *b)
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

static void compare_amounts(const struct tally_amounts *before, const struct tally_amounts *after,
                            struct comparison *comparison)
{
  comparison->has_grown |= is_more(comparison, after, before);
  comparison->has_shrunk |= is_more(comparison, before, after);
}

bool tally_next_common(const struct tally_item *before, const struct tally_item *after, struct tally_common *common)
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

enum tally_change tally_item_change(const struct tally_item *before, const struct tally_item *after, bool with_indirect)
{
  struct comparison comparison = {.is_leak = tally_is_leak(after), .is_growth = tally_is_growth(after),
                                  .with_indirect = with_indirect};
  struct tally_common common = {0};
  compare_amounts(&before->amounts, &after->amounts, &comparison);
  while (tally_next_common(before, after, &common))
    compare_amounts(&common.before->amounts, &common.after->amounts, &comparison);
  return comparison.has_grown ? TALLY_GROWN : comparison.has_shrunk ? TALLY_SHRUNK : TALLY_SAME;
}

bool tally_counts_indirect(const struct tally_pair *pairs, size_t count)
{
  struct tally_amounts before = {0}, after = {0};
  for (size_t i = 0; i < count; i++)
    if (pairs[i].before && pairs[i].after) {
      add_up(&before.indirect_bytes, pairs[i].before->amounts.indirect_bytes);
      add_up(&before.indirect_blocks, pairs[i].before->amounts.indirect_blocks);
      add_up(&after.indirect_bytes, pairs[i].after->amounts.indirect_bytes);
      add_up(&after.indirect_blocks, pairs[i].after->amounts.indirect_blocks);
    }
  return before.indirect_bytes != after.indirect_bytes || before.indirect_blocks != after.indirect_blocks;
}

static enum tally_change change_of(const struct tally_pair *pair, bool with_indirect)
{
  if (!pair->before || !pair->after)
    return pair->after ? TALLY_NEW : TALLY_FIXED;
  enum tally_change change = tally_item_change(pair->before, pair->after, with_indirect);
  return change == TALLY_SAME && pair->is_moved ? TALLY_MOVED : change;
}

struct error *tally_compare(const struct tally *before, const struct tally *after, struct tally_difference **ret,
                            size_t *ret_count)
{
  struct tally_pair *pairs;
  size_t pair_count, count = 0;
  struct error *error = tally_pair_up(before, after, &pairs, &pair_count);
  if (error)
    return error;
  const bool with_indirect = tally_counts_indirect(pairs, pair_count);
  struct tally_difference *differences = calloc(pair_count + 1, sizeof *differences);
  for (size_t i = 0; i < pair_count && differences; i++) {
    const struct tally_pair *pair = &pairs[i];
    if (pair->after ? pair->after->is_judged : pair->before->is_judged)
      differences[count++] =
        (struct tally_difference){change_of(pair, with_indirect), pair->before, pair->after, pair->is_moved};
  }
  free(pairs);
  if (!differences)
    return error_no_memory();
  *ret = differences;
  *ret_count = count;
  return NULL;
}
