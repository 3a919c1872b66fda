/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep explain`, the launcher's part, which is to run programs again. The program runs where it ran, and its output
 * goes to standard error: standard output has the explanations alone. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/launcher/prepare/recorded_input.h"
#include "host/commands/explain_findings.h"
#include "host/suite/suite_child.h"

enum { STANDARD = 2 }; /* input and output are exchanged while the program is started */

/* Where a descriptor is kept that something else stands in for; -1: nothing does. */
static int stand_in(int fd, int instead)
{
  const int kept = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(instead, fd);
  return kept;
}

static void put_back(int fd, int kept)
{
  if (kept < 0)
    return;
  dup2(kept, fd);
  close(kept);
}

/* In `directory`. */
static struct error *start_in(const char *directory, char **arguments, struct suite_child *child)
{
  int status;
  const int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (chdir(directory) < 0) {
    close(here);
    return error_errno(errno, "cannot run the program in %s, where it ran", directory);
  }
  struct error *error = suite_child_start(arguments, environ, child, &status);
  (void)!fchdir(here);
  close(here);
  return error;
}

static struct error *start(const struct explain_again *again, char **arguments, int input, struct suite_child *child)
{
  int kept[STANDARD] = {-1, -1};
  fflush(stdout);
  if (input >= 0)
    kept[STDIN_FILENO] = stand_in(STDIN_FILENO, input);
  kept[STDOUT_FILENO] = stand_in(STDOUT_FILENO, STDERR_FILENO);
  struct error *error = start_in(again->directory, arguments, child);
  for (int fd = 0; fd < STANDARD; fd++)
    put_back(fd, kept[fd]);
  return error;
}

/* With the name of `seep` in front; borrowed words. */
static char **make_arguments(const struct explain_again *again)
{
  size_t count = 0;
  while (again->arguments[count])
    count++;
  char **arguments = memory_zeroed(count + 3, sizeof *arguments);
  arguments[0] = (char *)installed_program();
  arguments[1] = (char *)"run";
  memcpy(arguments + 2, again->arguments, count * sizeof *arguments);
  return arguments;
}

/* Before the first program is started; until then the terminal's signals end the command. */
static void prepare(void)
{
  static bool is_prepared;
  if (!is_prepared)
    suite_child_prepare();
  is_prepared = true;
}

static struct error *run_again(const struct explain_again *again)
{
  struct suite_child child;
  const char *note;
  int input = -1;
  char **arguments = make_arguments(again);
  struct error *error = recorded_input_open(again->input, &input, &note);
  prepare();
  if (!error && note)
    fprintf(stderr, "seep explain: %s\n", note);
  if (!error)
    error = start(again, arguments, input, &child);
  if (!error)
    suite_child_wait(&child, NULL, NULL);
  if (input >= 0)
    close(input);
  free(arguments);
  return error;
}

int command_explain(int argc, char **argv)
{
  return explain_command(argc, argv, run_again);
}
