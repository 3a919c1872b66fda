/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands: command_NAME() for each line of subcommands.def. argv[0] is the subcommand's name; the result is the
 * exit status of Seep: as below, or what a program that was run has left. */
#ifndef SEEP_HOST_BASE_COMMANDS_H
#define SEEP_HOST_BASE_COMMANDS_H

enum command_status {
  COMMAND_OK = 0,
  COMMAND_OVER_LIMIT = 1, /* gate: failed; diff: worse; suppress: not all are hidden; cache verify: damaged */
  COMMAND_FAILED = 2,     /* unusable arguments, an unreadable record or suppression file */
};

#define OWN_SUBCOMMAND(name, use, takes, help)
#define SUBCOMMAND(name, use, takes, help) int command_##name(int argc, char **argv);
#include "host/base/subcommands.def"

#endif
