/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each check adds a reason for what is not as it must be. Without any reason the gate is passed. */
#include "host/verdicts/gate/gate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/process/model.h"
#include "host/model/words/numbers.h"

#define NUMBER(value) (grouped_number(value).digits)

/* --- verdicts --- */

void gate_verdict_release(struct gate_verdict *verdict)
{
  for (size_t i = 0; i < verdict->reason_count; i++) {
    struct gate_reason *reason = &verdict->reasons[i];
    for (size_t j = 0; j < reason->count; j++)
      free(reason->items[j].remark);
    free(reason->items);
    free(reason->sentence);
  }
  for (size_t i = 0; i < verdict->note_count; i++)
    free(verdict->notes[i]);
  free(verdict->reasons);
  free(verdict->notes);
}

void gate_verdict_destroy(struct gate_verdict *verdict)
{
  if (verdict)
    gate_verdict_release(verdict);
  free(verdict);
}

void gate_add_reason(struct gate_verdict *verdict, const char *code, struct gate_reason **ret, const char *format, ...)
{
  grow((void **)&verdict->reasons, verdict->reason_count, &verdict->reason_capacity, sizeof *verdict->reasons);
  struct gate_reason *reason = &verdict->reasons[verdict->reason_count];
  *reason = (struct gate_reason){.code = code};
  va_list args;
  va_start(args, format);
  reason->sentence = print_args(format, args);
  va_end(args);
  verdict->reason_count++;
  if (ret)
    *ret = reason;
}

void gate_add_note(struct gate_verdict *verdict, const char *format, ...)
{
  grow((void **)&verdict->notes, verdict->note_count, &verdict->note_capacity, sizeof *verdict->notes);
  va_list args;
  va_start(args, format);
  verdict->notes[verdict->note_count] = print_args(format, args);
  va_end(args);
  verdict->note_count++;
}

void gate_add_item(struct gate_reason *reason, const struct finding *finding, const char *format, ...)
{
  struct gate_item item = {.finding = finding};
  grow((void **)&reason->items, reason->count, &reason->capacity, sizeof *reason->items);
  if (format) {
    va_list args;
    va_start(args, format);
    item.remark = print_args(format, args);
    va_end(args);
  }
  reason->items[reason->count++] = item;
}

/* --- which findings count --- */

/* Errors, leaks that count as errors or fail by default, and growth. A baseline holds what counts as an error even if
 * it is others', as it is about what changes. What is lost indirectly is in it with what it is lost through. */
static bool counts(const struct gate_config *config, const struct finding *finding)
{
  if (finding_is_suppressed(finding) || (config->only_own && !finding_is_own(finding)))
    return false;
  return finding->is_error || finding_is_growth(finding) ||
         (finding_fails(finding) && finding->leak_kind != RECORD_LEAK_INDIRECT);
}

bool gate_is_judged(const void *context, const struct finding *finding)
{
  const struct gate_config *config = context;
  return counts(config, finding) &&
         (finding_is_growth(finding) || !limits_let_pass(config->limits, finding->leak_kind));
}

/* --- each finding --- */

static void check_findings(const struct gate_config *config, uint64_t most, struct gate_verdict *verdict)
{
  struct gate_reason *reason = NULL;
  for (size_t i = 0; i < config->findings->count; i++) {
    const struct finding *finding = &config->findings->items[i];
    uint64_t bytes = finding->bytes;
    add_saturated(&bytes, finding->indirect_bytes);
    if (!finding_is_leak(finding) || bytes <= most || !counts(config, finding))
      continue;
    if (!reason)
      gate_add_reason(verdict, limit_entry(LIMIT_per_finding)->option, &reason, "leaks of more than %s bytes",
                      NUMBER(most));
    gate_add_item(reason, finding, NULL);
  }
}

/* --- what grows --- */

