/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records that are named more than once: by another path, as a record beside its run, as a copy, packed or not. */
#ifndef SEEP_HOST_RUNS_REPEATED_RECORDS_H
#define SEEP_HOST_RUNS_REPEATED_RECORDS_H

#include "host/runs/run_reader.h"

/* Take out of the runs each record of a process that another record is of; what is left of them stays in order. NULL
 * among the runs: it cannot be read. What is said of a run as a whole, its forks above all, needs all of its records,
 * so a record that was named alone gives way to its run; else the first one stays. Returns how many were taken out. */
size_t repeated_drop(struct run_reader *const *runs, const bool *are_single, size_t count);

#endif
