/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The progress of a suite, on the last line of the terminal, which the suite's own output does not touch. */
#ifndef SEEP_HOST_SUITE_SUITE_PROGRESS_H
#define SEEP_HOST_SUITE_SUITE_PROGRESS_H

#include "host/base/error.h"
#include "host/suite/suite_listener.h"

struct suite_progress;

/* Standard error is the terminal; if it is not one, *ret is NULL. `log` is the path of execs.jsonl. Both arguments
 * are borrowed. */
struct error *suite_progress_create(const char *log, struct suite_counts *counts, struct suite_progress **ret);

/* Also frees the line again. */
void suite_progress_destroy(struct suite_progress *progress);

/* Show what is new; for suite_child_wait(). */
void suite_progress_tick(void *progress);

#endif