/* A site that was seen growing once may not be in a shorter run: what the baseline knows to grow stays known. */
static bool is_new_growth(const struct gate_config *config, const struct finding *finding)
{
  return finding_is_growth(finding) && counts(config, finding) &&
         !(config->baseline && counted_findings_find(config->baseline, finding->identity.digits));
}

static void put_growing(const struct gate_config *config, struct gate_reason *reason, double least_rate)
{
  for (size_t i = 0; i < config->findings->count; i++) {
    const struct finding *finding = &config->findings->items[i];
    if (is_new_growth(config, finding) && finding->growth.bytes_per_second > least_rate)
      gate_add_item(reason, finding, NULL);
  }
}

static size_t count_growing(const struct gate_config *config, double least_rate)
{
  size_t count = 0;
  for (size_t i = 0; i < config->findings->count; i++)
    count += is_new_growth(config, &config->findings->items[i]) &&
             config->findings->items[i].growth.bytes_per_second > least_rate;
  return count;
}

static void check_growing(const struct gate_config *config, uint64_t most, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  const size_t count = count_growing(config, 0);
  if (count <= most)
    return;
  gate_add_reason(verdict, limit_entry(LIMIT_growing)->option, &reason, "%zu %s growing, at most %s allowed", count,
                  count == 1 ? "place keeps" : "places keep", NUMBER(most));
  put_growing(config, reason, 0);
}

static void check_rate(const struct gate_config *config, uint64_t most, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  const size_t count = count_growing(config, (double)most);
  if (most == UINT64_MAX || count == 0)
    return;
  gate_add_reason(verdict, limit_entry(LIMIT_growth_rate)->option, &reason, "%zu %s by more than %s bytes in a second",
                  count, count == 1 ? "place grows" : "places grow", NUMBER(most));
  put_growing(config, reason, (double)most);
}

/* --- each test --- */

/* What a test has of a finding. */
struct share {
  const char *test;
  const struct finding *finding;
  uint64_t bytes;
};

ORDER(by_test, struct share, UP_TEXT(test) ?: DOWN(bytes))

/* Indirectly lost blocks are findings of their own, so they are counted there and not with what they are lost through.
 * */
static bool is_lost(const struct gate_config *config, const struct finding *finding)
{
  return finding_is_leak(finding) && finding->leak_kind != RECORD_LEAK_REACHABLE &&
         (!config->only_own || finding_is_own(finding));
}

static struct share *find_shares(const struct gate_config *config, size_t *ret_count)
{
  size_t room = 1, count = 0;
  for (size_t i = 0; i < config->now->count; i++)
    room += config->now->items[i].test_count;
  struct share *shares = memory_zeroed(room, sizeof *shares);
  for (size_t i = 0; i < config->now->count; i++) {
    const struct counted_finding *item = &config->now->items[i];
    for (size_t j = 0; j < item->test_count && is_lost(config, item->finding); j++)
      shares[count++] = (struct share){item->tests[j].name, item->finding, item->tests[j].amounts.bytes};
  }
  qsort(shares, count, sizeof *shares, by_test);
  *ret_count = count;
  return shares;
}

static void check_test(const struct share *shares, size_t count, uint64_t most, struct gate_verdict *verdict)
{
  uint64_t bytes = 0;
  struct gate_reason *reason;
  for (size_t i = 0; i < count; i++)
    add_saturated(&bytes, shares[i].bytes);
  if (bytes <= most)
    return;
  gate_add_reason(verdict, limit_entry(LIMIT_per_test)->option, &reason,
                  "test %s lost %s bytes, at most %s allowed for each test", shares->test, NUMBER(bytes), NUMBER(most));
  for (size_t i = 0; i < count; i++)
    gate_add_item(reason, shares[i].finding, "%s bytes in this test", NUMBER(shares[i].bytes));
}

