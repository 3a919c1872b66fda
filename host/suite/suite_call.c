/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log gets two images: valgrind, logged by the preload library, and the program, whose parent is valgrind. What
 * the program executes starts like all programs of a suite. With --trace-children=yes it gets a setup that names the
 * launcher instead of the tool, so that each process joins the reporter of the call, or starts one if that has
 * ended. */
#include "host/suite/suite_call.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/launcher/prepare/other_tool.h"
#include "host/suite/preload/suite_events.h"
#include "shared/base/plain_strings.h"
#include "host/suite/suite_files.h"

enum { INTERPRETER_BYTES = 256 };

struct suite_call {
  struct suite_setup setup;
  char setup_text[SUITE_SETUP_BYTES + 1];
  char valgrind[SUITE_ID_BYTES], program[SUITE_ID_BYTES]; /* ids */
  char *source;                               /* of the test's name; begins with '?' if the name is preliminary */
  char *test;
  bool traces_children;
  char *skip;                                 /* --trace-children-skip; make_setup() cuts it up. NULL: not given */
};

/* --- SEEP_SUITE_AT --- */

/* "ID STATE SOURCE NAME"; false: this process is not in that state. `at` is cut up. */
static bool parse_at_variable(char *at, enum suite_state state, struct suite_call *call)
{
  char *rest = at, *id = strsep(&rest, " "), *word = strsep(&rest, " ");
  if (!word || *word != (char)state || strlen(id) >= sizeof call->valgrind || strtol(id, NULL, 10) != getpid())
    return false;
  strcpy(call->valgrind, id);
  call->source = strsep(&rest, " ");
  call->test = rest;
  return true;
}

static void create_in_state(enum suite_state state, struct suite_call **ret)
{
  const char *path = getenv(SUITE_VARIABLE), *at = getenv(SUITE_AT_VARIABLE);
  *ret = NULL;
  if (!path || !at)
    return;
  struct suite_call *call = memory_zeroed(1, sizeof *call);
  char *copy = memory_text(at);
  if (parse_at_variable(copy, state, call) && suite_setup_read(path, call->setup_text, &call->setup)) {
    *ret = call;
    return;
  }
  free(copy);
  free(call);
}

void suite_call_create(struct suite_call **ret)
{
  create_in_state(SUITE_STATE_CALL, ret);
}

static struct error *set_at_variable(const struct suite_call *call, const char *id, enum suite_state state)
{
  char *at = print_text("%s %c %s %s", id, (char)state, call->source ? call->source : "", call->test ? call->test : "");
  bool is_set = setenv(SUITE_AT_VARIABLE, at, 1) == 0;
  free(at);
  return is_set ? NULL : error_errno(errno, "cannot set " SUITE_AT_VARIABLE);
}

/* --- the log --- */

static void log_unchecked(const struct suite_call *call, const char *id, const char *why)
{
  static struct suite_line line;
  suite_event_log_unchecked(&call->setup, &line, id, why);
}

void suite_call_fail(const struct suite_call *call, const struct error *error)
{
  char *why = print_text("valgrind: %s", error_message(error));
  log_unchecked(call, *call->program ? call->program : call->valgrind, why);
  free(why);
}

/* The suite's own image is in the log already, as a program that is not to be checked. */
void suite_call_note_suite(char *const *command)
{
  static struct suite_line line;
  static struct suite_call call;
  static char id[SUITE_ID_BYTES], directory[PATH_MAX];
  const char *variable = getenv(SUITE_VARIABLE), *at = getenv(SUITE_AT_VARIABLE);
  if (!variable || !at || !suite_setup_read(variable, call.setup_text, &call.setup))
    return;
  char *parent = memory_text_begin(at, strcspn(at, " "));
  struct suite_event_image image = {
    .event = "image", .id = id, .parent = parent, .pid = getpid(), .ppid = getppid(), .exe = command[0],
    .directory = getcwd(directory, sizeof directory), .arguments = command, .why = "another suite",
  };
  suite_event_make_id(id, sizeof id, &image.time_ns);
  suite_event_log_image(&call.setup, &line, &image);
  free(parent);
}

/* The interpreter of a script; empty: it is none. */
static void read_interpreter(const char *path, char interpreter[static INTERPRETER_BYTES])
{
  char line[INTERPRETER_BYTES];
  line[foreign_file_begin(path, line, sizeof line - 1)] = '\0';
  line[strcspn(line, "\n")] = '\0';
  interpreter[0] = '\0';
  if (strncmp(line, "#!", 2) == 0)
    sscanf(line + 2, " %255s", interpreter);
}

static void log_program(struct suite_call *call, const char *path, char **program, const char *directory)
{
  static struct suite_line line;
  char interpreter[INTERPRETER_BYTES];
  read_interpreter(path, interpreter);
  char *exe = realpath(*interpreter ? interpreter : path, NULL);
  struct suite_event_image image = {
    .event = "image", .id = call->program, .parent = call->valgrind, .pid = getpid(), .ppid = getppid(),
    .exe = exe ? exe : path, .script = *interpreter ? path : NULL, .directory = directory, .arguments = program,
    .test = call->test, .test_source = call->source ? call->source + (*call->source == '?') : NULL,
  };
  suite_event_make_id(call->program, sizeof call->program, &image.time_ns);
  suite_event_log_image(&call->setup, &line, &image);
  free(exe);
}

/* --- what Valgrind does itself --- */

static bool is_question(const char *argument)
{
  static const char *const questions[] = {"--version", "--help", "-h", "--help-debug", "--help-dyn-options", NULL};
  for (const char *const *question = questions; *question; question++)
    if (strcmp(argument, *question) == 0)
      return true;
  return false;
}

