/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The canary is treated like any other program: executed by a shell that runs natively, caught by the preload
 * library, checked, reported. Its record decides. Afterwards all traces of it are removed. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/record/record_file.h"
#include "host/suite/canary.h"
#include "host/suite/suite_private.h"

enum { PATIENCE_MS = 10000, POLL_MS = 10 };

static struct error *run_in_shell(struct suite *suite, pid_t *ret_pid)
{
  static char shell[] = "/bin/sh", option[] = "-c", script[] = "exec \"$0\"";
  char *arguments[] = {shell, option, script, suite->canary, NULL}, **environment;
  struct suite_child child = {0};
  int ignored;
  suite_environment(suite, &environment);
  RETURN_IF_ERROR(suite_child_start(arguments, environment, &child, &ignored));
  suite_child_wait(&child, NULL, NULL);
  *ret_pid = child.pid;
  return NULL;
}

/* The reporter may not be done with it yet. */
static void wait_for_reporter(const struct suite_counts *counts)
{
  for (int waited = 0; waited < PATIENCE_MS && counts->ended < counts->begun; waited += POLL_MS)
    poll(NULL, 0, POLL_MS);
}

static struct error *look_for_loss(void *context, const struct record_frame *frame)
{
  bool *seen = context;
  *seen |= frame->kind == RECORD_LOSS && frame->loss.kind == RECORD_LEAK_DEFINITE && frame->loss.bytes == CANARY_BYTES;
  return NULL;
}

/* The suite must not count anything of it. */
static struct error *forget_canary(struct suite *suite)
{
  struct suite_counts *counts = suite_listener_counts(suite->listener);
  counts->begun = counts->ended = counts->findings = counts->errors = 0;
  return suite_files_empty_log(&suite->files);
}

static struct error *run_canary(struct suite *suite)
{
  pid_t pid = 0;
  char *record;
  bool is_seen = false, is_cut;
  struct error *error = run_in_shell(suite, &pid);
  if (error)
    return error_context(error, "the canary");
  wait_for_reporter(suite_listener_counts(suite->listener));
  record = print_text("%s/p%d.rec", suite->set_up.run_directory, (int)pid);
  struct error *missing = record_file_read(record, look_for_loss, &is_seen, &is_cut);
  if (!is_seen)
    error = error_format("the canary's leak was not found (%s), so no leak would be; the command was not run",
                         missing ? error_message(missing) : "its record tells of none; see to --leak-check=full");
  error_free(missing);
  suite->facts.canary = is_seen ? SUITE_CANARY_SEEN : SUITE_CANARY_MISSED;
  (void)unlink(record);
  free(record);
  return error ? error : forget_canary(suite);
}

/* Once in each way in which programs are checked. */
struct error *suite_canary_run(struct suite *suite)
{
  const char *const native = suite->setup.native;
  struct error *error = run_canary(suite);
  if (error || !*native || !suite_is_mixed(suite))
    return error;
  suite->setup.native = "";
  if (!(error = suite_write_setup(suite)))
    error = run_canary(suite);
  suite->setup.native = native;
  return error ? error : suite_write_setup(suite);
}
