/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep diff BEFORE... -- AFTER...`: what has become better and worse. Findings of both sides are counted by identity,
 * and the counts compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/plain_stream.h"
#include "host/base/plain_text.h"
#include "host/base/text_after.h"
#include "host/model/findings/finding_lines.h"
#include "host/verdicts/gate/diff.h"
#include "host/runs/command.h"

struct request {
  bool only_own, is_json;
  unsigned leak_kinds; /* set of 1 << enum record_leak_kind */
  struct limits limits; /* nothing but what is allowed */
};

static void usage(FILE *output)
{
  fputs("usage: seep diff [options] BEFORE AFTER\n"
        "       seep diff [options] BEFORE... -- AFTER...\n"
        "Show which findings are new, grown, shrunk, suppressed or fixed between runs.\n"
        "\n"
        "  --format=json  write JSON (docs/gate.md)\n"
        "  --own-only     leave out findings in library code only (see --own)\n"
        "  --allow=KIND   compare incomplete runs, too; KIND is as for seep gate\n"
        "\n"
        "Compares the kinds of leaks that any of the runs shows, or those given by\n"
        "--show-leak-kinds. Other options are those of a run (seep --help-all); the\n"
        "default is what the run had.\n"
        "Exit status: 0 same or better; 1 worse; 2 bad arguments, or runs that are\n"
        "missing or incomplete.\n",
        output);
}

static struct error *take_format(struct request *request, const char *format)
{
  request->is_json = strcmp(format, "json") == 0;
  if (!request->is_json && strcmp(format, "text") != 0)
    return error_format("--format=%s: expected text or json", format);
  return NULL;
}

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct request *request = context;
  const char *value;
  *ret_taken = true;
  if ((value = text_after(argument, "--format=")))
    return take_format(request, value);
  if ((value = text_after(argument, "--allow=")))
    return gaps_allow(&request->limits.allowed, value);
  if (strcmp(argument, "--own-only") == 0)
    request->only_own = true;
  else
    *ret_taken = false;
  return NULL;
}

static bool is_asked_for(const void *context, const struct finding *finding)
{
  const struct request *request = context;
  if (request->only_own && !finding_is_own(finding))
    return false;
  return !finding_is_leak(finding) || (request->leak_kinds >> finding->leak_kind & 1);
}

/* --- both sides --- */

static void count_side(const struct request *request, struct diff_side *side)
{
  counted_findings_make(side->findings, is_asked_for, request, &side->counted);
  gate_check_runs(side->findings, &request->limits, true, &side->verdict);
}

/* A kind of leak that one side shows is compared, as the other one has it, too. */
static struct error *read_sides(const struct command *before, const struct command *after, struct request *request,
                                struct diff *diff)
{
  struct error *error = command_findings(before, &diff->before.builder, &diff->before.findings);
  if (!error)
    error = command_findings(after, &diff->after.builder, &diff->after.findings);
  if (error)
    return error;
  request->leak_kinds = diff->before.findings->leak_kinds | diff->after.findings->leak_kinds;
  count_side(request, &diff->before);
  count_side(request, &diff->after);
  return NULL;
}

static void say_problems(const struct diff_side *side)
{
  for (size_t i = 0; i < side->verdict.reason_count; i++) {
    fputs("seep diff: incomplete runs cannot be compared: ", stderr);
    plain_text_put(side->verdict.reasons[i].sentence, stderr);
    fputc('\n', stderr);
  }
}

/* Errors of which only one side knows may have been there before, or be there still. */
static void say_not_looked_for(const struct diff_side *side, const char *when)
{
  size_t count = 0;
  for (size_t i = 0; i < side->findings->process_count; i++)
    count += side->findings->processes[i].leaks_only;
  if (count > 0)
    fprintf(stderr,
            "seep diff: errors were not looked for in %zu of %zu processes %s (--checks=leaks), so those of "
            "their tests are not compared\n",
            count, side->findings->process_count, when);
}

static void release_side(struct diff_side *side)
{
  gate_verdict_release(&side->verdict);
  counted_findings_destroy(side->counted);
  findings_builder_destroy(side->builder);
}

/* --- what differs --- */

static void compare(struct diff *diff)
{
  size_t count;
  if (!diff_is_whole(diff))
    return;
  counted_findings_compare(diff->before.counted, diff->after.counted, &diff->changed, &count);
  for (size_t i = 0; i < count; i++) {
    diff->counts[diff->changed[i].change]++;
    if (diff->changed[i].change != FINDING_CHANGE_SAME)
      diff->changed[diff->changed_count++] = diff->changed[i];
  }
  finding_lines_sort(diff->changed, diff->changed_count);
}

static void show(const struct diff *diff, const struct request *request)
{
  if (!request->is_json) {
    diff_put_text(diff, stdout);
    return;
  }
  char *root = getcwd(NULL, 0);
  diff_put_json(diff, &(struct format_options){.source_root = root}, stdout);
  free(root);
}

/* Of all runs the first `first` are those before. */
static struct error *diff_runs(const struct command *command, size_t first, struct request *request, int *ret_status)
{
  struct diff diff = {.changed = NULL};
  struct command before = *command, after = *command;
  before.run_count = first;
  after.runs += first;
  after.run_count -= first;
  if (before.run_count == 0 || after.run_count == 0)
    return error_format("expected two runs, or runs before and after \"--\"");
  struct error *error = read_sides(&before, &after, request, &diff);
  if (!error)
    error = command_check_names();
  if (!error) {
    compare(&diff);
    say_problems(&diff.before);
    say_problems(&diff.after);
    say_not_looked_for(&diff.before, "before");
    say_not_looked_for(&diff.after, "after");
    show(&diff, request);
    *ret_status = !diff_is_whole(&diff) ? COMMAND_FAILED : diff_is_worse(&diff) ? COMMAND_OVER_LIMIT : COMMAND_OK;
  }
  free(diff.changed);
  release_side(&diff.after);
  release_side(&diff.before);
  return error;
}

/* --- the command --- */

/* Runs before the "--"; without it the first of two. Takes it out of the arguments. */
static struct error *split(int *argc, char **argv, size_t *ret_first)
{
  struct command before;
  int separator = 1;
  while (separator < *argc && strcmp(argv[separator], "--") != 0)
    separator++;
  struct request request = {0};
  RETURN_IF_ERROR(command_parse(separator, argv, take_argument, &request, &before));
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
  struct request request = {0};
  size_t first;
  struct error *error = split(&argc, argv, &first);
  if (!error)
    error = command_parse(argc, argv, take_argument, &request, &command);
  if (error)
    return command_failed("diff", error);
  int status = COMMAND_OK;
  plain_stream_wrap(stdout);
  if (command.wants_help)
    usage(stdout);
  else if ((error = diff_runs(&command, first, &request, &status)))
    status = command_failed("diff", error);
  command_release(&command);
  return command_flush("diff") == COMMAND_OK ? status : COMMAND_FAILED;
}
