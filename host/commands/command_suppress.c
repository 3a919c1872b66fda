/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suppress RUN...`: write suppressions for findings. An argument's form says what it is: hexadecimal digits, when
 * no file is called so, are a finding; a file that is no record is a suppression file; everything else is a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "shared/record/record.h"
#include "host/verdicts/suppress/suppress.h"

static void usage(FILE *output)
{
  fputs("usage: seep suppress [options] [RUN...] [FINDING...]\n"
        "Write the smallest set of suppressions that hides these findings and nothing\n"
        "else: neither other findings of the runs nor the same mistake in another\n"
        "function or program. Without FINDING, all findings that seep report lists. Seep\n"
        "verifies the set by applying it to the runs. It works in Valgrind, too.\n"
        "\n"
        "  -o, --output=FILE  write to FILE instead of standard output\n"
        "  --force            replace FILE if it exists\n"
        "\n"
        "   or: seep suppress --audit [--prune] [--narrow] [RUN...] FILE...\n"
        "List the entries of suppression files that are unused in all processes of the\n"
        "runs, are shadowed by earlier entries, stop at a wrapper, or hide too much, and\n"
        "those whose limits are exceeded.\n"
        "\n"
        "  --prune            remove unused and shadowed entries\n"
        "  --narrow           replace entries that hide findings in many functions, or\n"
        "                     stop at a wrapper, with exact ones\n"
        "  --force            even if programs were rebuilt since the runs\n"
        "\n"
        "   or: seep suppress --convert FILE... [-o FILE]\n"
        "Convert suppressions of LeakSanitizer or Dr. Memory to Memcheck's format.\n"
        "\n"
        "RUN is as for seep report, by default the newest; FINDING is the identity that\n"
        "seep report --format=text shows, or a unique prefix of at least four digits.\n"
        "--suppressions=FILE, --show-leak-kinds and other options are those of a run\n"
        "(seep --help-all); the default is what the run had.\n"
        "Exit status: 0 done; 1 a finding cannot be told from others, the audit found\n"
        "something, or a suppression could not be converted; 2 bad arguments or records.\n",
        output);
}

static bool take_flag(struct suppress_request *request, const char *argument)
{
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {
    {"--force", &request->is_forced},
    {"--audit", &request->audits},
    {"--prune", &request->prunes},
    {"--narrow", &request->narrows},
    {"--convert", &request->converts},
  };
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (strcmp(argument, flags[i].name) == 0)
      return *flags[i].flag = true;
  return false;
}

static struct error *take_option(void *context, const char *argument, bool *ret_taken)
{
  struct suppress_request *request = context;
  const char *output = text_after(argument, "--output=");
  const bool is_output = output && *output;
  if (is_output)
    request->output = output;
  *ret_taken = is_output || take_flag(request, argument);
  return NULL;
}

/* --- what is no option --- */

static bool is_identity(const char *argument)
{
  return identity_is_prefix(argument) && access(argument, F_OK) != 0;
}

/* Too few digits for a finding, and no file: hardly a run, but an identity that was cut too short. */
static bool is_too_short(const char *argument)
{
  size_t size = strlen(argument);
  return size > 0 && size < IDENTITY_DIGITS_LEAST && strspn(argument, "0123456789abcdef") == size &&
         access(argument, F_OK) != 0;
}

/* As it is, or compressed. */
static bool begins_like_record(const char *path)
{
  static const char magic[] = RECORD_MAGIC, compressed[] = "\x28\xb5\x2f\xfd";
  char start[sizeof magic] = "";
  const size_t size = foreign_file_begin(path, start, sizeof magic - 1);
  return (size == sizeof magic - 1 && memcmp(start, magic, size) == 0) ||
         memcmp(start, compressed, sizeof compressed - 1) == 0;
}

static bool is_suppression_file(const char *argument)
{
  struct stat status;
  const char *ending = strrchr(argument, '.');
  return (ending && strcmp(ending, ".supp") == 0) ||
         (stat(argument, &status) == 0 && S_ISREG(status.st_mode) && !begins_like_record(argument));
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
  request->identities = memory_zeroed(count + 1, sizeof *request->identities);
  request->files = memory_zeroed(count + 1, sizeof *request->files);
  for (size_t i = 0; i < count; i++)
    if (request->converts)
      request->files[request->file_count++] = command->runs[i];
    else if (is_identity(command->runs[i]))
      request->identities[request->identity_count++] = command->runs[i];
    else if (is_too_short(command->runs[i]))
      return error_format("%s is not a run, and too short for a finding: expected at least four digits of its identity",
                          command->runs[i]);
    else if (is_suppression_file(command->runs[i]))
      request->files[request->file_count++] = command->runs[i];
    else
      command->runs[runs++] = command->runs[i];
  command->run_count = runs;
  return NULL;
}

static struct error *check_request(struct suppress_request *request)
{
  request->audits = request->audits || request->prunes || request->narrows;
  if (request->converts)
    return request->audits                ? error_format("--convert and --audit cannot be combined")
           : request->file_count == 0     ? error_format("--convert needs a file")
           : request->command.option_count ? error_format("--convert takes no %s", request->command.options[0])
                                           : NULL;
  if (request->audits && request->file_count == 0)
    return error_format("--audit needs a suppression file");
  if (request->audits && (request->identity_count > 0 || request->output))
    return error_format("--audit takes runs and files only");
  if (!request->audits && request->file_count > 0)
    return error_format("%s is neither a run nor a record; use --audit to check suppression files",
                        request->files[0]);
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
    made[made_count] = print_text("--output=%s", file);
    ret[count++] = made[made_count++];
  }
  *ret_count = count;
  return NULL;
}

static int run_request(struct suppress_request *request)
{
  struct run *newest = NULL;
  struct error *error = sort_arguments(request);
  if (!error)
    error = check_request(request);
  if (!error && request->command.run_count == 0 && !request->converts)
    error = name_newest(request, &newest);
  if (request->audits)
    plain_stream_wrap(stdout);
  int status = error               ? command_failed("suppress", error)
               : request->converts ? suppress_convert(request)
               : request->audits   ? suppress_audit(request)
                                   : suppress_write(request);
  run_destroy(newest);
  free(request->identities);
  free(request->files);
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
  char **arguments = memory_zeroed((size_t)argc + 1, sizeof *arguments),
       **made = memory_zeroed((size_t)argc + 1, sizeof *made);
  int count = 0;
  struct error *error = spell_out(argc, argv, arguments, &count, made);
  int status = error ? command_failed("suppress", error) : run_arguments(count, arguments);
  for (char **text = made; text && *text; text++)
    free(*text);
  free(arguments);
  free(made);
  return status;
}
