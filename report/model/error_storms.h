/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One undefined value that a program hands to a library is complained of again and again in there: a hundred times for
 * a double that is printed. So errors of one kind whose values come from one origin, and to which one instruction of the
 * program's own leads, are folded into the first as the program runs. Memcheck's personality keeps them all, and
 * findings (report/findings/findings.h) have them as variants of one. */
#ifndef SEEP_REPORT_MODEL_ERROR_STORMS_H
#define SEEP_REPORT_MODEL_ERROR_STORMS_H

#include "base/error.h"

struct error_context;
struct process;
struct htab;

/* The errors that stand for others; NULL without memory. Released by htab_delete(). */
struct htab *error_storms_create(void);

/* Fold a new error into one before, if there is such a one. */
struct error *error_storms_fold(struct htab *storms, const struct process *process, struct error_context *context);

#endif
