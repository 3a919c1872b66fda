/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of a run are chosen, the programs in which they were found are run again with --explain, all into one
 * new run, and what that says of the findings is written. */
#include "host/commands/explain_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/text_after.h"
#include "host/commands/explained_findings.h"
#include "host/runs/command.h"

struct request {
  struct command command;
  const char **identities;
  size_t identity_count;
  struct wanted_formats formats;
  const char *input;          /* a file; NULL: what the run had */
  bool is_forced, tries_fix;
  explain_runner *run;
};

static void usage(FILE *output)
{
  fputs("usage: seep explain [options] [RUN] [FINDING...]\n"
        "Tell where leaked blocks were lost: run the program of an earlier run again,\n"
        "follow the pointers to these blocks, and tell what became of the last ones.\n"
        "RUN is as for seep report, by default the newest; FINDING is the identity of a\n"
        "leak that seep report --format=text shows, or a unique prefix of at least four\n"
        "digits. Without FINDING, all that is definitely lost.\n"
        "\n"
        "The program gets the options of Seep, the arguments and the directory it had,\n"
        "and its standard input if that was a file; the current environment is used.\n"
        "What it prints goes to standard error.\n"
        "\n"
        "  --try-fix             run it once more, and free the blocks where that is\n"
        "                        suggested: are they used later?\n"
        "  --input=FILE          let it read FILE as standard input\n"
        "  --force               even if the program has changed since the run, or the\n"
        "                        record is another user's\n"
        "  --format=NAME[:FILE]  write the findings in this format to FILE or standard\n"
        "                        output (see seep report --help); may be repeated\n"
        "\n"
        "Other options are those of a run (seep --help-all); the default is what the run\n"
        "had. The new run is saved like others: seep report NAME shows it again.\n"
        "Exit status: 0 all of it happened again; 1 some of it did not; 2 bad arguments\n"
        "or records, or the program cannot be run again.\n",
        output);
}

/* --- arguments --- */

static struct error *take_option(void *context, const char *argument, bool *ret_taken)
{
  struct request *request = context;
  const char *input = text_after(argument, "--input=");
  *ret_taken = true;
  if (strcmp(argument, "--force") == 0)
    request->is_forced = true;
  else if (strcmp(argument, "--try-fix") == 0)
    request->tries_fix = true;
  else if (input && *input)
    request->input = input;
  else
    return wanted_formats_take(&request->formats, argument, ret_taken);
  return NULL;
}

static bool is_identity(const char *word)
{
  return identity_is_prefix(word) && access(word, F_OK) != 0;
}

static struct error *sort_words(struct request *request)
{
  struct command *command = &request->command;
  size_t runs = 0, count = command->run_count;
  request->identities = memory_zeroed(count + 1, sizeof *request->identities);
  for (size_t i = 0; i < count; i++)
    if (is_identity(command->runs[i]))
      request->identities[request->identity_count++] = command->runs[i];
    else
      command->runs[runs++] = command->runs[i];
  command->run_count = runs;
  return runs > 1 ? error_format("%s and %s: only one run can be explained", command->runs[0], command->runs[1]) : NULL;
}

/* --- runs --- */

/* What is known of one. */
struct known {
  struct findings_builder *builder;
  const struct findings *findings;
  struct explain_images images;
  bool has_images;
};

static void known_release(struct known *known)
{
  if (known->has_images)
    explain_images_release(&known->images);
  findings_builder_destroy(known->builder);
}

/* To be released even when it fails. */
static struct error *read_findings(const struct request *request, const char *run, struct known *known)
{
  struct command command = request->command;
  struct findings_builder *builder;
  command.runs = &run;
  command.run_count = 1;
  struct error *error = command_findings(&command, &builder, &known->findings);
  if (error)
    return error;
  known->builder = builder;
  return known->findings->runs[0].is_missing ? error_format("%s", known->findings->runs[0].error) : NULL;
}

static struct error *read_images(const struct request *request, const char *run, const struct explain_wanted *wanted,
                                 struct known *known)
{
  struct error *error = explain_images_read(&request->command, run, wanted, &known->images);
  known->has_images = !error;
  return error;
}

/* --- what came of it --- */

/* No program is run if there is nothing to try in any. */
static struct error *try_all(const struct request *request, struct explain_tries *tries)
{
  const size_t count = tries->programs->count;
  char **moments = memory_zeroed(count + 1, sizeof *moments);
  struct explain_place place;
  bool has_any = false;
  for (size_t i = 0; i < count; i++)
    has_any |= (moments[i] = explain_tries_moments(tries, i)) != NULL;
  const struct explain_rerun rerun = {&request->command, request->input, request->run, moments};
  struct error *error = has_any ? explain_rerun(&rerun, tries->wanted, tries->programs, &place) : NULL;
  if (has_any && !error) {
    error = explain_tries_judge(&request->command, place.directory, tries);
    explain_place_release(&place);
  }
  for (size_t i = 0; i < count; i++)
    free(moments[i]);
  free(moments);
  return error;
}

