/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A gap that is not allowed fails the gate. Gaps of runs are reasons one by one, all others kind by kind. */
#include <inttypes.h>
#include <string.h>

#include "host/base/day_text.h"
#include "host/model/findings/gaps.h"
#include "host/verdicts/gate/gate.h"
#include "host/model/words/numbers.h"

/* The gaps of one kind, and what there is to say of them together. */
struct group {
  const struct gap *gaps;
  size_t count, passed;
  const struct gap *first; /* that does not pass */
  bool is_mixed;           /* they differ in what --allow could name */
};

/* --- runs --- */

static bool names_run(enum gap_kind kind)
{
  return kind == GAP_missing || kind == GAP_unreadable || kind == GAP_missing_shard;
}

static void check_run(const struct gap *gap, const struct limits *limits, struct gate_verdict *verdict)
{
  const struct gap_entry *entry = gap_entry(gap->kind);
  const char *name = names_run(gap->kind) ? "" : gap->run->name, *colon = *name ? ": " : "";
  verdict->is_unreadable |= gap->kind == GAP_unreadable;
  if (gap_is_allowed(&limits->allowed, gap)) {
    gate_add_note(verdict, "%s%s%s, as allowed", name, colon, gap->remark);
    return;
  }
  if (*entry->help) {
    gate_add_reason(verdict, entry->code, NULL, "%s%s%s (--allow=%s lets it pass)", name, colon, gap->remark,
                    entry->code);
    return;
  }
  gate_add_reason(verdict, entry->code, NULL, "%s%s%s", name, colon, gap->remark);
}

/* --- processes and programs --- */

static struct group make_group(const struct gap *gaps, size_t count, const struct limits *limits)
{
  struct group group = {.gaps = gaps, .count = count};
  for (size_t i = 0; i < count; i++) {
    if (gap_is_allowed(&limits->allowed, &gaps[i])) {
      group.passed++;
      continue;
    }
    group.first = group.first ? group.first : &gaps[i];
    const char *detail = group.first->detail;
    group.is_mixed |= detail != gaps[i].detail && (!detail || !gaps[i].detail || strcmp(detail, gaps[i].detail) != 0);
  }
  return group;
}

static void put_count(const struct findings *findings, const struct gap_entry *entry, size_t count, char *text,
                      size_t size)
{
  if (entry->about == GAP_PROGRAM)
    snprintf(text, size, "%zu %s", count, count == 1 ? "program" : "programs");
  else if (entry->about == GAP_TEST)
    snprintf(text, size, "%zu %s", count, count == 1 ? "test" : "tests");
  else if (entry->about == GAP_KIN)
    snprintf(text, size, "%zu %s", count, count == 1 ? "process" : "processes");
  else
    snprintf(text, size, "%zu of %zu processes", count, findings_process_count(findings));
}

/* How --allow would name them: without a detail if that is too long. */
static void put_allowance(const struct gap_entry *entry, const struct group *group, char *text, size_t size)
{
  const char *detail = group->is_mixed ? NULL : group->first->detail;
  const int whole = snprintf(text, size, "--allow=%s%s%s", entry->code, detail ? ":" : "", detail ? detail : "");
  if ((size_t)whole >= size)
    snprintf(text, size, "--allow=%s", entry->code);
  for (char *character = text; *character; character++)
    if (gap_detail_is_awkward(*character))
      *character = '-';
}

static void add_item(const struct gap *gap, struct gate_reason *reason)
{
  uint64_t pid = gap->process ? gap->process->pid : gap->unchecked->pid;
  const char *test = gap_test(gap);
  if (gap_entry(gap->kind)->about == GAP_TEST) {
    gate_add_item(reason, NULL, "%s: %s", gap_subject(gap), gap->remark);
    return;
  }
  gate_add_item(reason, NULL, "process %" PRIu64 " (%s%s%s): %s", pid, gap_subject(gap), test ? ", in " : "",
                test ? test : "", gap->remark);
}

static void add_items(const struct group *group, const struct limits *limits, struct gate_reason *reason)
{
  for (size_t i = 0; i < group->count; i++) {
    const struct gap *gap = &group->gaps[i];
    if (!gap_is_allowed(&limits->allowed, gap))
      add_item(gap, reason);
  }
}

