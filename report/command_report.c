/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/command.h"
#include "report/commands.h"

static void usage(FILE *output)
{
  fputs("usage: seep report [options] [RUN...]\n"
        "Print the report of earlier runs again; without RUN of the newest run that is kept.\n"
        "A RUN is a directory with records, one record, or the name of a kept run.\n"
        "Options are those of a run (seep --help); the others are as they were then.\n",
        output);
}

static struct error *report_run(const struct command *command, const char *name)
{
  struct run *run;
  struct error *error = run_dir_find(name, &run);
  if (error)
    return error;
  struct command_session session = {.run = run, .colour = isatty(STDOUT_FILENO)};
  if (!(error = command_session_open(command, &session))) {
    error = load_into(session.load, session_report(session.session), stdout);
    command_session_close(&session);
  }
  run_destroy(run);
  return error;
}

int command_report(int argc, char **argv)
{
  struct command command;
  struct error *error = command_parse(argc, argv, NULL, NULL, &command);
  if (error)
    return command_failed("report", error);
  if (command.wants_help) {
    usage(stdout);
    command_release(&command);
    return COMMAND_OK;
  }
  int status = COMMAND_OK;
  for (size_t i = 0; i < command.run_count || i == 0; i++) {
    error = report_run(&command, command.run_count > 0 ? command.runs[i] : NULL);
    if (error)
      status = command_failed("report", error);
  }
  if (command_flush("report") != COMMAND_OK)
    status = COMMAND_FAILED;
  command_release(&command);
  return status;
}
