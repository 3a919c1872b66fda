/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nothing found is good news only where everything was looked at. */
#include <inttypes.h>
#include <string.h>

#include "report/gate.h"
#include "report/numbers.h"

static struct error *check_suite(const struct finding_run *run, struct gate_verdict *verdict)
{
  struct error *error = NULL;
  if (!run->is_finished)
    error = gate_add_reason(verdict, "unfinished-suite", NULL, "%s: the suite did not finish", run->name);
  else if (run->signal != 0)
    error = gate_add_reason(verdict, "unfinished-suite", NULL, "%s: the suite's command was ended by signal %" PRIu64,
                            run->name, run->signal);
  else if (run->exit_status != 0)
    error = gate_add_note(verdict, "%s: the suite's command ended with status %" PRIu64
                          "; what it did not come to is not judged", run->name, run->exit_status);
  if (!error && run->canary == SUITE_CANARY_MISSED)
    error = gate_add_reason(verdict, "canary", NULL, "%s: the leak that was planted to be found was not found",
                            run->name);
  for (const char *const *problem = run->problems; !error && problem && *problem; problem++)
    error = gate_add_reason(verdict, "suite", NULL, "%s: %s", run->name, *problem);
  return error;
}

static struct error *check_run(const struct finding_run *run, size_t processes, struct gate_verdict *verdict)
{
  struct error *error = NULL;
  verdict->is_unreadable |= run->error && !run->is_missing;
  if (run->error)
    error = gate_add_reason(verdict, run->is_missing ? "missing" : "unreadable", NULL, "%s", run->error);
  else if (processes == 0)
    error = gate_add_reason(verdict, "empty", NULL, "%s: no process was checked", run->name);
  return error || !run->is_suite ? error : check_suite(run, verdict);
}

/* Processes stand in the order of their runs. */
static struct error *check_all_runs(const struct findings *findings, struct gate_verdict *verdict)
{
  struct error *error = NULL;
  for (size_t i = 0, start = 0, end; i < findings->run_count && !error; i++, start = end) {
    for (end = start; end < findings->process_count && findings->processes[end].run == i;)
      end++;
    error = check_run(&findings->runs[i], end - start, verdict);
  }
  if (!error && findings->run_count == 0)
    error = gate_add_reason(verdict, "empty", NULL, "there is no run to judge");
  return error;
}

/* --- processes --- */

static struct error *check_unfinished(const struct findings *findings, const struct limits *limits,
                                      struct gate_verdict *verdict)
{
  uint64_t cut = 0, most = limits->is_given[LIMIT_unfinished] ? limits->values[LIMIT_unfinished] : 0;
  struct gate_reason *reason;
  for (size_t i = 0; i < findings->process_count; i++)
    cut += findings->processes[i].state == FINDING_PROCESS_CUT;
  if (cut <= most)
    return NULL;
  struct error *error = gate_add_reason(verdict, "unfinished", &reason,
                                        "did not finish: %" PRIu64 " of %zu processes%s", cut,
                                        findings->process_count, most > 0 ? ", more than allowed" : "");
  for (size_t i = 0; i < findings->process_count && !error; i++) {
    const struct finding_process *process = &findings->processes[i];
    if (process->state == FINDING_PROCESS_CUT)
      error = gate_add_item(reason, NULL, "process %" PRIu64 " (%s): %s", process->pid,
                            process->exe ? process->exe : "?", process->cut_reason);
  }
  return error;
}

static struct error *check_searched(const struct findings *findings, struct gate_verdict *verdict)
{
  struct gate_reason *reason = NULL;
  struct error *error = NULL;
  for (size_t i = 0; i < findings->process_count && !error; i++) {
    const struct finding_process *process = &findings->processes[i];
    if (process->state != FINDING_PROCESS_FINISHED || process->is_searched)
      continue;
    if (!reason)
      error = gate_add_reason(verdict, "not-searched", &reason,
                              "leaks were not searched for at the end of all processes (--leak-check=no?)");
    if (!error)
      error = gate_add_item(reason, NULL, "process %" PRIu64 " (%s)", process->pid, process->exe ? process->exe : "?");
  }
  return error;
}

static struct error *check_count(const struct findings *findings, const struct limits *limits,
                                 struct gate_verdict *verdict)
{
  uint64_t least = limits->is_given[LIMIT_processes] ? limits->values[LIMIT_processes] : 0;
  if (findings->process_count >= least)
    return NULL;
  return gate_add_reason(verdict, limit_entry(LIMIT_processes)->option, NULL,
                         "%zu %s checked, at least %s expected", findings->process_count,
                         findings->process_count == 1 ? "process was" : "processes were", text_number(least).digits);
}

/* --- programs that ran unchecked --- */

static struct error *check_missing(const struct findings *findings, struct gate_verdict *verdict)
{
  struct gate_reason *reason = NULL;
  struct error *error = NULL;
  for (size_t i = 0; i < findings->unchecked_count && !error; i++) {
    const struct finding_unchecked *unchecked = &findings->unchecked[i];
    if (!unchecked->is_missing)
      continue;
    if (!reason)
      error = gate_add_reason(verdict, "missing-process", &reason,
                              "processes of programs that were to be checked are missing");
    if (!error)
      error = gate_add_item(reason, NULL, "process %" PRIu64 " (%s): %s", unchecked->pid,
                            unchecked->exe ? unchecked->exe : "?", unchecked->reason);
  }
  return error;
}

/* Nobody asked for these to be left out: they are static, setuid, built with a sanitizer ... */
static struct error *note_unable(const struct findings *findings, struct gate_verdict *verdict)
{
  size_t count = 0;
  const char *first = NULL;
  for (size_t i = 0; i < findings->unchecked_count; i++) {
    const char *reason = findings->unchecked[i].reason;
    if (findings->unchecked[i].is_missing || !finding_was_meant(&findings->unchecked[i]) || strcmp(reason, "skipped") == 0)
      continue;
    first = first ? first : reason;
    count++;
  }
  if (count == 0)
    return NULL;
  return gate_add_note(verdict, "%zu %s could not be checked (%s%s); seep report lists them", count,
                       count == 1 ? "program" : "programs", first, count == 1 ? "" : " ...");
}

struct error *gate_check_runs(const struct findings *findings, const struct limits *limits, bool for_leaks,
                              struct gate_verdict *verdict)
{
  size_t before = verdict->reason_count;
  struct error *error = check_all_runs(findings, verdict);
  if (!error)
    error = check_unfinished(findings, limits, verdict);
  if (!error && for_leaks)
    error = check_searched(findings, verdict);
  if (!error)
    error = check_count(findings, limits, verdict);
  if (!error)
    error = check_missing(findings, verdict);
  verdict->is_whole = verdict->reason_count == before;
  return error ? error : note_unable(findings, verdict);
}
