/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gate: what runs lose and do wrong, held against limits. */
#ifndef SEEP_REPORT_GATE_H
#define SEEP_REPORT_GATE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/report.h"
#include "report/writer.h"

struct gate;

struct error *gate_create(struct gate **ret);
void gate_destroy(struct gate *gate);

/* Take "--definitely-lost=BYTES", "--indirectly-lost=", "--possibly-lost=", "--reachable=" or "--errors=N";
 * *ret_taken is false for other arguments. Without any limit, nothing may be definitely lost. */
struct error *gate_set_limit(struct gate *gate, const char *argument, bool *ret_taken);

/* A listener for the reports of the runs, which remembers their findings. */
const struct writer *gate_listener(const struct gate *gate);

/* Add what a run came to; `run` is how a person names it. */
struct error *gate_add(struct gate *gate, const char *run, const struct report_totals *totals);

/* A run is not there; `why` says so. The gate fails. */
struct error *gate_add_missing(struct gate *gate, const char *why);

/* Do all runs together pass? Says why (not) on `output`, with the largest findings of the kinds that are over their
 * limit and the command to look at them. */
bool gate_judge(const struct gate *gate, FILE *output);

#endif
