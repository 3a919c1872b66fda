/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an argument is it shows itself: hexadecimal digits that are no file name a finding, a file that is no record a
 * suppression file, all else a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/record.h"
#include "report/commands.h"
#include "report/suppress.h"

enum { IDENTITY_DIGITS_MIN = 6 };

static void usage(FILE *output)
{
  fputs("usage: seep suppress [options] [RUN...] [FINDING...]\n"
        "Write the smallest set of suppressions that hides these findings of runs and nothing else that the runs\n"
        "show: those named by their identities, or else all that seep report lists. The set is proved by reading\n"
        "the runs again with it, and works in Valgrind as well.\n"
        "\n"
        "  -o, --output=FILE  write there rather than to standard output\n"
        "  --force            replace FILE when it is there\n"
        "\n"
        "A RUN is as for seep report, a FINDING the identity (or its beginning) that seep report --format=text shows.\n"
        "--suppressions=FILE, --show-leak-kinds and other options are as for a run (seep --help).\n"
        "Exit status: 0 done, 1 some finding cannot be told from others, 2 unusable arguments or records.\n",
        output);
}

static struct error *take_option(void *context, const char *argument, bool *ret_taken)
{
  static const char output[] = "--output=";
  struct suppress_request *request = context;
  *ret_taken = true;
  if (strncmp(argument, output, strlen(output)) == 0 && argument[strlen(output)])
    request->output = argument + strlen(output);
  else if (strcmp(argument, "--force") == 0)
    request->is_forced = true;
  else
    *ret_taken = false;
  return NULL;
}

/* --- what is no option --- */

static bool is_identity(const char *argument)
{
  size_t size = strlen(argument);
  return size >= IDENTITY_DIGITS_MIN && size <= IDENTITY_DIGITS && strspn(argument, "0123456789abcdef") == size &&
         access(argument, F_OK) != 0;
}

/* The newest run has a name, by which it is found again when a newer one has come. */
static struct error *name_newest(struct suppress_request *request, struct run **ret)
{
  struct error *error = run_dir_find(NULL, ret);
  if (!error)
    request->command.runs[request->command.run_count++] = (*ret)->name;
  return error;
}

/* Runs stay where they are, the others move to lists of their own. */
static struct error *sort_arguments(struct suppress_request *request)
{
  struct command *command = &request->command;
  size_t runs = 0, count = command->run_count;
  request->identities = calloc(count + 1, sizeof *request->identities);
  if (!request->identities)
    return error_no_memory();
  for (size_t i = 0; i < count; i++)
    if (is_identity(command->runs[i]))
      request->identities[request->identity_count++] = command->runs[i];
    else
      command->runs[runs++] = command->runs[i];
  command->run_count = runs;
  return NULL;
}

/* --- arguments --- */

/* "-o FILE" and "-oFILE" become "--output=FILE"; strings that are made stand in `made`. */
static struct error *spell_out(int argc, char **argv, char **ret, int *ret_count, char **made)
{
  int count = 0, made_count = 0;
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) {
      while (i < argc)
        ret[count++] = argv[i++];
      break;
    }
    if (strncmp(argv[i], "-o", 2) != 0 || i == 0) {
      ret[count++] = argv[i];
      continue;
    }
    const char *file = argv[i][2] ? argv[i] + 2 : i + 1 < argc ? argv[++i] : "";
    if (!*file)
      return error_format("-o needs a file");
    if (asprintf(&made[made_count], "--output=%s", file) < 0) {
      made[made_count] = NULL;
      return error_no_memory();
    }
    ret[count++] = made[made_count++];
  }
  *ret_count = count;
  return NULL;
}

static int run_request(struct suppress_request *request)
{
  struct run *newest = NULL;
  struct error *error = sort_arguments(request);
  if (!error && request->command.run_count == 0)
    error = name_newest(request, &newest);
  int status = error ? command_failed("suppress", error) : suppress_write(request);
  run_destroy(newest);
  free(request->identities);
  return status;
}

static int run_arguments(int argc, char **argv)
{
  struct suppress_request request = {.output = NULL};
  struct error *error = command_parse(argc, argv, take_option, &request, &request.command);
  if (error)
    return command_failed("suppress", error);
  int status = COMMAND_OK;
  if (request.command.wants_help)
    usage(stdout);
  else
    status = run_request(&request);
  command_release(&request.command);
  return status;
}

int command_suppress(int argc, char **argv)
{
  char **arguments = calloc((size_t)argc + 1, sizeof *arguments), **made = calloc((size_t)argc + 1, sizeof *made);
  int count = 0;
  struct error *error = arguments && made ? spell_out(argc, argv, arguments, &count, made) : error_no_memory();
  int status = error ? command_failed("suppress", error) : run_arguments(count, arguments);
  for (char **text = made; text && *text; text++)
    free(*text);
  free(arguments);
  free(made);
  return status;
}
