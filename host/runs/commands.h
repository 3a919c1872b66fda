/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands that read runs. argv[0] is the subcommand's name; the result is the exit status of the program. */
#ifndef SEEP_HOST_RUNS_COMMANDS_H
#define SEEP_HOST_RUNS_COMMANDS_H

enum command_status {
  COMMAND_OK = 0,
  COMMAND_OVER_LIMIT = 1, /* gate: failed; diff: worse */
  COMMAND_FAILED = 2,     /* unusable arguments, an unreadable record or suppression file */
};

/* seep report [RUN...] [options]: print earlier runs again. */
int command_report(int argc, char **argv);

/* seep gate RUN... [limits] [options]: COMMAND_OVER_LIMIT when the runs may not pass. */
int command_gate(int argc, char **argv);

/* seep diff BEFORE... -- AFTER...: what has become better and worse. */
int command_diff(int argc, char **argv);

/* seep suppress RUN...: write suppressions for findings. COMMAND_OVER_LIMIT: not for all of them. */
int command_suppress(int argc, char **argv);

/* seep dump RUN...: print the frames of records. */
int command_dump(int argc, char **argv);

#endif
