/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot PID [LABEL]`: have a running program's heap pictured, from another terminal. */
#ifndef SEEP_LAUNCHER_SNAPSHOT_COMMAND_H
#define SEEP_LAUNCHER_SNAPSHOT_COMMAND_H

/* argv[0] is the subcommand's name; the result is the exit status of the program, one of report/runs/commands.h. */
int command_snapshot(int argc, char **argv);

#endif
