/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep explain`, but for running programs, which is the launcher's. */
#ifndef SEEP_HOST_COMMANDS_EXPLAIN_FINDINGS_H
#define SEEP_HOST_COMMANDS_EXPLAIN_FINDINGS_H

#include "host/verdicts/explain/rerun.h"

/* seep explain [RUN] [FINDING...]: run the run's programs again and say where its leaked blocks were lost. The exit
 * status of the program: COMMAND_OVER_LIMIT when not all of the leaks happened again. */
int explain_command(int argc, char **argv, explain_runner *run);

#endif
