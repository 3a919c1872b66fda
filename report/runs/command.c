/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run's recorded options are set first, the command's over them; see struct command_session. */
#include "report/runs/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "base/text_after.h"
#include "report/runs/commands.h"

enum { WARNINGS_KEPT = 100 };

struct error *command_options(const struct command *command, struct options **ret)
{
  struct options *options;
  struct error *error = options_create(false, &options);
  if (error)
    return error;
  for (size_t i = 0; !error && i < command->option_count; i++)
    error = options_set(options, command->options[i], "command line");
  if (error) {
    options_destroy(options);
    return error;
  }
  *ret = options;
  return NULL;
}

/* Options are checked when they are set; here one set is made to have bad ones said before anything is read. */
static struct error *check_options(const struct command *command)
{
  struct options *options;
  struct error *error = command_options(command, &options);
  if (!error)
    options_destroy(options);
  return error;
}

struct error *command_parse(int argc, char **argv,
                            struct error *(*take)(void *context, const char *argument, bool *ret_taken), void *context,
                            struct command *ret)
{
  struct command command = {.runs = calloc((size_t)argc + 1, sizeof *command.runs),
                            .options = calloc((size_t)argc + 1, sizeof *command.options)};
  struct error *error = command.runs && command.options ? NULL : error_no_memory();
  bool only_runs = false;
  for (int i = 1; !error && i < argc; i++) {
    bool is_taken = false;
    if (only_runs || argv[i][0] != '-')
      command.runs[command.run_count++] = argv[i];
    else if (strcmp(argv[i], "--") == 0)
      only_runs = true;
    else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      command.wants_help = true;
    else if (!(take && (error = take(context, argv[i], &is_taken))) && !is_taken)
      command.options[command.option_count++] = argv[i];
  }
  if (!error)
    error = check_options(&command);
  if (error) {
    command_release(&command);
    return error;
  }
  *ret = command;
  return NULL;
}

void command_release(struct command *command)
{
  free(command->runs);
  free(command->options);
}

static size_t nameless_modules;

/* A run may be read again for another part of a report. */
static bool was_said(const char *message)
{
  static char *said[WARNINGS_KEPT];
  static size_t count;
  for (size_t i = 0; i < count; i++)
    if (strcmp(said[i], message) == 0)
      return true;
  if (count < WARNINGS_KEPT && (said[count] = strdup(message)))
    count++;
  return false;
}

static void warn(void *context, const char *message)
{
  (void)context;
  if (was_said(message))
    return;
  fprintf(stderr, "seep: warning: %s\n", message);
  bool is_allocator = strstr(message, "/vgpreload_") != NULL; /* it needs none: it is there whenever Seep is */
  nameless_modules += !is_allocator && strstr(message, "no names are taken from it");
}

size_t command_nameless_modules(void)
{
  return nameless_modules;
}

/* A run that was made with XML is printed in words, unless XML is asked for again; then it goes to standard output. */
static struct error *forget_xml(struct options *options)
{
  struct error *error = options_set(options, "--xml=no", "default");
  return error ? error : options_set(options, "--xml-fd=1", "default");
}

static size_t name_length(const char *option)
{
  return strcspn(option, "=");
}

/* Is an option of the run in force still? */
static bool is_kept(const void *context, const char *option)
{
  const struct command *command = context;
  if (text_after(option, "--suppressions="))
    return !command->forgets_suppressions;
  if (text_after(option, "--explain=")) /* what was followed is told by the record */
    return false;
  for (size_t i = 0; i < command->option_count; i++)
    if (name_length(command->options[i]) == name_length(option) &&
        strncmp(command->options[i], option, name_length(option)) == 0)
      return false;
  return true;
}

static struct error *make_options(const struct command *command, struct command_session *session)
{
  struct error *error = options_create(false, &session->options);
  if (!error)
    error = run_reader_set_options(session->load, session->options, is_kept, command);
  if (!error)
    error = forget_xml(session->options);
  for (size_t i = 0; !error && i < command->option_count; i++)
    error = options_set(session->options, command->options[i], "command line");
  return error ? error : options_finish(session->options);
}

