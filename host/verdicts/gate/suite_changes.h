/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tests of a suite with --full=changed were checked fully because something had changed, and how many were not.
 */
#ifndef SEEP_HOST_VERDICTS_GATE_SUITE_CHANGES_H
#define SEEP_HOST_VERDICTS_GATE_SUITE_CHANGES_H

#include <stdio.h>

#include "host/model/findings/exec_log.h"

/* Prints nothing about other suites. `most`: how many are named. */
void suite_changes_print(const struct exec_log *log, size_t most, FILE *output);

#endif
