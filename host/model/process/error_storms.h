/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An undefined value that a program hands to a library causes error after error in there: a hundred when a double is
 * printed. So errors of one kind are folded into the first of them, as the program runs, when their values have one
 * origin and one instruction of the program's own code leads to all of them. With Memcheck's personality nothing is
 * folded. Findings (host/model/findings/findings.h) have them all, as variants of one. */
#ifndef SEEP_HOST_MODEL_PROCESS_ERROR_STORMS_H
#define SEEP_HOST_MODEL_PROCESS_ERROR_STORMS_H

#include "host/base/error.h"

struct error_context;
struct process;
struct htab;

/* The errors that stand for others; released by htab_delete(). */
struct htab *error_storms_create(void);

/* Fold a new error into an earlier one, if it belongs to one; else it may stand for later ones. */
void error_storms_fold(struct htab *storms, const struct process *process, struct error_context *context);

#endif
