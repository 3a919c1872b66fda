/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far a suite has come, on the last line of a terminal, which the suite's own output leaves alone. */
#ifndef SEEP_SUITE_SUITE_PROGRESS_H
#define SEEP_SUITE_SUITE_PROGRESS_H

#include "base/error.h"
#include "suite/suite_listener.h"

struct suite_progress;

/* Standard error is the terminal; *ret is NULL when it is none. `log` is execs.jsonl. All is borrowed. */
struct error *suite_progress_create(const char *log, struct suite_counts *counts, struct suite_progress **ret);

/* Give the line back. */
void suite_progress_destroy(struct suite_progress *progress);

/* Show what is new; for suite_child_wait(). */
void suite_progress_tick(void *progress);

#endif
