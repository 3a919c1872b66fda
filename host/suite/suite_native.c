/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command runs once as it would without Seep, except for the preload library, which logs programs and how they end.
 * Its output goes to a file, because the user wants to see that of the second run. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "shared/base/plain_strings.h"
#include "host/suite/suite_private.h"

/* The shell only redirects input and output, then becomes the command. */
static struct error *start(struct suite *suite, struct suite_child *ret)
{
  static char shell[] = "/bin/sh", option[] = "-c", script[] = "exec \"$@\" </dev/null >\"$0\" 2>&1";
  char **environment, *setting;
  size_t count = 0;
  int ignored;
  while (suite->command[count])
    count++;
  char **arguments = memory_zeroed(count + 5, sizeof *arguments);
  setting = print_text(SUITE_VARIABLE "=%s", suite->files.native_setup);
  arguments[0] = shell;
  arguments[1] = option;
  arguments[2] = script;
  arguments[3] = suite->files.native_output;
  for (size_t i = 0; i < count; i++)
    arguments[4 + i] = suite->command[i];
  suite_environment(suite, &environment);
  for (char **entry = environment; *entry; entry++)
    if (text_after(*entry, SUITE_VARIABLE "="))
      *entry = setting;
  return suite_child_start(arguments, environment, ret, &ignored);
}

static struct error *make_files(const struct suite *suite)
{
  struct suite_setup setup = suite->setup;
  int log = open(suite->files.native_log, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (log < 0)
    return error_errno(errno, "cannot create %s", suite->files.native_log);
  close(log);
  setup.log = suite->files.native_log;
  setup.socket = "";
  setup.tool = setup.socket;
  setup.timeout_factor = "1";
  return suite_files_write_setup(suite->files.native_setup, &setup);
}

struct error *suite_native_run(struct suite *suite)
{
  struct suite_child child = {0};
  if (!options_flag(suite->set_up.options, OPTION_quiet))
    fprintf(stderr, "seep suite: the command runs natively first; its output goes to %s\n", suite->files.native_output);
  struct error *error = make_files(suite);
  if (!error)
    error = start(suite, &child);
  if (error)
    return error_context(error, "--native-first");
  suite_child_wait(&child, NULL, NULL);
  (void)unlink(suite->files.native_setup);
  if (WIFSIGNALED(child.status))
    return error_format("--native-first: the command was ended by signal %d, without the checker; see %s",
                        WTERMSIG(child.status),
                        suite->files.native_output);
  return NULL;
}
