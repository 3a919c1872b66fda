/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run's recorded options are set first, the command's over them; see struct command_session. */
#include "host/runs/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/base/text_after.h"
#include "host/runs/repeated_records.h"
#include "host/runs/run_parts.h"

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

/* Options are checked when they are set; here one set is made to have bad ones said before anything is read, and
 * colours chosen. */
static struct error *check_options(const struct command *command)
{
  struct options *options;
  RETURN_IF_ERROR(command_options(command, &options));
  terminal_want_colour(options_choice(options, OPTION_color));
  options_destroy(options);
  return NULL;
}

struct error *command_parse(int argc, char **argv,
                            struct error *(*take)(void *context, const char *argument, bool *ret_taken), void *context,
                            struct command *ret)
{
  struct command command = {.runs = memory_zeroed((size_t)argc + 1, sizeof *command.runs),
                            .options = memory_zeroed((size_t)argc + 1, sizeof *command.options)};
  struct error *error = NULL;
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
  if (count < WARNINGS_KEPT) {
    said[count] = memory_text(message);
    count++;
  }
  return false;
}

static void warn(void *context, const char *message)
{
  (void)context;
  bool is_allocator = strstr(message, "/vgpreload_") != NULL; /* it needs none: it is there whenever Seep is */
  nameless_modules += !is_allocator && strstr(message, SYMBOLS_NAMELESS);
  if (!was_said(message))
    fprintf(stderr, "seep: warning: %s\n", message);
}

size_t command_nameless_modules(void)
{
  return nameless_modules;
}