static struct error *run_valgrind(const struct suite_call *call, char **arguments)
{
  RETURN_IF_ERROR(set_at_variable(call, call->valgrind, SUITE_STATE_NATIVE));
  execv(arguments[0], arguments);
  return error_errno(errno, "%s", arguments[0]);
}

struct error *suite_call_leave_to_valgrind(const struct suite_call *call, char **arguments)
{
  char tool[OTHER_TOOL_BYTES], why[2 * OTHER_TOOL_BYTES];
  bool is_asked = false;
  char **argument = arguments + 1;
  for (; *argument && **argument == '-' && strcmp(*argument, "--") != 0; argument++)
    is_asked |= is_question(*argument);
  if (is_asked || !*argument)
    return run_valgrind(call, arguments);
  if (!other_tool_is_wanted(arguments, tool))
    return NULL;
  snprintf(why, sizeof why, "valgrind --tool=%s", tool);
  log_unchecked(call, call->valgrind, why);
  return run_valgrind(call, arguments);
}

/* --- options --- */

/* The suite's suppressions and its translation cache are used here too. */
static struct error *take_from_suite(const struct suite_call *call, struct options *options)
{
  struct error *error = NULL;
  for (const char *const *option = call->setup.options; !error && *option; option++) {
    const char *of_host = text_after(*option, "--seep-host=");
    if (text_after(of_host, "--suppressions=") || text_after(*option, "--translation-cache="))
      error = options_set(options, of_host ? of_host : *option, "seep suite");
  }
  return error;
}

struct error *suite_call_set_options(struct suite_call *call, struct options *options)
{
  const char *skip = options_text(options, OPTION_trace_children_skip);
  if (options_given(options, OPTION_trace_children_skip_by_arg))
    return error_format("--trace-children-skip-by-arg cannot be had inside a suite; use --trace-children-skip, or "
                        "`seep suite --skip`");
  call->traces_children = options_flag(options, OPTION_trace_children);
  if (skip)
    call->skip = memory_text(skip);
  struct error *error = take_from_suite(call, options);
  if (!error) /* what was asked for is Memcheck, whatever the user's own file of options says */
    error = options_set(options, "--checks=all", "seep suite");
  if (!error && !options_given(options, OPTION_vgdb))
    error = options_set(options, "--vgdb=no", "seep suite");
  /* It is the preload library that follows programs. */
  return error ? error : options_set(options, "--trace-children=no", "seep suite");
}

/* --- the program --- */

/* If nothing else names a test, the program is its own. */
static void name_test(struct suite_call *call, const char *path)
{
  struct suite_rules rules = suite_setup_rules(&call->setup);
  char *exe = call->test && *call->test ? NULL : realpath(path, NULL);
  if (!exe)
    return;
  call->source = (char *)"program";
  call->test = memory_zeroed(1, PATH_MAX);
  suite_rules_plain_path(&rules, exe, call->test, PATH_MAX);
  free(exe);
}

struct error *suite_call_begin(struct suite_call *call, const char *path, char **program, struct set_up *set_up)
{
  const char *end = strrchr(call->setup.log, '/');
  if (!end)
    return error_format("%s: the setup of the suite is damaged: it names no log in a directory",
                        getenv(SUITE_VARIABLE));
  set_up->run_directory = memory_text_begin(call->setup.log, (size_t)(end - call->setup.log));
  name_test(call, path);
  struct error *error = NULL;
  log_program(call, path, program, set_up->directory);
  if (call->test && *call->test && call->source && *call->source != '?')
    error = options_set_value(set_up->options, OPTION_suite_test, call->test, "seep suite");
  if (!error && call->setup.tree && *call->setup.tree)
    error = options_set_value(set_up->options, OPTION_suite_tree, call->setup.tree, "seep suite");
  return error ? error : options_set_value(set_up->options, OPTION_suite_exec, call->program, "seep suite");
}

/* For everything that the program executes, except what --trace-children-skip excludes. */
static struct error *make_setup(const struct suite_call *call, const struct set_up *set_up, const char *path)
{
  struct suite_setup setup = call->setup;
  memset(setup.only, 0, sizeof setup.only);
  memset(setup.skip, 0, sizeof setup.skip);
  setup.only[0] = "*";
  char *rest = call->skip;
  for (size_t i = 0; rest && i < SUITE_LIST_MAX; i++)
    setup.skip[i] = strsep(&rest, ",");
  setup.tool = set_up->executable;
  setup.socket = "";
  setup.native = ""; /* what was asked for is Memcheck */
  struct error *error = suite_files_tool_options(set_up, &setup);
  return error ? error : suite_files_write_setup(path, &setup);
}

struct error *suite_call_set_environment(const struct suite_call *call, const struct set_up *set_up)
{
  char *path, *value = NULL;
  struct error *error = set_at_variable(call, call->program, SUITE_STATE_CHECKED);
  if (error || !call->traces_children)
    return error;
  path = print_text("%s/" SUITE_CALL_SETUP "%s", set_up->run_directory, call->program);
  error = make_setup(call, set_up, path);
  if (!error)
    value = print_text("%s%s%s", call->setup.key, *call->setup.key ? ":" : "", path);
  if (!error && setenv(SUITE_VARIABLE, value, 1) < 0)
    error = error_errno(errno, "cannot set " SUITE_VARIABLE);
  free(value);
  free(path);
  return error;
}

void suite_call_run_unchecked(const struct error *reason)
{
  struct suite_call *call;
  create_in_state(SUITE_STATE_CHECKED, &call);
  struct error *error = NULL;
  if (call) {
    log_unchecked(call, call->valgrind, error_message(reason));
    error = set_at_variable(call, call->valgrind, SUITE_STATE_NATIVE);
  }
  error_free(error);
}