/* Of those that were not checked fully: how many have been before, in what they still are. */
static void put_unchanged(const struct group *group, char *text, size_t size)
{
  size_t count = 0;
  uint64_t since_ns = UINT64_MAX;
  char day[DAY_TEXT_BYTES];
  for (size_t i = 0; i < group->count; i++) {
    const uint64_t checked_ns = group->gaps[i].process->full_checked_ns;
    count += checked_ns > 0;
    since_ns = checked_ns > 0 && checked_ns < since_ns ? checked_ns : since_ns;
  }
  *text = '\0';
  if (count > 0)
    snprintf(text, size, "; %zu unchanged since full checks of %s or later", count, day_text(since_ns, day));
}

static void check_group(const struct findings *findings, const struct limits *limits, bool for_leaks,
                        const struct group *group, struct gate_verdict *verdict)
{
  const struct gap_entry *entry = gap_entry(group->gaps->kind);
  size_t open = group->count - group->passed;
  char count[64], allowance[128], unchanged[128];
  bool is_counted = group->gaps->kind == GAP_unfinished && limits->is_given[LIMIT_unfinished];
  if (entry->about == GAP_CHOICE && !for_leaks)
    return;
  put_count(findings, entry, open > 0 ? open : group->count, count, sizeof count);
  if (entry->about == GAP_ERROR_CHOICE && !limits->is_given[LIMIT_errors]) {
    put_unchanged(group, unchanged, sizeof unchanged);
    gate_add_note(verdict, "%s: %s (--checks=leaks%s)", entry->words, count, unchanged);
    return;
  }
  if (open == 0 || (is_counted && open <= limits->values[LIMIT_unfinished])) {
    gate_add_note(verdict, "%s: %s, as allowed", entry->words, count);
    return;
  }
  put_allowance(entry, group, allowance, sizeof allowance);
  struct gate_reason *reason;
  gate_add_reason(verdict, entry->code, &reason, "%s: %s%s (%s lets %s pass)", entry->words, count,
                  is_counted ? ", more than allowed" : "", allowance, open == 1 ? "it" : "them");
  add_items(group, limits, reason);
}

/* --- all --- */

static void check_gaps(const struct findings *findings, const struct limits *limits, bool for_leaks,
                       const struct gaps *gaps, struct gate_verdict *verdict)
{
  for (size_t i = 0, end; i < gaps->count; i = end) {
    end = i + 1;
    if (gap_entry(gaps->items[i].kind)->about == GAP_RUN) {
      check_run(&gaps->items[i], limits, verdict);
      continue;
    }
    while (end < gaps->count && gaps->items[end].kind == gaps->items[i].kind)
      end++;
    const struct group group = make_group(&gaps->items[i], end - i, limits);
    check_group(findings, limits, for_leaks, &group, verdict);
  }
}

static void check_shards(const struct findings *findings, const struct limits *limits, struct gate_verdict *verdict)
{
  struct gaps gaps;
  gaps_find_shards(findings, &gaps);
  for (size_t i = 0; i < gaps.count; i++)
    check_run(&gaps.items[i], limits, verdict);
  gaps_release(&gaps);
}

static void check_count(const struct findings *findings, const struct limits *limits, struct gate_verdict *verdict)
{
  uint64_t least = limits->is_given[LIMIT_processes] ? limits->values[LIMIT_processes] : 0;
  size_t count = findings_process_count(findings);
  if (count >= least)
    return;
  gate_add_reason(verdict, limit_entry(LIMIT_processes)->option, NULL, "%zu %s checked, at least %s expected", count,
                  count == 1 ? "process was" : "processes were", grouped_number(least).digits);
}

/* Failing tests are not the gate's business, but the command may have stopped at the first. */
static void note_statuses(const struct findings *findings, struct gate_verdict *verdict)
{
  for (size_t i = 0; i < findings->run_count; i++) {
    const struct finding_run *run = &findings->runs[i];
    if (run->is_suite && run->is_finished && run->signal == 0 && run->exit_status != 0)
      gate_add_note(verdict,
                    "%s: the suite's command ended with status %" PRIu64 "; tests that did not run are not judged",
                    run->name, run->exit_status);
  }
}

void gate_check_runs(const struct findings *findings, const struct limits *limits, bool for_leaks,
                     struct gate_verdict *verdict)
{
  size_t before = verdict->reason_count;
  struct gaps gaps;
  gaps_find(findings, &gaps);
  check_gaps(findings, limits, for_leaks, &gaps, verdict);
  gaps_release(&gaps);
  check_shards(findings, limits, verdict);
  check_count(findings, limits, verdict);
  note_statuses(findings, verdict);
  verdict->is_whole = verdict->reason_count == before;
}
