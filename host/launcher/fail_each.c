/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/fail_each.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/base/wrapped_line.h"
#include "host/commands/alloc_places.h"
#include "host/commands/failed_allocations.h"
#include "host/reporter/outputs.h"
#include "host/reporter/reporter.h"
#include "host/suite/suite_child.h"

/* A program that runs out of memory may retry for ever, so each run has a time limit, derived from that of the
 * first. */
enum { TIMES_AS_LONG = 10, SECONDS_MORE = 10, SECONDS_TO_END = 5 };

struct each {
  struct set_up *set_up;
  struct outputs *outputs; /* of the report of all runs */
  uint64_t since_ns;       /* when the first run began, by the wall clock */
  char **program;
  char **given;         /* options of the command line and of elsewhere */
  size_t given_count;
  off_t input_at;       /* where standard input began; -1: it cannot be read again */
  int nothing;          /* /dev/null */
  time_t began, limit_seconds; /* of the run in progress; 0: none */
  bool is_late;                /* it was ended */
  struct suite_child child;
};

bool fail_each_is_wanted(const struct options *options)
{
  const char *value = options_text(options, OPTION_fail_alloc);
  return value && strcmp(value, "each") == 0;
}

struct error *fail_each_check(const struct options *options)
{
  const char *value = options_text(options, OPTION_fail_alloc);
  const bool is_meant = !value || *value || options_flag(options, OPTION_first_of_each);
  return is_meant ? NULL : error_format("--fail-alloc=: expected a number, a place, or each");
}

/* --- one run --- */

static void end_when_late(void *context)
{
  struct each *each = context;
  const time_t took = time(NULL) - each->began;
  if (each->limit_seconds == 0 || took <= each->limit_seconds)
    return;
  each->is_late = true;
  kill(each->child.pid, took > each->limit_seconds + SECONDS_TO_END ? SIGKILL : SIGTERM);
}

/* Later options win, so `added` comes last; it sends reports to the record only. */
static char **make_arguments(const struct each *each, const char *const *added)
{
  size_t count = 0, words = 0, at = 0;
  while (each->program[words])
    words++;
  while (added[count])
    count++;
  char **arguments = memory_zeroed(each->given_count + count + words + 4, sizeof *arguments);
  arguments[at++] = (char *)each->set_up->executable;
  arguments[at++] = (char *)"--command-line-only=yes";
  for (size_t i = 0; i < each->given_count; i++)
    arguments[at++] = each->given[i];
  for (size_t i = 0; i < count; i++)
    arguments[at++] = (char *)added[i];
  arguments[at++] = (char *)"--";
  memcpy(arguments + at, each->program, words * sizeof *arguments);
  return arguments;
}

/* Only the first run, in which nothing fails, may use the terminal: its output is what the user expects to see. */
static struct error *start_run(struct each *each, char **arguments, bool is_silent)
{
  int status, kept[3] = {-1, -1, -1};
  if (each->input_at >= 0)
    lseek(STDIN_FILENO, each->input_at, SEEK_SET);
  for (int fd = 0; is_silent && fd < 3; fd++)
    if (fd > 0 || each->input_at < 0) {
      kept[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 3);
      dup2(each->nothing, fd);
    }
  each->began = time(NULL);
  each->is_late = false;
  struct error *error = suite_child_start(arguments, environ, &each->child, &status);
  for (int fd = 0; fd < 3; fd++)
    if (kept[fd] >= 0) {
      dup2(kept[fd], fd);
      close(kept[fd]);
    }
  return error;
}

/* `place` is where allocations fail; NULL: nowhere. */
static struct error *run_once(struct each *each, const struct alloc_place *place, int *ret_status)
{
  char *record = print_text("--record=%s", each->set_up->run_directory);
  char *fails = print_text("--fail-alloc=%s", place ? place->name : "");
  char *test = print_text("--suite-test=%s", place ? place->failing : "");
  const char *const added[] = {record, "--growth=yes", "--quiet", "--xml=no", "--log-file=/dev/null", fails,
                               place ? test : "--first-of-each=yes", NULL};
  char **arguments = make_arguments(each, added);
  struct error *error = start_run(each, arguments, place != NULL);
  if (!error) {
    suite_child_wait(&each->child, end_when_late, each);
    *ret_status = WIFEXITED(each->child.status) ? WEXITSTATUS(each->child.status) : 128 + WTERMSIG(each->child.status);
  }
  free(arguments);
  free(test);
  free(fails);
  free(record);
  return error;
}

