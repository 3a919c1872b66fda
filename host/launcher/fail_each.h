/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --fail-alloc=each: the program is run once unchanged, then once for each place of its own code at which it
 * allocated, with the allocations of that place failing. All of it is one run, with one run directory and one
 * report, which tells for each place what its failure adds to what the unchanged program does. */
#ifndef SEEP_HOST_LAUNCHER_FAIL_EACH_H
#define SEEP_HOST_LAUNCHER_FAIL_EACH_H

#include <stdbool.h>

#include "host/launcher/prepare/set_up.h"

/* Was --fail-alloc=each given? */
bool fail_each_is_wanted(const struct options *options);

/* Fails for --fail-alloc= with nothing after it, by which the records of the first run know that nothing was to
 * fail. */
struct error *fail_each_check(const struct options *options);

/* Do all runs and print the report. *ret_status is the exit status: that of --error-exitcode if failure adds a crash, a
 * hang, an error or a leak, or could not be tried, else the first run's. */
struct error *fail_each_run(struct set_up *set_up, char **program, int *ret_status);

#endif
