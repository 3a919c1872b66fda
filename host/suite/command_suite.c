/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suite [options] -- COMMAND`: the programs of a test suite under the checker, everything around them without.
 * One reporter serves the whole suite; it stays as long as this process holds a connection to it. The command is run
 * with the preload library in its environment (suite_preload.h), which executes the tool on the programs to be
 * checked, with a connection to that reporter. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/installed.h"
#include "host/base/join_path.h"
#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/launcher/prepare/program_check.h"
#include "host/launcher/prepare/system_check.h"
#include "host/verdicts/gate/suite_summary.h"
#include "shared/base/native_variable.h"
#include "host/output/output_name.h"
#include "host/record/reporter_fault.h"
#include "host/runs/command.h"
#include "host/suite/preload/suite_limits.h"
#include "shared/base/plain_strings.h"
#include "host/suite/suite_call.h"
#include "host/suite/suite_log_server.h"
#include "host/suite/suite_parallel.h"
#include "host/suite/suite_private.h"
#include "host/suite/suite_progress.h"
#include "host/suite/suite_runner_names.h"

#define CANARY_NAME "seep-canary"

enum { STRAGGLERS_PATIENCE_MS = 5000 }; /* for processes that outlive the command */

/* --- the run directory --- */

static struct error *make_run_directory(struct suite *suite)
{
  const char *record = options_text(suite->set_up.options, OPTION_record);
  const char *fails = options_text(suite->set_up.options, OPTION_fail_alloc);
  if (record && strcmp(record, "no") == 0)
    return error_format("--record=no: a suite needs its records; name a directory, or omit the option");
  if (fails && strcmp(fails, "each") == 0)
    return error_format("--fail-alloc=each runs one program again and again; in a suite, name a place");
  if (fails && !*fails)
    return error_format("--fail-alloc=: expected a number or a place");
  struct error *error = set_up_run_directory(&suite->set_up, suite->command[0]);
  if (!error && !suite->set_up.run_directory)
    error = error_format("no directory for the records of this suite; name one with --record=DIR");
  return error ? error : suite_files_create(suite->set_up.run_directory, &suite->files);
}

static uint64_t now_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct error *write_facts(struct suite *suite)
{
  static char host[256];
  struct suite_facts *facts = &suite->facts;
  gethostname(host, sizeof host - 1);
  facts->version = (char *)PACKAGE_VERSION;
  facts->command = suite->command;
  facts->directory = facts->tree = suite->set_up.directory;
  facts->only = (char **)suite->setup.only;
  facts->skip = (char **)suite->setup.skip;
  facts->full = (char **)suite->setup.full;
  facts->full_share = *suite->share_text ? suite->share_text : NULL;
  facts->host = host;
  const struct suite_shard shard = suite->shard.count > 0 ? suite->shard : suite_shard_find(suite->command);
  facts->shard = shard.index;
  facts->shard_count = shard.count;
  facts->started_ns = now_ns();
  size_t count;
  options_given_arguments(suite->set_up.options, &facts->options, &count);
  return suite_facts_write(facts, suite->set_up.run_directory);
}

/* --- the reporter --- */

static struct error *find_parts(struct suite *suite)
{
  struct error *error = system_check_tool();
  if (!error)
    error = set_up_find_parts(&suite->set_up);
  if (error)
    return error;
  if (!join_path(suite->canary, suite->set_up.folder, CANARY_NAME))
    *suite->canary = '\0';
  if (!join_path(suite->native, suite->set_up.parts, NATIVE_LIBRARY))
    return error_format("%s/" NATIVE_LIBRARY ": the path is too long", suite->set_up.parts);
  error = installed_part(INSTALLED_SUITE_LIBRARY, suite->library);
  if (!error && !join_path(suite->library, suite->set_up.parts, INSTALLED_SUITE_LIBRARY))
    error = error_format("%s/" INSTALLED_SUITE_LIBRARY ": the path is too long", suite->set_up.parts);
  return error;
}

/* The reporter inherits the writing end of a pipe; when it exits, the reading end sees that. */
static struct error *start_reporter(struct suite *suite)
{
  int ends[2];
  suite_listener_create(&suite->listener);
  suite->set_up.listener = suite_listener_writer(suite->listener);
  suite->set_up.is_of_suite = true;
  suite->set_up.silent_program = suite->canary;
  if (pipe2(ends, O_CLOEXEC) < 0)
    return error_errno(errno, "cannot make a pipe");
  struct error *error = set_up_reporter(&suite->set_up, getpid());
  close(ends[1]);
  suite->reporter_end = ends[0];
  return error;
}

/* --- what the programs are given --- */

static const char *number_text(unsigned number)
{
  static char text[16];
  snprintf(text, sizeof text, "%u", number);
  return text;
}

/* Programs that use Check take a factor for their time limits from the environment. */
static struct error *raise_limits_of_check(unsigned factor)
{
  static const char name[] = "CK_TIMEOUT_MULTIPLIER";
  const char *given = getenv(name);
  unsigned long times = given ? strtoul(given, NULL, 10) : 1;
  char text[32];
  if (factor == 1)
    return NULL;
  snprintf(text, sizeof text, "%lu", (times && times <= SUITE_FACTOR_MAX ? times : 1) * factor);
  return setenv(name, text, 1) < 0 ? error_errno(errno, "cannot set %s", name) : NULL;
}

static struct error *set_setup(struct suite *suite)
{
  struct suite_setup *setup = &suite->setup;
  setup->log = suite->files.log;
  setup->faults = suite->files.faults;
  setup->library = suite->library;
  setup->tool = suite->set_up.tool;
  setup->launcher = suite->set_up.executable;
  setup->parts = suite->set_up.parts;
  setup->native = options_leaks_only(suite->set_up.options) ? suite->native : "";
  setup->growth = options_given(suite->set_up.options, OPTION_growth) &&
                      options_flag(suite->set_up.options, OPTION_growth) ? "yes" : "";
  setup->canary = suite->canary;
  setup->socket = suite->set_up.socket_name;
  setup->tree = suite->set_up.directory;
  setup->timeout_factor = number_text(suite->timeout_factor);
  setup->test_name = suite->names_by_argument ? "argv1" : "";
  suite_share_text(&suite->share, suite->share_text);
  setup->full_share = suite->share_text;
  struct error *error = options_set_value(suite->set_up.options, OPTION_suite_tree, setup->tree, "seep suite");
  if (!error)
    error = suite_files_tool_options(&suite->set_up, setup);
  suite->full_state.is_quiet = options_flag(suite->set_up.options, OPTION_quiet);
  if (!error)
    error = suite_full_state_begin(&suite->full_state, suite->files.full_state, setup);
  return error ? error : suite_write_setup(suite);
}

struct error *suite_write_setup(const struct suite *suite)
{
  return suite_files_write_setup(suite->files.setup, &suite->setup);
}

static char *preload_list(const struct suite *suite)
{
  const char *given = getenv("LD_PRELOAD");
  if (text_find(given, suite->library))
    return print_text("LD_PRELOAD=%s", given);
  return print_text("LD_PRELOAD=%s%s%s", suite->library, given && *given ? ":" : "", given ? given : "");
}

void suite_environment(const struct suite *suite, char ***ret)
{
  static const char *const own[] = {"LD_PRELOAD=", SUITE_VARIABLE "=", SUITE_AT_VARIABLE "=", NULL};
  size_t count = 0;
  while (environ[count])
    count++;
  char **list = memory_zeroed(count + 4, sizeof *list);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    bool is_own = false;
    for (const char *const *name = own; *name; name++)
      is_own |= text_after(environ[i], *name) != NULL;
    if (!is_own)
      list[at++] = environ[i];
  }
  list[at++] = preload_list(suite);
  list[at++] = print_text(SUITE_VARIABLE "=%s:%s", suite->key, suite->files.setup);
  list[at++] = (char *)SUITE_AT_VARIABLE "= -  ";
  *ret = list;
}

/* --- the run --- */

static struct error *prepare_suite(struct suite *suite)
{
  struct error *error = find_parts(suite);
  if (!error)
    error = set_up_translation_cache(&suite->set_up);
  if (!error)
    error = make_run_directory(suite);
  if (!error)
    error = start_reporter(suite);
  if (!error)
    error = suite_log_server_start(&suite->files, suite->set_up.socket_name, suite->reporter_end, suite->key);
  if (!error)
    error = set_setup(suite);
  if (!error && suite->jobs)
    error = suite_parallel_environment(suite->jobs);
  if (!error && suite->wants_native_first)
    error = suite_native_run(suite);
  if (!error)
    error = raise_limits_of_check(suite->timeout_factor);
  if (!error && suite->wants_canary)
    error = suite_canary_run(suite);
  return error ? error : write_facts(suite);
}

/* Nobody is left with a command that still runs; suite.json says that the suite did not finish. */
static void wait_without_memory(void *child)
{
  suite_child_wait(child, NULL, NULL);
}

static struct error *run_command(struct suite *suite)
{
  struct memory_end end;
  char **environment;
  struct suite_progress *progress = NULL;
  suite_environment(suite, &environment);
  struct error *error = suite_child_start(suite->command, environment, &suite->child, &suite->status);
  if (!error && !options_flag(suite->set_up.options, OPTION_quiet))
    error = suite_progress_create(suite->files.log, suite_listener_counts(suite->listener), &progress);
  if (error)
    return error;
  memory_end_add(&end, wait_without_memory, &suite->child);
  suite_child_wait(&suite->child, progress ? suite_progress_tick : NULL, progress);
  memory_end_remove(&end);
  suite_progress_destroy(progress);
  return NULL;
}

/* Processes may outlive the command; the reporter goes on serving them after this process has ended. */
static void let_reporter_go(struct suite *suite)
{
  struct pollfd end = {.fd = suite->reporter_end, .events = POLLIN};
  close(suite->set_up.channel);
  suite->set_up.channel = -1;
  if (poll(&end, 1, STRAGGLERS_PATIENCE_MS) == 0)
    fprintf(stderr, "seep suite: processes of the suite still run; what they find later is added to the run "
                    "directory\n");
}

/* A problem because of which part of the suite was not checked: printed at once, and kept in suite.json. Frees
 * `error`. */
static void note_problem(struct suite *suite, struct error *error)
{
  size_t count = 0;
  if (!error)
    return;
  fprintf(stderr, "seep suite: %s\n", error_message(error));
  while (suite->facts.problems && suite->facts.problems[count])
    count++;
  char **problems = memory_resize(suite->facts.problems, count + 2, sizeof *problems);
  problems[count] = memory_text(error_message(error));
  problems[count + 1] = NULL;
  suite->facts.problems = problems;
  error_free(error);
}

/* In a way in which test runners end what takes too long. */
static bool was_ended_by_signal(const struct finding_process *process)
{
  return process->state == FINDING_PROCESS_CUT || process->signal == SIGTERM || process->signal == SIGKILL
         || process->signal == SIGALRM;
}

static void print_limit_hint(const struct suite *suite, const struct findings *findings)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (was_ended_by_signal(&findings->processes[i])) {
      fprintf(stderr, "If a program exceeded a time limit: --timeout-factor=N (now %u) raises those of Meson, CTest, "
                      "cargo-nextest,\n"
                      "pytest-timeout and Check; raise others, such as those of `timeout` and @pytest.mark.timeout, "
                      "where they are set.\n",
              suite->timeout_factor);
      return;
    }
}

/* Merging the findings reads all records, so missing and damaged ones show here. */
static struct error *summarise(struct suite *suite)
{
  const char *runs[] = {suite->set_up.run_directory};
  struct command command = {.runs = runs, .run_count = 1};
  struct findings_builder *builder = NULL;
  struct suite_summary summary = {.run_name = suite->set_up.run_name, .facts = &suite->facts};
  struct exec_log *log = NULL;
  struct error *error = exec_log_read(suite->set_up.run_directory, &log);
  if (!error && !log)
    error = error_format("the run directory %s was removed while the suite ran", suite->set_up.run_directory);
  if (!error)
    error = command_findings(&command, &builder, &summary.findings);
  if (error) {
    exec_log_destroy(log);
    return error;
  }
  summary.log = log;
  for (size_t i = 0; i < summary.findings->process_count; i++)
    suite->has_errors |= summary.findings->processes[i].errors + summary.findings->processes[i].leak_errors > 0;
  if (!options_flag(suite->set_up.options, OPTION_quiet)) {
    plain_stream_wrap(stderr);
    suite_summary_print(&summary, stderr);
    print_limit_hint(suite, summary.findings);
  }
  error = suite_full_state_end(&suite->full_state, suite->set_up.run_directory, &suite->setup, suite->facts.started_ns,
                               log, summary.findings);
  findings_builder_destroy(builder);
  exec_log_destroy(log);
  return error;
}

static const char *look_up_variable(void *context, const char *variable)
{
  (void)context;
  return getenv(variable);
}

/* set_up_reporter() makes the first file of --log-file=...%p to see that it can, named after this process, which has
 * nothing to report. */
static void remove_empty_output(const struct suite *suite, const char *pattern)
{
  struct output_name name = {
    .pattern = pattern, .directory = suite->set_up.directory, .pid = (uint64_t)getpid(), .number = 1,
    .lookup = look_up_variable,
  };
  struct stat status;
  char *path = NULL;
  if (!pattern || !strstr(pattern, "%p"))
    return;
  error_free(output_name_expand(&name, &path));
  if (path && stat(path, &status) == 0 && status.st_size == 0)
    (void)unlink(path);
  free(path);
}

/* What is written to it later is added at its end. */
static struct error *sum_log(struct suite *suite)
{
  static char text[32];
  uint64_t sum;
  struct error *error = exec_log_sum(suite->set_up.run_directory, UINT64_MAX, &suite->facts.log_bytes, &sum);
  snprintf(text, sizeof text, "%016" PRIx64, sum);
  suite->facts.log_sum = text;
  return error;
}

static void finish_suite(struct suite *suite)
{
  int status = suite->child.status;
  let_reporter_go(suite);
  if (suite_files_have_fault(&suite->files))
    note_problem(
      suite, error_format("%s could not be written; the list of programs that ran is incomplete", suite->files.log));
  if (reporter_has_failed(suite->set_up.run_directory))
    note_problem(suite, error_format("the process that reports ran out of memory; seep report %s has what it would "
                                     "have shown", suite->set_up.run_name));
  suite->facts.ended_ns = now_ns();
  suite->facts.exit_status = WIFEXITED(status) ? (uint64_t)WEXITSTATUS(status) : 0;
  suite->facts.signal = WIFSIGNALED(status) ? (uint64_t)WTERMSIG(status) : 0;
  note_problem(suite, suite_runner_names_add(suite->set_up.run_directory));
  note_problem(suite, summarise(suite));
  note_problem(suite, sum_log(suite));
  note_problem(suite, suite_facts_write(&suite->facts, suite->set_up.run_directory));
  suite_files_clean(&suite->files, suite->set_up.run_directory);
  remove_empty_output(suite, options_text(suite->set_up.options, OPTION_log_file));
  remove_empty_output(suite, options_text(suite->set_up.options, OPTION_xml_file));
}

/* With COMMAND's own status, unless Seep failed or --error-exitcode applies. Calls of valgrind have reporters of
 * their own, so their errors are known only from the records. */
static void __attribute__((noreturn)) end_as_command(struct suite *suite)
{
  int64_t wanted = options_number(suite->set_up.options, OPTION_error_exitcode);
  if (suite->facts.problems)
    exit(EXIT_SEEP_FAILED);
  bool has_errors = suite->has_errors || suite_listener_counts(suite->listener)->errors > 0;
  if (suite->child.status == 0 && wanted > 0 && has_errors)
    exit((int)wanted);
  suite_child_end_like(&suite->child);
}

static struct error *run_suite(struct suite *suite, char **arguments)
{
  struct error *error = set_up_init(&suite->set_up, "seep suite");
  if (!error)
    error = suite_options_read(suite, arguments);
  if (error || suite->wants_help)
    return error;
  suite_call_note_suite(suite->command);
  suite_child_prepare();
  if (!(error = prepare_suite(suite)))
    error = run_command(suite);
  return error;
}

/* Remove everything, lest a suite that never began be taken for one. */
static int fail_suite(struct suite *suite, struct error *error)
{
  fprintf(stderr, "seep suite: %s\n", error_message(error));
  error_free(error);
  suite_files_remove(&suite->files, suite->set_up.run_directory);
  set_up_forget_run(&suite->set_up);
  return suite->status;
}

int command_suite(int argc, char **argv)
{
  static struct suite suite = {.files = {.lock = -1, .fault = -1, .directory = -1}, .reporter_end = -1,
                               .status = EXIT_SEEP_FAILED, .timeout_factor = SUITE_FACTOR};
  (void)argc;
  struct error *error = run_suite(&suite, argv + 1);
  if (error)
    return fail_suite(&suite, error);
  if (suite.wants_help) {
    suite_options_print_help();
    return EXIT_SUCCESS;
  }
  finish_suite(&suite);
  end_as_command(&suite);
}