/* --- all runs --- */

static void tell_progress(size_t number, size_t count, const char *failing)
{
  char *text = print_text("place %zu of %zu: %s", number, count, failing);
  terminal_show_progress(text);
  free(text);
}

/* What the program exits with is its own affair: records tell what came of each run. */
static struct error *run_places(struct each *each, const struct alloc_place *places, size_t count,
                                struct failure_run *runs)
{
  const bool is_quiet = options_flag(each->set_up->options, OPTION_quiet);
  struct error *error = NULL;
  for (size_t i = 0; i < count && !error; i++) {
    int status;
    if (!is_quiet)
      tell_progress(i + 1, count, places[i].failing);
    error = run_once(each, &places[i], &status);
    runs[i] = (struct failure_run){&places[i], each->is_late};
  }
  if (!is_quiet)
    terminal_show_progress(NULL);
  return error;
}

/* --- the report --- */

/* The processes one by one, as `seep report` tells of them, into `output`, which stands in for standard output; -1: XML
 * goes there, as it should. */
static struct error *report_processes(const struct each *each, int output)
{
  static const enum option_id passed[] = {
    OPTION_style,    OPTION_quiet,  OPTION_color,      OPTION_verbose,          OPTION_xml,
    OPTION_xml_file, OPTION_xml_fd, OPTION_xml_socket, OPTION_xml_user_comment, OPTION_xml_protocol};
  enum { ALWAYS_PASSED = 3, PASSED = sizeof passed / sizeof *passed }; /* each run was a quiet one */
  char *arguments[PASSED + 3] = {(char *)"report"};
  int count = 1;
  for (size_t i = 0; i < PASSED; i++)
    if ((i < ALWAYS_PASSED || options_given(each->set_up->options, passed[i]))
        && (arguments[count] = options_argument(each->set_up->options, passed[i], 0)))
      count++;
  arguments[count] = each->set_up->run_directory;
  const int kept = output >= 0 ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
  if (output >= 0)
    dup2(output, STDOUT_FILENO);
  const int status = command_report(count + 1, arguments);
  if (kept >= 0) {
    dup2(kept, STDOUT_FILENO);
    close(kept);
  }
  for (int i = 1; i < count; i++)
    free(arguments[i]);
  return status == COMMAND_OK ? NULL : error_format("the report of all runs could not be written");
}

/* Copy what was written into `file`, each line after a prefix, and wrapped where a terminal of so many columns ends. */
static void copy_lines(FILE *file, const char *prefix, unsigned columns, FILE *output)
{
  char *line = NULL;
  size_t capacity = 0, size;
  rewind(file);
  for (ssize_t bytes; (bytes = getline(&line, &capacity, file)) >= 0;) {
    const bool has_end = bytes > 0 && line[bytes - 1] == '\n';
    char *wrapped = wrapped_line(line, (size_t)bytes - has_end, columns, &size);
    fprintf(output, "%s%s%s", prefix, wrapped, has_end ? "\n" : "");
    free(wrapped);
  }
  free(line);
}

static bool xml_is_on_stdout(const struct options *options)
{
  return options_flag(options, OPTION_xml) && !options_text(options, OPTION_xml_file)
         && options_number(options, OPTION_xml_fd) == STDOUT_FILENO;
}

/* In Memcheck's style each process has its report first. */
static struct error *write_processes(const struct each *each, FILE *output)
{
  const struct options *options = each->set_up->options;
  const bool is_on_stdout = xml_is_on_stdout(options);
  if (options_choice(options, OPTION_style) == 0 && !options_flag(options, OPTION_xml))
    return NULL;
  FILE *words = tmpfile();
  if (!words)
    return error_format("no temporary file can be made for the report of all runs");
  struct error *error = report_processes(each, is_on_stdout ? -1 : fileno(words));
  copy_lines(words, "", 0, output);
  fclose(words);
  return error;
}

