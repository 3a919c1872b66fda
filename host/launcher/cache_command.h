/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep cache`: list, verify or clear the translation cache. */
#ifndef SEEP_HOST_LAUNCHER_CACHE_COMMAND_H
#define SEEP_HOST_LAUNCHER_CACHE_COMMAND_H

/* argv[0] is the subcommand's name. Returns an exit status of host/runs/commands.h; verify returns
 * COMMAND_OVER_LIMIT when something is damaged. */
int command_cache(int argc, char **argv);

#endif
