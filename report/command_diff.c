/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has become better and worse between two sets of runs, finding by finding. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/brief.h"
#include "report/command.h"
#include "report/commands.h"
#include "report/gate.h"

/* One of the two sets. */
struct side {
  struct findings_builder *builder;
  const struct findings *findings;
  struct tally *tally;
};

struct scope {
  bool only_own;
  unsigned leak_kinds; /* set of 1 << enum record_leak_kind */
};

static void usage(FILE *output)
{
  fputs("usage: seep diff [options] BEFORE AFTER\n"
        "       seep diff [options] BEFORE... -- AFTER...\n"
        "Show which findings are new, grown, shrunk and fixed between runs.\n"
        "\n"
        "  --own-only  leave out findings without an own frame (see --own)\n"
        "\n"
        "Leaks are compared as --show-leak-kinds says. Other options are those of a run\n"
        "(seep --help).\n"
        "Exit status: 0 the same or better, 1 worse, 2 not comparable: unusable\n"
        "arguments, runs that are missing or not whole.\n",
        output);
}

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct scope *scope = context;
  *ret_taken = strcmp(argument, "--own-only") == 0;
  scope->only_own |= *ret_taken;
  return NULL;
}

static bool is_in_scope(const void *context, const struct finding *finding)
{
  const struct scope *scope = context;
  if (scope->only_own && !finding_is_own(finding))
    return false;
  return !finding_is_leak(finding) || (scope->leak_kinds >> finding->leak_kind & 1);
}

/* --- output --- */

static void put_item(const struct side sides[2], const struct tally_difference *difference)
{
  const struct side *side = &sides[difference->after != NULL];
  const struct tally_item *item = difference->after ? difference->after : difference->before;
  char *remark = difference->before && difference->after ? brief_change(difference->before, difference->after) : NULL;
  brief_put_finding(side->findings, item->finding, remark, stdout);
  free(remark);
}

static void put_changes(const struct side sides[2], const struct tally_difference *differences, size_t count,
                        enum tally_change change, const char *words)
{
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (differences[i].change != change)
      continue;
    if (found++ == 0)
      printf("%s:\n", words);
    put_item(sides, &differences[i]);
  }
  if (found > 0)
    putchar('\n');
}

/* The first line says it all. */
static bool put_summary(const struct tally_difference *differences, size_t count, bool is_whole)
{
  size_t changes[TALLY_CHANGES] = {0};
  for (size_t i = 0; i < count; i++)
    changes[differences[i].change]++;
  bool is_worse = changes[TALLY_NEW] + changes[TALLY_GROWN] > 0;
  bool is_better = changes[TALLY_FIXED] + changes[TALLY_SHRUNK] > 0;
  printf("seep diff: %s (%zu new, %zu grown, %zu shrunk, %zu fixed, %zu the same)\n\n",
         !is_whole ? "failed" : is_worse ? "worse" : is_better ? "better" : "the same", changes[TALLY_NEW],
         changes[TALLY_GROWN], changes[TALLY_SHRUNK], changes[TALLY_FIXED], changes[TALLY_SAME]);
  return is_worse;
}

/* Runs that are not whole may lack findings: what is missing in them need not be fixed. */
static struct error *check_whole(const struct findings *findings, bool *is_whole)
{
  static const struct limits none;
  struct gate_verdict verdict = {0};
  struct error *error = gate_check_runs(findings, &none, true, &verdict);
  for (size_t i = 0; i < verdict.reason_count && !error; i++) {
    fputs("seep diff: runs that are not whole cannot be compared: ", stderr);
    brief_put_text(verdict.reasons[i].sentence, stderr);
    fputc('\n', stderr);
  }
  *is_whole &= verdict.is_whole;
  gate_verdict_release(&verdict);
  return error;
}

static bool put_differences(const struct side sides[2], const struct tally_difference *differences, size_t count,
                            bool is_whole)
{
  bool is_worse = put_summary(differences, count, is_whole);
  put_changes(sides, differences, count, TALLY_NEW, "new");
  put_changes(sides, differences, count, TALLY_GROWN, "grown");
  put_changes(sides, differences, count, TALLY_SHRUNK, "shrunk");
  put_changes(sides, differences, count, TALLY_FIXED, "fixed");
  return is_worse;
}

static struct error *compare(const struct side sides[2], int *ret_status)
{
  struct tally_difference *differences;
  size_t count;
  bool is_whole = true;
  struct error *error = check_whole(sides[0].findings, &is_whole);
  if (!error)
    error = check_whole(sides[1].findings, &is_whole);
  if (!error)
    error = tally_compare(sides[0].tally, sides[1].tally, &differences, &count);
  if (error)
    return error;
  brief_sort(differences, count);
  bool is_worse = put_differences(sides, differences, count, is_whole);
  *ret_status = !is_whole ? COMMAND_FAILED : is_worse ? COMMAND_OVER_LIMIT : COMMAND_OK;
  free(differences);
  return NULL;
}

/* --- input --- */

static struct error *read_side(const struct command *command, const struct scope *scope, struct side *side)
{
  struct error *error = command_findings(command, &side->builder, &side->findings);
  return error ? error : tally_of_findings(side->findings, is_in_scope, scope, &side->tally);
}

/* Of all runs the first `first` are those before. */
static struct error *diff(const struct command *command, size_t first, struct scope *scope, int *ret_status)
{
  struct side sides[2] = {{0}};
  struct command before = *command, after = *command;
  before.run_count = first;
  after.runs += first;
  after.run_count -= first;
  if (before.run_count == 0 || after.run_count == 0)
    return error_format("expected two runs, or runs, \"--\", and the runs to compare them with");
  struct error *error = command_leak_kinds(command, &scope->leak_kinds);
  if (!error && !(error = read_side(&before, scope, &sides[0])) && !(error = read_side(&after, scope, &sides[1])))
    error = compare(sides, ret_status);
  for (int i = 0; i < 2; i++) {
    tally_destroy(sides[i].tally);
    findings_builder_destroy(sides[i].builder);
  }
  return error;
}

/* Runs before the "--"; without it the first of two. Takes it out of the arguments. */
static struct error *split(int *argc, char **argv, size_t *ret_first)
{
  struct command before;
  int separator = 1;
  while (separator < *argc && strcmp(argv[separator], "--") != 0)
    separator++;
  struct scope scope;
  struct error *error = command_parse(separator, argv, take_argument, &scope, &before);
  if (error)
    return error;
  bool is_split = separator < *argc;
  *ret_first = is_split ? before.run_count : before.run_count == 2;
  command_release(&before);
  for (int i = separator; i + 1 < *argc; i++)
    argv[i] = argv[i + 1];
  *argc -= is_split;
  return NULL;
}

int command_diff(int argc, char **argv)
{
  struct command command;
  struct scope scope = {0};
  size_t first;
  struct error *error = split(&argc, argv, &first);
  if (!error)
    error = command_parse(argc, argv, take_argument, &scope, &command);
  if (error)
    return command_failed("diff", error);
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  else if ((error = diff(&command, first, &scope, &status)))
    status = command_failed("diff", error);
  command_release(&command);
  return command_flush("diff") == COMMAND_OK ? status : COMMAND_FAILED;
}
