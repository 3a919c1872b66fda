/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep gate`: the command line, and the order in which a baseline is read, compared, judged and written. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/text_after.h"
#include "host/commands/wanted_formats.h"
#include "host/verdicts/gate/baseline.h"
#include "host/verdicts/gate/gate.h"
#include "host/runs/command.h"

struct request {
  struct limits limits;
  struct wanted_formats formats;
  const char *baseline, *json; /* json "": to standard output, instead of the text */
  bool only_own, update, force;
};

static void usage(FILE *output)
{
  fputs("usage: seep gate [limits] [options] [RUN...]\n"
        "Fail when runs have errors or leaks, or are incomplete; without RUN, judge the\n"
        "newest saved run.\n"
        "\n"
        "Limits, for all runs together; \"any\" lets any number pass:\n",
        output);
  limits_help(output);
  fputs("\n"
        "Whatever the limits, the gate also fails on these unless --allow=KIND,... or\n"
        "--allow=KIND:WHAT,... lets them pass (--allow=killed:SIGTERM,unchecked:static):\n",
        output);
  gaps_help(output);
  fputs("\n"
        "  --baseline=FILE             fail on findings not in FILE, and on grown ones\n"
        "  --update-baseline           update FILE: remove fixed findings, lower amounts\n"
        "  --force                     with it: create FILE, add findings, raise amounts\n"
        "  --own-only                  ignore findings in library code only (see --own)\n"
        "  --json                      print the verdict as JSON instead\n"
        "  --json=FILE                 also write the verdict as JSON to FILE\n"
        "  --format=NAME[:FILE]        also report the findings that make it fail, and no\n"
        "                              others; formats are those of seep report\n"
        "\n"
        "Suppressed findings do not count. --suppressions=FILE and other options are\n"
        "those of a run (seep --help-all); the default is what the run had. Numbers may\n"
        "end in k (1024), M or G.\n"
        "Exit status: 0 passed; 1 failed; 2 bad arguments, baseline or records.\n",
        output);
}

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct request *request = context;
  const char *value;
  *ret_taken = true;
  if ((value = text_after(argument, "--baseline=")))
    request->baseline = value;
  else if ((value = text_after(argument, "--json=")))
    request->json = value;
  else if (strcmp(argument, "--json") == 0)
    request->json = "";
  else if (strcmp(argument, "--own-only") == 0)
    request->only_own = true;
  else if (strcmp(argument, "--update-baseline") == 0)
    request->update = true;
  else if (strcmp(argument, "--force") == 0)
    request->force = true;
  else if (text_after(argument, "--format="))
    return wanted_formats_take(&request->formats, argument, ret_taken);
  else
    return limits_take(&request->limits, argument, ret_taken);
  return NULL;
}

static struct error *check_request(const struct request *request)
{
  if (request->baseline && !*request->baseline)
    return error_format("--baseline=: expected the name of a file");
  if (request->update && !request->baseline)
    return error_format("--update-baseline needs --baseline=FILE");
  if (request->force && !request->update)
    return error_format("--force needs --update-baseline");
  for (size_t i = 0; i < request->formats.count; i++)
    if (request->json && !*request->json && !request->formats.items[i].file)
      return error_format("--json and --format=%s both want standard output; name a file: --format=%s:FILE",
                          request->formats.items[i].format->name, request->formats.items[i].format->name);
  return NULL;
}

/* --- the baseline --- */

struct baseline {
  struct counted_findings *read;      /* NULL: none is asked for */
  struct counted_findings *converted; /* when what was read is of an older version, whose texts it borrows */
};

/* One that is to be made begins empty. */
static struct error *read_baseline(const struct request *request, const struct counted_findings *now,
                                   struct baseline *ret)
{
  if (!request->baseline)
    return NULL;
  if (request->force && access(request->baseline, F_OK) < 0 && errno == ENOENT) {
    counted_findings_create(&ret->read);
    return NULL;
  }
  struct error *error = baseline_read(request->baseline, &ret->read);
  if (error || ret->read->version == IDENTITY_VERSION)
    return error;
  baseline_convert(ret->read, now, &ret->converted);
  return NULL;
}

static void release_baseline(struct baseline *baseline)
{
  counted_findings_destroy(baseline->converted);
  counted_findings_destroy(baseline->read);
}

static void note_converted(const struct request *request, const struct counted_findings *baseline,
                           struct gate_verdict *verdict)
{
  if (!baseline || baseline->version == IDENTITY_VERSION)
    return;
  gate_add_note(verdict, "baseline %s has the older format %u; --update-baseline converts the file to format %d",
                request->baseline, baseline->version, BASELINE_VERSION);
}

static void note_suppressed(const struct request *request, const struct baseline_changes *changes,
                            struct gate_verdict *verdict)
{
  const size_t count = changes->suppressed;
  if (count == 0)
    return;
  gate_add_note(verdict, "%zu %s of baseline %s %s suppressed now, not fixed: %s", count,
                count == 1 ? "finding" : "findings", request->baseline, count == 1 ? "is" : "are",
                request->force ? "removed, or lowered, all the same, as --force was given"
                               : "kept; --force removes or lowers what is suppressed");
}

static struct error *write_changed(const struct request *request, const struct counted_findings *updated,
                                   const struct baseline_changes *changes, struct gate_verdict *verdict)
{
  bool has_changes = changes->added + changes->raised + changes->lowered + changes->removed + changes->moved > 0;
  bool is_written = has_changes || changes->is_converted || request->force;
  struct error *error = is_written ? baseline_write(request->baseline, updated) : NULL;
  if (!error && changes->is_converted)
    gate_add_note(verdict, "baseline %s now has format %d", request->baseline, BASELINE_VERSION);
  if (!error)
    note_suppressed(request, changes, verdict);
  if (error || (!has_changes && changes->is_converted))
    return error;
  if (!has_changes) {
    gate_add_note(verdict, "nothing to remove from baseline %s", request->baseline);
    return NULL;
  }
  gate_add_note(verdict, "baseline %s has changed: %zu added, %zu raised, %zu lowered, %zu removed, %zu moved",
                request->baseline, changes->added, changes->raised, changes->lowered, changes->removed, changes->moved);
  return NULL;
}

/* Why these runs must not change the baseline; NULL: they may. Without names findings have other identities, so that
 * all old ones would seem to be fixed. */
static const char *reason_to_keep(const struct request *request, const struct gate_verdict *verdict)
{
  if (command_nameless_modules() > 0)
    return "function names of these runs are no longer available (see the warnings)";
  if (!verdict->is_whole)
    return "the runs are incomplete";
  return NULL;
}

/* The verdict is about the old baseline, or about the new one when that is what the user wants to have. */
static struct error *judge(const struct request *request, struct gate_config *config, struct counted_findings *updated,
                           const struct baseline_changes *changes, struct gate_verdict **ret)
{
  struct gate_verdict *verdict;
  const struct counted_findings *old = config->baseline;
  config->baseline = request->force && command_nameless_modules() == 0 ? updated : old;
  gate_judge(config, &verdict);
  struct error *error = NULL;
  if (command_repeated_records() > 0)
    gate_add_note(verdict, "records that were named more than once count once");
  const char *keep = reason_to_keep(request, verdict);
  if (!updated || keep)
    note_converted(request, old, verdict);
  if (updated && !keep)
    error = write_changed(request, updated, changes, verdict);
  else if (updated)
    gate_add_note(verdict, "baseline %s was not changed, because %s", request->baseline, keep);
  if (error)
    gate_verdict_destroy(verdict);
  else
    *ret = verdict;
  return error;
}

/* --- the command --- */

struct judged {
  const struct gate_config *config;
  const struct gate_verdict *verdict;
};

static struct error *put_json(void *context, FILE *output)
{
  const struct judged *judged = context;
  gate_put_json(judged->config, judged->verdict, output);
  return NULL;
}

static struct error *show(const struct request *request, const struct gate_config *config,
                          const struct gate_verdict *verdict)
{
  if (request->json && !*request->json) {
    gate_put_json(config, verdict, stdout);
    return NULL;
  }
  gate_put_text(config, verdict, stdout);
  return request->json ? command_write_file(request->json, put_json, &(struct judged){config, verdict}) : NULL;
}

/* What the verdict's reasons name. */
static void choose_findings(const struct gate_verdict *verdict, struct format_choice *ret)
{
  size_t room = 1;
  for (size_t i = 0; i < verdict->reason_count; i++)
    room += verdict->reasons[i].count;
  *ret = (struct format_choice){memory_zeroed(room, sizeof *ret->items), 0};
  for (size_t i = 0; i < verdict->reason_count; i++)
    for (size_t j = 0; j < verdict->reasons[i].count; j++)
      if (verdict->reasons[i].items[j].finding)
        ret->items[ret->count++] = verdict->reasons[i].items[j].finding;
  format_choice_sort(ret);
}

static void show_findings(const struct command *command, const struct request *request, const struct findings *findings,
                          const struct gate_verdict *verdict, int *ret_status)
{
  struct format_choice choice;
  choose_findings(verdict, &choice);
  char *root = getcwd(NULL, 0);
  struct format_options options = {.choice = &choice, .source_root = root, .command = command,
                                   .leak_kinds = findings->leak_kinds};
  if (wanted_formats_write(&request->formats, "gate", findings, options) != COMMAND_OK)
    *ret_status = COMMAND_FAILED;
  free(root);
  free(choice.items);
}

static int status_of(const struct gate_verdict *verdict)
{
  return verdict->is_unreadable ? COMMAND_FAILED : verdict->reason_count > 0 ? COMMAND_OVER_LIMIT : COMMAND_OK;
}

static struct error *judge_findings(const struct command *command, const struct request *request,
                                    const struct findings *findings, int *ret_status)
{
  struct gate_config config = {.findings = findings, .limits = &request->limits,
                               .baseline_path = request->baseline, .only_own = request->only_own,
                               .is_newest = command->run_count == 0, .is_updated = request->update};
  struct counted_findings *now, *updated = NULL;
  struct baseline baseline = {0};
  struct baseline_changes changes;
  struct gate_verdict *verdict = NULL;
  counted_findings_make(findings, gate_is_judged, &config, &now);
  config.now = now;
  struct error *error = read_baseline(request, now, &baseline);
  config.baseline = baseline.converted ? baseline.converted : baseline.read;
  if (!error && request->update)
    baseline_update(config.baseline, now, request->force, &updated, &changes);
  if (!error && !(error = judge(request, &config, updated, &changes, &verdict)))
    error = show(request, &config, verdict);
  if (!error) {
    *ret_status = status_of(verdict);
    show_findings(command, request, findings, verdict, ret_status);
  }
  gate_verdict_destroy(verdict);
  counted_findings_destroy(updated);
  release_baseline(&baseline);
  counted_findings_destroy(now);
  return error;
}

static struct error *judge_runs(const struct command *command, const struct request *request, int *ret_status)
{
  struct findings_builder *builder = NULL;
  const struct findings *findings;
  struct error *error = command_findings(command, &builder, &findings);
  if (!error)
    error = judge_findings(command, request, findings, ret_status);
  findings_builder_destroy(builder);
  return error;
}

static int run(const struct command *command, const struct request *request)
{
  int status = COMMAND_OK;
  struct error *error = check_request(request);
  if (command->wants_help)
    usage(stdout);
  else if (!error)
    error = judge_runs(command, request, &status);
  if (error)
    status = command_failed("gate", error);
  return command_flush("gate") == COMMAND_OK ? status : COMMAND_FAILED;
}

/* "--baseline FILE" is two arguments, which command_parse() would take for an option and a run. */
static struct error *take_baseline(int *argc, char **argv, struct request *request)
{
  for (int i = 1; i < *argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--baseline") != 0)
      continue;
    if (i + 1 == *argc)
      return error_format("--baseline: expected the name of a file after it");
    request->baseline = argv[i + 1];
    memmove(argv + i, argv + i + 2, (size_t)(*argc - i - 2) * sizeof *argv);
    *argc -= 2;
    i--;
  }
  return NULL;
}

int command_gate(int argc, char **argv)
{
  struct command command;
  struct request request = {0};
  options_set_command("gate", limit_names());
  struct error *error = take_baseline(&argc, argv, &request);
  if (!error)
    error = command_parse(argc, argv, take_argument, &request, &command);
  if (error)
    return command_failed("gate", error);
  plain_stream_wrap(stdout);
  int status = run(&command, &request);
  command_release(&command);
  return status;
}
