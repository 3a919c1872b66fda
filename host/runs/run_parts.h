/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records of a run by the options that they are to be read with. Most runs have one part; a suite whose tests call
 * valgrind, or runs that were recorded in one directory, have more. */
#ifndef SEEP_HOST_RUNS_RUN_PARTS_H
#define SEEP_HOST_RUNS_RUN_PARTS_H

#include "host/base/error.h"
#include "host/runs/run_reader.h"

struct run_parts {
  struct run_reader **items; /* in the order of their first processes; at least one */
  size_t count;
};

/* Takes the records out of `load`, which stays empty. Those that never began are in the last part, and are looked for
 * among the children of all, so parts are read in this order and released together. */
void run_parts_make(struct run_reader *load, struct run_parts *ret);

/* All of them in one. */
void run_parts_make_one(struct run_reader *load, struct run_parts *ret);
void run_parts_release(struct run_parts *parts);

#endif