struct error *command_session_open(const struct command *command, struct command_session *session)
{
  struct error *error = session->load ? NULL : run_reader_create(session->run, &session->load);
  if (!error)
    error = make_options(command, session);
  if (!error)
    error = report_session_create(
      &(struct report_session_config){
        .options = session->options,
        .run_name = session->run->name,
        .colour = session->colour,
        .columns = terminal_columns(STDOUT_FILENO),
        .warn = warn,
        .listener = session->listener,
        .run_directory = session->run->directory,
        .packs = session->packs,
        .shared = session->shared,
      },
      &session->session);
  if (error)
    command_session_close(session);
  return error;
}

/* --- many runs --- */

/* Takes `problem` over. */
static struct error *end_run(struct findings_builder *builder, const struct suppressions *suppressions,
                             struct error *problem)
{
  struct error *error = findings_end_run(builder, suppressions, problem ? error_message(problem) : NULL);
  error_free(problem);
  return error;
}

static struct error *read_run(const struct command *command, const struct run *run, struct shared_symbols *shared,
                              struct findings_builder *builder)
{
  struct command_session session = {.run = run, .listener = findings_listener(builder), .shared = shared};
  struct error *error = findings_begin_run(builder, run->name, run->directory), *problem;
  if (error)
    return error;
  if ((problem = run_reader_create(run, &session.load)))
    return end_run(builder, NULL, problem);
  if ((error = command_session_open(command, &session)))
    return error;
  problem = findings_use_options(builder, session.options);
  if (!problem)
    problem = run_reader_read(session.load, report_session_report(session.session), NULL);
  error = end_run(builder, report_session_suppressions(session.session), problem);
  command_session_close(&session);
  return error;
}

static struct error *read_named(const struct command *command, const char *name, struct shared_symbols *shared,
                                struct findings_builder *builder)
{
  struct run *run;
  struct error *missing = run_dir_find(name, &run);
  if (missing) {
    struct error *error = findings_add_missing_run(builder, name ? name : "(newest run)", error_message(missing));
    error_free(missing);
    return error;
  }
  struct error *error = read_run(command, run, shared, builder);
  run_destroy(run);
  return error;
}

struct error *command_findings(const struct command *command, struct findings_builder **ret_builder,
                               const struct findings **ret)
{
  struct findings_builder *builder = NULL;
  struct shared_symbols shared = {0};
  struct options *options;
  struct error *error = command_options(command, &options);
  if (error)
    return error;
  error = findings_builder_create(options, &builder);
  for (size_t i = 0; !error && (i < command->run_count || i == 0); i++)
    error = read_named(command, command->run_count > 0 ? command->runs[i] : NULL, &shared, builder);
  shared_symbols_deinit(&shared);
  if (!error)
    error = findings_finish(builder, ret);
  options_destroy(options);
  if (error)
    findings_builder_destroy(builder);
  else
    *ret_builder = builder;
  return error;
}

void command_session_close(struct command_session *session)
{
  report_session_destroy(session->session);
  if (session->options)
    options_destroy(session->options);
  run_reader_destroy(session->load);
}

struct error *command_write_file(const char *path, struct error *(*write)(void *context, FILE *output), void *context)
{
  FILE *output = fopen(path, "w");
  if (!output)
    return error_errno(errno, "cannot write %s", path);
  struct error *error = write(context, output);
  bool is_bad = ferror(output);
  if (fclose(output) != 0 || is_bad) {
    error_free(error);
    return error_errno(errno, "cannot write %s", path);
  }
  return error;
}

int command_failed(const char *command, struct error *error)
{
  fflush(stdout);
  fprintf(stderr, "seep %s: %s\n", command, error_message(error));
  error_free(error);
  return COMMAND_FAILED;
}

int command_flush(const char *command)
{
  if (fflush(stdout) == 0 && !ferror(stdout))
    return COMMAND_OK;
  return command_failed(command, error_errno(errno, "cannot write to standard output"));
}
