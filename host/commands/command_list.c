/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep list`: a line for each saved run, the newest first: its name, when it began, what ran and what it found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/commands.h"
#include "host/base/plain_text.h"
#include "host/base/text_after.h"
#include "host/model/words/numbers.h"
#include "host/runs/command.h"
#include "host/verdicts/gate/gate.h"

static void usage(FILE *output)
{
  fputs("usage: seep list\n"
        "Show the saved runs, the newest first, with what ran and what was found. The\n"
        "names are those that seep report, seep gate, seep explain and seep heap take.\n"
        "\n"
        "Options are those of a run (seep --help-all), as --suppressions=FILE.\n",
        output);
}

/* --- what was found --- */

static const char *separator(const char **next)
{
  const char *now = *next;
  *next = ", ";
  return now;
}

static void put_leaks(const struct finding_totals *totals, enum record_leak_kind kind, const char *words,
                      const char **next)
{
  uint64_t bytes = totals->leak_bytes[kind], places = totals->leak_findings[kind];
  if (kind == RECORD_LEAK_DEFINITE)
    bytes += totals->leak_bytes[RECORD_LEAK_INDIRECT];
  if (places > 0)
    printf("%s%s %s in %s", separator(next), grouped_bytes(bytes).digits, words,
           grouped_count(places, "place", "places").digits);
}

static bool are_errors_looked_for(const struct findings *findings)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].leaks_only)
      return false;
  return findings->process_count > 0;
}

/* Without the run's name, which stands at the beginning of the line. */
static const char *first_reason(const struct findings *findings, const struct gate_verdict *verdict)
{
  const char *sentence = verdict->reason_count > 0 ? verdict->reasons[0].sentence : "";
  const char *rest = findings->run_count > 0 ? text_after(sentence, findings->runs[0].name) : NULL;
  const char *bare = rest ? text_after(rest, ": ") : NULL;
  return bare ? bare : sentence;
}

/* Good news is for runs of which all was seen. */
static void put_result(const struct findings *findings)
{
  const struct limits none_allowed = {0};
  const struct finding_totals *totals = &findings->totals;
  struct gate_verdict verdict = {.is_whole = true};
  const char *next = "";
  gate_check_runs(findings, &none_allowed, true, &verdict);
  if (totals->errors > 0)
    printf("%s%s", separator(&next), grouped_count(totals->errors, "error", "errors").digits);
  else if (verdict.is_whole && are_errors_looked_for(findings))
    printf("%sno errors", separator(&next));
  put_leaks(totals, RECORD_LEAK_DEFINITE, "lost", &next);
  put_leaks(totals, RECORD_LEAK_POSSIBLE, "possibly lost", &next);
  if (verdict.is_whole &&
      totals->leak_findings[RECORD_LEAK_DEFINITE] + totals->leak_findings[RECORD_LEAK_POSSIBLE] == 0)
    printf("%sno leaks", separator(&next));
  if (!are_errors_looked_for(findings) && totals->errors == 0)
    printf("%serrors were not looked for", separator(&next));
  if (!verdict.is_whole)
    printf("%sincomplete: %s", separator(&next), first_reason(findings, &verdict));
  gate_verdict_release(&verdict);
}

/* --- what ran --- */

static void put_time(const struct findings *findings)
{
  uint64_t began_ns = findings->run_count > 0 ? findings->runs[0].start_time_ns : 0;
  for (size_t i = 0; i < findings->process_count; i++)
    if (began_ns == 0 || findings->processes[i].start_time_ns < began_ns)
      began_ns = findings->processes[i].start_time_ns;
  char text[32] = "";
  struct tm local;
  const time_t began = (time_t)(began_ns / 1000000000);
  if (began_ns > 0 && localtime_r(&began, &local))
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  printf("  %-16s  ", text);
}

static void put_program(const struct findings *findings)
{
  const struct finding_run *run = findings->run_count > 0 ? &findings->runs[0] : NULL;
  if (run && run->is_suite && run->command)
    plain_text_put(run->command, stdout);
  else if (findings->process_count > 0)
    plain_text_put(findings->processes[0].program, stdout);
  const size_t count = findings_process_count(findings);
  if (count > 1)
    printf(" (%s)", grouped_count(count, "process", "processes").digits);
}

static struct error *put_run(const struct command *options, const char *name, int width)
{
  struct command command = *options;
  struct findings_builder *builder;
  const struct findings *findings;
  command.runs = &name;
  command.run_count = 1;
  RETURN_IF_ERROR(command_findings(&command, &builder, &findings));
  printf("%-*s", width, name);
  put_time(findings);
  put_program(findings);
  fputs(": ", stdout);
  put_result(findings);
  putchar('\n');
  findings_builder_destroy(builder);
  return NULL;
}

static struct error *put_runs(const struct command *command)
{
  char **names;
  size_t count;
  int width = 0;
  struct error *error = run_dir_list(&names, &count);
  if (error)
    return error;
  for (size_t i = 0; i < count; i++)
    width = (int)strlen(names[i]) > width ? (int)strlen(names[i]) : width;
  for (size_t i = 0; i < count && !error; i++)
    error = put_run(command, names[i], width);
  if (count == 0)
    puts("no run is saved");
  run_dir_list_release(names);
  return error;
}

int command_list(int argc, char **argv)
{
  struct command command;
  struct error *error = command_parse(argc, argv, NULL, NULL, &command);
  if (error)
    return command_failed("list", error);
  if (command.wants_help)
    usage(stdout);
  else if (command.run_count > 0)
    error = error_format("expected no name; seep report %s shows that run", command.runs[0]);
  else
    error = put_runs(&command);
  command_release(&command);
  if (error)
    return command_failed("list", error);
  return command_flush("list");
}
