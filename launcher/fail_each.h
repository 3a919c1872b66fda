/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --fail-alloc=each: the program is run once as it is, then once for each place of its own code at which it allocated, with the
 * allocations of that place failing. All runs are one: one run directory, and one report of what was found, with the places of which
 * it takes the failure. */
#ifndef SEEP_LAUNCHER_FAIL_EACH_H
#define SEEP_LAUNCHER_FAIL_EACH_H

#include <stdbool.h>

#include "launcher/prepare/set_up.h"

bool fail_each_is_wanted(const struct options *options);

/* Run it all and report; *ret_status is what to exit with: that of --error-exitcode when a run had it, else the first run's. */
struct error *fail_each_run(struct set_up *set_up, char **program, int *ret_status);

#endif