/* Without names findings have other identities: all would be fixed, and as many new. */
struct error *command_check_names(void)
{
  if (nameless_modules == 0)
    return NULL;
  return error_format(
    "function names of these runs are no longer available (see the warnings), so findings cannot be matched; "
    "seep pack right after a run keeps the names");
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

struct kept {
  const struct command *command;
  const struct command_session *session;
};

/* A test that has called valgrind may have removed its file: what that hid is shown then. */
static bool is_gone(const struct command_session *session, const char *file)
{
  char *path = *file == '/' ? memory_text(file) : print_text("%s/%s", session->load->records[0].cwd, file);
  const bool result = session->is_later_part && access(path, F_OK) < 0 && errno == ENOENT;
  char *message = result ? print_text("%s is gone; what it suppressed is not suppressed", path) : NULL;
  if (message)
    warn(NULL, message);
  free(message);
  free(path);
  return result;
}

/* Is an option of the run in force still? */
static bool is_kept(const void *context, const char *option)
{
  const struct kept *kept = context;
  const struct command *command = kept->command;
  const char *suppressions = text_after(option, "--suppressions=");
  if (suppressions)
    return !command->forgets_suppressions && !is_gone(kept->session, suppressions);
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
    error = run_reader_set_options(session->load, session->options, is_kept, &(struct kept){command, session});
  if (error && session->ret_problem && session->options) {
    *session->ret_problem = error;
    error = NULL;
  }
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
static struct error *end_run(struct findings_builder *builder, struct error *problem)
{
  struct error *error = findings_end_run(builder, problem ? error_message(problem) : NULL);
  error_free(problem);
  return error;
}

/* A run that was named. */
struct named {
  struct run *run;         /* NULL: it is missing */
  struct run_reader *load; /* NULL: it cannot be read */
  struct error *problem;   /* why one of them is NULL */
  bool is_left_out;        /* all of its records are of other runs */
};

struct error *command_read_part(const struct command *command, struct command_session *session,
                                struct findings_builder *builder, struct error **problem)
{
  struct error *bad_option = NULL;
  session->ret_problem = &bad_option;
  struct error *error = command_session_open(command, session);
  if (error) {
    session->load = NULL;
    error_free(bad_option);
    return error;
  }
  if (!bad_option)
    findings_use_options(builder, session->options);
  if (!bad_option)
    bad_option = run_reader_read(session->load, report_session_report(session->session), NULL);
  if (*problem)
    error_free(bad_option);
  else
    *problem = bad_option;
  findings_end_part(builder, report_session_suppressions(session->session));
  struct run_reader *load = session->load;
  session->load = NULL;
  command_session_close(session);
  session->load = load;
  return NULL;
}

/* A call of valgrind in a suite's test has suppressions and limits of its own, and none for others. */
static struct error *read_parts(const struct command *command, const struct command_session *like,
                                struct run_reader *load, struct findings_builder *builder)
{
  struct run_parts parts;
  struct error *problem = NULL, *error = NULL;
  run_parts_make(load, &parts);
  for (size_t i = 0; i < parts.count && !error; i++) {
    struct command_session session = *like;
    session.load = parts.items[i];
    session.load->is_missed = findings_miss_process;
    session.load->missed_context = builder;
    session.is_later_part = i > 0;
    error = command_read_part(command, &session, builder, &problem);
    parts.items[i] = session.load;
  }
  run_parts_release(&parts);
  if (!error)
    return end_run(builder, problem);
  error_free(problem);
  return error;
}

/* Takes problem over. */
static struct error *read_run(const struct command *command, struct named *named, struct shared_symbols *shared,
                              struct findings_builder *builder)
{
  const struct run *run = named->run;
  struct error *error = findings_begin_run(builder, run->name, run->directory), *problem = named->problem;
  const struct command_session like = {.run = run, .listener = findings_listener(builder), .shared = shared};
  const size_t nameless = nameless_modules;
  if (error)
    return error;
  named->problem = NULL;
  if (problem)
    return end_run(builder, problem);
  error = read_parts(command, &like, named->load, builder);
  if (nameless_modules > nameless)
    findings_note_nameless(builder);
  return error;
}

static struct error *read_named(const struct command *command, const char *name, struct named *named,
                                struct shared_symbols *shared, struct findings_builder *builder)
{
  if (named->is_left_out)
    return NULL;
  if (!named->run)
    return findings_add_missing_run(builder, name ? name : "(newest run)", error_message(named->problem));
  return read_run(command, named, shared, builder);
}

static size_t repeated_records;

size_t command_repeated_records(void)
{
  return repeated_records;
}

/* Runs are found and their records' beginnings read before any is read as a whole. */
static void find_named(const struct command *command, struct named *named, size_t count)
{
  struct run_reader **loads = memory_zeroed(count, sizeof *loads);
  bool *are_single = memory_zeroed(count, sizeof *are_single);
  for (size_t i = 0; i < count; i++) {
    struct named *one = &named[i];
    one->problem = run_dir_find(command->run_count > 0 ? command->runs[i] : NULL, &one->run);
    if (!one->problem)
      one->problem = run_reader_create(one->run, &one->load);
    loads[i] = one->load;
    are_single[i] = one->run && !one->run->directory;
  }
  if ((repeated_records = repeated_drop(loads, are_single, count)) > 0)
    warn(NULL, "some records were named more than once, or with copies of them; each counts once");
  for (size_t i = 0; i < count; i++)
    named[i].is_left_out = loads[i] && loads[i]->count == 0;
  free(are_single);
  free(loads);
}

static void release_named(struct named *named, size_t count)
{
  for (size_t i = 0; i < count && named; i++) {
    if (named[i].run)
      run_destroy(named[i].run);
    run_reader_destroy(named[i].load);
    error_free(named[i].problem);
  }
  free(named);
}

static struct error *read_all(const struct command *command, struct findings_builder *builder)
{
  const size_t count = command->run_count > 0 ? command->run_count : 1;
  struct shared_symbols shared = {0};
  struct named *named = memory_zeroed(count, sizeof *named);
  find_named(command, named, count);
  struct error *error = NULL;
  for (size_t i = 0; !error && i < count; i++)
    error = read_named(command, command->run_count > 0 ? command->runs[i] : NULL, &named[i], &shared, builder);
  shared_symbols_deinit(&shared);
  release_named(named, count);
  return error;
}

struct error *command_findings(const struct command *command, struct findings_builder **ret_builder,
                               const struct findings **ret)
{
  struct findings_builder *builder = NULL;
  struct options *options;
  RETURN_IF_ERROR(command_options(command, &options));
  findings_builder_create(options, &builder);
  struct error *error = read_all(command, builder);
  if (!error)
    findings_finish(builder, ret);
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
