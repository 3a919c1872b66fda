/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "launcher/fail_each.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/commands/alloc_places.h"
#include "report/runs/commands.h"
#include "suite/suite_child.h"

/* A program that runs out of memory may retry for ever, so each run has a time limit, derived from that of the
 * first. */
enum { TIMES_AS_LONG = 10, SECONDS_MORE = 10, SECONDS_TO_END = 5 };

struct each {
  struct set_up *set_up;
  char **program;
  char **given;         /* options of the command line and of elsewhere */
  size_t given_count;
  off_t input_at;       /* where standard input began; -1: it cannot be read again */
  int nothing;          /* /dev/null */
  time_t began, limit_seconds; /* of the run in progress; 0: none */
  struct suite_child child;
};

bool fail_each_is_wanted(const struct options *options)
{
  const char *value = options_text(options, OPTION_fail_alloc);
  return value && strcmp(value, "each") == 0;
}

/* --- one run --- */

static void end_when_late(void *context)
{
  struct each *each = context;
  const time_t took = time(NULL) - each->began;
  if (each->limit_seconds > 0 && took > each->limit_seconds)
    kill(each->child.pid, took > each->limit_seconds + SECONDS_TO_END ? SIGKILL : SIGTERM);
}

/* Later options win, so `added` comes last. It sends reports to the record only. */
static char **make_arguments(const struct each *each, const char *const *added)
{
  size_t count = 0, words = 0, at = 0;
  while (each->program[words])
    words++;
  while (added[count])
    count++;
  char **arguments = calloc(each->given_count + count + words + 4, sizeof *arguments);
  if (!arguments)
    return NULL;
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
  char *record = NULL, *fails = NULL, *test = NULL;
  const bool is_made = asprintf(&record, "--record=%s", each->set_up->run_directory) >= 0
                       && asprintf(&fails, "--fail-alloc=%s", place ? place->name : "") >= 0
                       && asprintf(&test, "--suite-test=without memory for %s", place ? place->shown : "") >= 0;
  const char *const added[] = {record, "--growth=yes", "--quiet", "--xml=no", "--log-file=/dev/null", fails,
                               place ? test : NULL, NULL};
  char **arguments = is_made ? make_arguments(each, added) : NULL;
  struct error *error = arguments ? start_run(each, arguments, place != NULL) : error_no_memory();
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

static void tell_progress(const struct each *each, size_t number, size_t count, const char *shown)
{
  if (!isatty(STDERR_FILENO) || options_flag(each->set_up->options, OPTION_quiet))
    return;
  fprintf(stderr, "\r\033[K");
  if (number <= count)
    fprintf(stderr, "place %zu of %zu: no memory for %.120s", number, count, shown);
}

static struct error *run_places(struct each *each, const struct alloc_place *places, size_t count, int *ret_status)
{
  const int errors = (int)options_number(each->set_up->options, OPTION_error_exitcode);
  struct error *error = NULL;
  for (size_t i = 0; i < count && !error; i++) {
    int status = 0;
    tell_progress(each, i + 1, count, places[i].shown);
    error = run_once(each, &places[i], &status);
    if (errors != 0 && status == errors)
      *ret_status = errors;
  }
  tell_progress(each, count + 1, count, NULL);
  return error;
}

static struct error *report_all_runs(const struct each *each, size_t count)
{
  char *format = (char *)"--format=text", *arguments[] = {(char *)"report", format, each->set_up->run_directory, NULL};
  fprintf(stderr, "%s: allocations failed once in each of %zu places\n", each->set_up->command, count);
  fflush(stderr);
  return command_report(3, arguments) == COMMAND_OK ? NULL
                                                    : error_format("the report of all runs could not be written");
}

static struct error *run_all(struct each *each, int *ret_status)
{
  struct alloc_place *places = NULL;
  size_t count = 0;
  struct error *error = run_once(each, NULL, ret_status);
  each->limit_seconds = TIMES_AS_LONG * (time(NULL) - each->began) + SECONDS_MORE;
  if (!error)
    error = alloc_places_find(each->set_up->run_directory, &places, &count);
  if (!error)
    error = run_places(each, places, count, ret_status);
  if (!error)
    error = report_all_runs(each, count);
  alloc_places_release(places, count);
  return error;
}

struct error *fail_each_run(struct set_up *set_up, char **program, int *ret_status)
{
  struct each each = {.set_up = set_up, .program = program, .input_at = lseek(STDIN_FILENO, 0, SEEK_CUR)};
  if (!set_up->run_directory)
    return error_format("--fail-alloc=each: the report is made from the records of all runs; omit --record=no");
  struct error *error = options_given_arguments(set_up->options, &each.given, &each.given_count);
  if (error)
    return error;
  each.nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  suite_child_prepare();
  error = run_all(&each, ret_status);
  close(each.nothing);
  options_arguments_release(each.given);
  return error;
}
