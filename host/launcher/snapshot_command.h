/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot PID [LABEL]`: take a snapshot of a running program's heap, from another terminal. */
#ifndef SEEP_HOST_LAUNCHER_SNAPSHOT_COMMAND_H
#define SEEP_HOST_LAUNCHER_SNAPSHOT_COMMAND_H

/* argv[0] is the subcommand's name. Returns an exit status of host/runs/commands.h. */
int command_snapshot(int argc, char **argv);

#endif
