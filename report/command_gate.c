/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "report/command.h"
#include "report/commands.h"
#include "report/gate.h"

static void usage(FILE *output)
{
  fputs("usage: seep gate [limits] [options] RUN...\n"
        "Fail when runs lose more than allowed, did not finish, or are not there.\n"
        "\n"
        "  --definitely-lost=BYTES  allow so much; 0 when no limit is given at all\n"
        "  --indirectly-lost=BYTES\n"
        "  --possibly-lost=BYTES\n"
        "  --reachable=BYTES\n"
        "  --errors=N               errors, and leaks as far as they count as errors\n"
        "\n"
        "Limits hold for all runs together; what is not limited may be any. Suppressed leaks do not count;\n"
        "--suppressions=FILE and other options are as for a run (seep --help).\n"
        "Exit status: 0 passed, 1 failed, 2 unusable arguments or records.\n",
        output);
}

static struct error *take_limit(void *context, const char *argument, bool *ret_taken)
{
  return gate_set_limit(context, argument, ret_taken);
}

static struct error *judge_run(const struct command *command, struct gate *gate, const struct run *run)
{
  struct command_session session = {.run = run, .listener = gate_listener(gate)};
  struct error *error = command_session_open(command, &session);
  if (error)
    return error;
  error = load_into(session.load, session_report(session.session), NULL);
  if (!error) {
    struct report_totals totals = report_totals(session_report(session.session));
    error = gate_add(gate, run->name, &totals);
  }
  command_session_close(&session);
  return error;
}

/* A run that is not there fails the gate; one that cannot be read leaves nothing to judge. */
static struct error *judge_named(const struct command *command, struct gate *gate, const char *name)
{
  struct run *run;
  struct error *missing = run_dir_find(name, &run), *error;
  if (missing) {
    error = gate_add_missing(gate, error_message(missing));
    error_free(missing);
    return error;
  }
  error = judge_run(command, gate, run);
  run_destroy(run);
  return error;
}

static int judge_all(const struct command *command, struct gate *gate)
{
  int status = COMMAND_OK;
  for (size_t i = 0; i < command->run_count; i++) {
    struct error *error = judge_named(command, gate, command->runs[i]);
    if (error)
      status = command_failed("gate", error);
  }
  if (status == COMMAND_OK && !gate_judge(gate, stdout))
    status = COMMAND_OVER_LIMIT;
  return command_flush("gate") == COMMAND_OK ? status : COMMAND_FAILED;
}

int command_gate(int argc, char **argv)
{
  struct gate *gate;
  struct command command;
  struct error *error = gate_create(&gate);
  if (error)
    return command_failed("gate", error);
  if ((error = command_parse(argc, argv, take_limit, gate, &command))) {
    gate_destroy(gate);
    return command_failed("gate", error);
  }
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  else
    status = judge_all(&command, gate);
  command_release(&command);
  gate_destroy(gate);
  return status;
}
