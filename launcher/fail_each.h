/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --fail-alloc=each: the program is run once unchanged, then once for each place of its own code at which it
 * allocated, with the allocations of that place failing. All of it is one run, with one run directory and one
 * report, in which each finding names the places whose failure causes it. */
#ifndef SEEP_LAUNCHER_FAIL_EACH_H
#define SEEP_LAUNCHER_FAIL_EACH_H

#include <stdbool.h>

#include "launcher/prepare/set_up.h"

bool fail_each_is_wanted(const struct options *options);

/* Do all runs and print the report. *ret_status is the exit status: that of --error-exitcode if any run ended with
 * it, else the first run's. */
struct error *fail_each_run(struct set_up *set_up, char **program, int *ret_status);

#endif
