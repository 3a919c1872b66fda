/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep cache`: what is in the folder of translated code, whether it is whole, and its removal. */
#ifndef SEEP_LAUNCHER_CACHE_COMMAND_H
#define SEEP_LAUNCHER_CACHE_COMMAND_H

/* argv[0] is the subcommand's name; the result is the exit status of the program, one of report/runs/commands.h: verify gives
 * COMMAND_OVER_LIMIT when something is damaged. */
int command_cache(int argc, char **argv);

#endif