static struct error *try_and_tell(const struct request *request, const struct explain_outcome *outcome, const char *run,
                                  int *ret_status)
{
  struct explain_tries tries = {0};
  struct error *error = request->tries_fix ? explain_tries_find(&request->command, outcome, run, &tries) : NULL;
  if (!error && request->tries_fix)
    error = try_all(request, &tries);
  if (!error)
    error = explained_tell(
      &(struct explained){&request->command, &request->formats, outcome, request->tries_fix ? &tries : NULL},
      ret_status);
  if (request->tries_fix)
    explain_tries_release(&tries);
  return error;
}

static struct error *tell_new_run(const struct request *request, const struct explain_wanted *wanted,
                                  const struct explain_programs *programs, const struct known *before, const char *run,
                                  int *ret_status)
{
  struct known now = {0};
  struct error *error = read_findings(request, run, &now);
  if (error) {
    error_free(error);
    known_release(&now);
    return error_format("the program could not be run again");
  }
  error = read_images(request, run, wanted, &now);
  const struct explain_outcome outcome = {wanted, programs, {before->findings, &before->images},
                                          {now.findings, &now.images}};
  if (!error)
    error = try_and_tell(request, &outcome, run, ret_status);
  known_release(&now);
  return error;
}

static struct error *check_programs(const struct request *request, const struct explain_programs *programs)
{
  struct error *error = NULL;
  for (size_t i = 0; i < programs->count && !error && !request->is_forced; i++)
    error = explain_program_check(programs->items[i]);
  return error;
}

static struct error *explain_programs(const struct request *request, const struct explain_wanted *wanted,
                                      const struct explain_programs *programs, const struct known *before,
                                      int *ret_status)
{
  struct explain_place place;
  struct error *error = check_programs(request, programs);
  if (!error)
    error = explain_rerun(&(struct explain_rerun){&request->command, request->input, request->run, NULL}, wanted,
                          programs, &place);
  if (error)
    return error;
  error = tell_new_run(request, wanted, programs, before, place.directory, ret_status);
  explain_place_release(&place);
  return error;
}

static struct error *explain_wanted(const struct request *request, const struct explain_wanted *wanted,
                                    const struct known *before, int *ret_status)
{
  struct explain_programs programs;
  RETURN_IF_ERROR(explain_programs_choose(before->findings, wanted, &before->images, &programs));
  struct error *error = explain_programs(request, wanted, &programs, before, ret_status);
  explain_programs_release(&programs);
  return error;
}

static struct error *explain_run(struct request *request, const char *run, int *ret_status)
{
  struct known before = {0};
  struct explain_wanted wanted = {0};
  struct error *error = read_findings(request, run, &before);
  if (!error)
    error = explain_wanted_choose(before.findings, request->identities, request->identity_count, &wanted);
  if (!error)
    error = read_images(request, run, &wanted, &before);
  if (!error)
    error = explain_wanted(request, &wanted, &before, ret_status);
  explain_wanted_release(&wanted);
  known_release(&before);
  return error;
}

/* What the record says is executed. */
static struct error *check_owner(const struct run *run)
{
  struct stat status;
  for (size_t i = 0; i < run->record_count; i++)
    if (stat(run->records[i], &status) == 0 && status.st_uid != geteuid())
      return error_format("%s belongs to another user, and the program that it names would be run; look at it by seep "
                          "dump, then add --force", run->records[i]);
  return NULL;
}

/* The newest run has a name, by which it is found again when a newer one has come. */
static struct error *explain_named(struct request *request, int *ret_status)
{
  struct run *run;
  struct error *error = sort_words(request);
  if (!error)
    error = run_dir_find(request->command.run_count > 0 ? request->command.runs[0] : NULL, &run);
  if (error)
    return error;
  error = request->is_forced ? NULL : check_owner(run);
  if (!error)
    error = explain_run(request, run->name, ret_status);
  run_destroy(run);
  return error;
}

int explain_command(int argc, char **argv, explain_runner *run)
{
  struct request request = {.run = run};
  int status = COMMAND_OK;
  struct error *error = command_parse(argc, argv, take_option, &request, &request.command);
  if (error)
    return command_failed("explain", error);
  if (request.command.wants_help)
    usage(stdout);
  else if ((error = explain_named(&request, &status)))
    status = command_failed("explain", error);
  if (command_flush("explain") != COMMAND_OK)
    status = COMMAND_FAILED;
  free(request.identities);
  command_release(&request.command);
  return status;
}
