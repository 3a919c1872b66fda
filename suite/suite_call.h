/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test that calls valgrind, inside a suite: the preload library has executed the launcher in valgrind's place.
 *
 * The program is checked with the options of the call, Memcheck's defaults and a reporter of its own, so all that the
 * caller waits for (status, log file, silence) is as he said; its record goes to the suite. With --trace-children=yes
 * the programs that it executes have the same, by a setup of their own. Functions are called in the order in which
 * they stand here. */
#ifndef SEEP_SUITE_SUITE_CALL_H
#define SEEP_SUITE_SUITE_CALL_H

#include "launcher/prepare/set_up.h"

struct suite_call;

/* *ret is NULL when this process is no such call. It is never released. */
struct error *suite_call_create(struct suite_call **ret);

/* What only Valgrind can do it does: another tool, its version, its help. Then this does not return. `arguments` begin
 * with the path of valgrind. */
struct error *suite_call_leave_to_valgrind(const struct suite_call *call, char **arguments);

/* What holds for the suite as a whole, after the options of the call were read. */
struct error *suite_call_set_options(struct suite_call *call, struct options *options);

/* The program's line in the log and the place of its record. `path` is where it was found, `program` its name and
 * arguments. */
struct error *suite_call_begin(struct suite_call *call, const char *path, char **program, struct set_up *set_up);

/* When there is a reporter: what the program and those that it executes have in their environment. */
struct error *suite_call_set_environment(const struct suite_call *call, const struct set_up *set_up);

/* The program is not run: say so in the log too. */
void suite_call_fail(const struct suite_call *call, const struct error *error);

/* In any process: a program of a suite runs unchecked after all. */
void suite_call_run_unchecked(const struct error *reason);

#endif
