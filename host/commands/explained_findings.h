/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `seep explain` says when the programs have been run again. */
#ifndef SEEP_HOST_COMMANDS_EXPLAINED_FINDINGS_H
#define SEEP_HOST_COMMANDS_EXPLAINED_FINDINGS_H

#include "host/commands/wanted_formats.h"
#include "host/runs/command.h"
#include "host/verdicts/explain/tries.h"

struct explained {
  const struct command *command;        /* that asks */
  const struct wanted_formats *formats; /* none: as people see findings on a terminal, else as text */
  const struct explain_outcome *outcome;
  const struct explain_tries *tries; /* what came of what is suggested; NULL: nothing was tried */
};

/* The findings that are there again, in these formats; and what has come of the others. The exit status of the program
 * goes to *ret_status: COMMAND_OVER_LIMIT when one of them is not there. */
struct error *explained_tell(const struct explained *explained, int *ret_status);

#endif