static void check_tests(const struct gate_config *config, uint64_t most, struct gate_verdict *verdict)
{
  size_t count;
  struct share *shares = find_shares(config, &count);
  for (size_t start = 0, end; start < count; start = end) {
    for (end = start + 1; end < count && strcmp(shares[end].test, shares[start].test) == 0;)
      end++;
    check_test(shares + start, end - start, most, verdict);
  }
  free(shares);
}

/* --- all of them --- */

static void check_limit(const struct gate_config *config, enum limit_id id, struct gate_verdict *verdict)
{
  uint64_t most = limits_most(config->limits, id);
  switch (limit_entry(id)->measure) {
  case MEASURE_BYTES:
  case MEASURE_BLOCKS:
  case MEASURE_ERRORS:
    gate_check_total(config, id, verdict);
    return;
  case MEASURE_FINDING:
    check_findings(config, most, verdict);
    return;
  case MEASURE_TEST:
    if (most != UINT64_MAX)
      check_tests(config, most, verdict);
    return;
  case MEASURE_GROWING:
    check_growing(config, most, verdict);
    return;
  case MEASURE_RATE:
    check_rate(config, most, verdict);
    return;
  case MEASURE_UNFINISHED:
  case MEASURE_LEAST:
    break;
  }
}

/* Nobody should take a gate for tighter than it is. */
static void note_only_own(const struct gate_config *config, struct gate_verdict *verdict)
{
  struct gate_config all = *config;
  size_t count = 0;
  all.only_own = false;
  for (size_t i = 0; i < config->findings->count && config->only_own; i++)
    count += counts(&all, &config->findings->items[i]) && !finding_is_own(&config->findings->items[i]);
  if (count == 0)
    return;
  gate_add_note(verdict, "%zu %s in library code %s not judged", count, count == 1 ? "finding" : "findings",
                count == 1 ? "was" : "were");
}

/* A baseline is about what counts as an error, which options may have narrowed. */
static void note_not_errors(const struct gate_config *config, struct gate_verdict *verdict)
{
  size_t count = 0;
  for (size_t i = 0; i < config->findings->count && config->baseline; i++) {
    const struct finding *finding = &config->findings->items[i];
    count += finding->leak_kind == RECORD_LEAK_DEFINITE && finding->is_foreign && !finding->is_error &&
             !finding_is_suppressed(finding);
  }
  if (count == 0)
    return;
  gate_add_note(verdict, "%zu definite %s in library code not judged by the baseline (--errors-for-leak-kinds)", count,
                count == 1 ? "leak is" : "leaks are");
}

/* What a suppression may hide has limits of its own. */
static void check_suppressions(const struct findings *findings, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  if (findings->broken_count == 0)
    return;
  gate_add_reason(verdict, "suppressions", &reason, "limits of suppressions do not hold");
  for (size_t i = 0; i < findings->broken_count; i++)
    gate_add_item(reason, NULL, "%s", findings->broken[i].message);
}

static void note_newest(const struct gate_config *config, struct gate_verdict *verdict)
{
  const struct findings *findings = config->findings;
  if (!config->is_newest || findings->run_count == 0 || findings->runs[0].is_missing)
    return;
  gate_add_note(verdict, "the newest run, %s, was judged, as none was named", findings->runs[0].name);
}

static void judge(const struct gate_config *config, struct gate_verdict *verdict)
{
  bool for_leaks = config->baseline || limits_any_leaks(config->limits);
  note_newest(config, verdict);
  gate_check_runs(config->findings, config->limits, for_leaks, verdict);
  check_suppressions(config->findings, verdict);
  if (config->baseline)
    gate_check_baseline(config, verdict);
  for (unsigned id = 0; id < LIMITS; id++)
    check_limit(config, (enum limit_id)id, verdict);
  gate_note_passed(config, verdict);
  note_not_errors(config, verdict);
  note_only_own(config, verdict);
}

void gate_judge(const struct gate_config *config, struct gate_verdict **ret)
{
  struct gate_verdict *verdict = memory_zeroed(1, sizeof *verdict);
  judge(config, verdict);
  *ret = verdict;
}