static struct error *write_failures(const struct each *each, const struct failure_run *runs, size_t count, FILE *output,
                                    struct failures_verdict *ret)
{
  const struct failures_config config = {
    .directory = each->set_up->run_directory,
    .since_ns = each->since_ns,
    .runs = runs,
    .count = count,
    .is_quiet = options_flag(each->set_up->options, OPTION_quiet),
    .is_terminal = terminal_has_colour(outputs_descriptor(each->outputs)),
    .columns = options_choice(each->set_up->options, OPTION_style) == 0
                 ? terminal_columns(outputs_descriptor(each->outputs))
                 : 0,
  };
  char prefix[32] = "";
  FILE *words = tmpfile();
  if (!words)
    return error_format("no temporary file can be made for the report of all runs");
  if (options_choice(each->set_up->options, OPTION_style) != 0)
    snprintf(prefix, sizeof prefix, "==%d== ", (int)getpid());
  struct error *error = failures_write(&config, words, ret);
  copy_lines(words, prefix, config.columns, output);
  fclose(words);
  return error;
}

/* Where the report of a run goes. */
static struct error *write_report(const struct each *each, const struct failure_run *runs, size_t count,
                                  struct failures_verdict *ret)
{
  FILE *output = NULL, *nowhere = NULL;
  struct error *error = outputs_open(each->outputs, (uint64_t)getpid(), &output);
  if (!error && !output && !(nowhere = fopen("/dev/null", "we")))
    error = error_errno(errno, "/dev/null");
  if (!error)
    error = write_processes(each, output ? output : nowhere);
  if (!error)
    error = write_failures(each, runs, count, output ? output : nowhere, ret);
  if (nowhere)
    fclose(nowhere);
  if (output)
    outputs_close(each->outputs, output);
  if (!error && outputs_have_failed(each->outputs))
    error = error_format("the report of all runs could not be written (is the disk full?)");
  return error;
}

/* --- all of it --- */

static struct error *run_and_report(struct each *each, const struct alloc_place *places, size_t count, int *ret_status)
{
  const int errors = (int)options_number(each->set_up->options, OPTION_error_exitcode);
  struct failures_verdict verdict = {0};
  struct failure_run *runs = memory_zeroed(count + 1, sizeof *runs);
  struct error *error = run_places(each, places, count, runs);
  if (!error)
    error = write_report(each, runs, count, &verdict);
  if (errors != 0 && (verdict.has_found || verdict.is_untried))
    *ret_status = errors;
  free(runs);
  return error;
}

static struct error *run_all(struct each *each, int *ret_status)
{
  struct alloc_place *places = NULL;
  size_t count = 0;
  struct error *error = run_once(each, NULL, ret_status);
  each->limit_seconds = TIMES_AS_LONG * (time(NULL) - each->began) + SECONDS_MORE;
  if (!error)
    error = alloc_places_find(each->set_up->run_directory, each->since_ns, &places, &count);
  if (!error)
    error = run_and_report(each, places, count, ret_status);
  alloc_places_release(places, count);
  return error;
}

/* Before anything runs: a file that cannot be made is an error then. */
static struct error *open_outputs(struct each *each)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  each->since_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  return outputs_create(&(struct outputs_config){.options = each->set_up->options, .directory = each->set_up->directory,
                                                 .pid = (uint64_t)getpid(), .warn = reporter_warn,
                                                 .warn_context = (void *)each->set_up->command},
                        &each->outputs);
}

struct error *fail_each_run(struct set_up *set_up, char **program, int *ret_status)
{
  struct each each = {.set_up = set_up, .program = program, .input_at = lseek(STDIN_FILENO, 0, SEEK_CUR)};
  if (!set_up->run_directory)
    return error_format("--fail-alloc=each: the report is made from the records of all runs; omit --record=no");
  struct error *error = open_outputs(&each);
  if (!error)
    options_given_arguments(set_up->options, &each.given, &each.given_count);
  if (error) {
    outputs_destroy(each.outputs);
    return error;
  }
  each.nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  suite_child_prepare();
  error = run_all(&each, ret_status);
  close(each.nothing);
  options_arguments_release(each.given);
  outputs_destroy(each.outputs);
  return error;
}
