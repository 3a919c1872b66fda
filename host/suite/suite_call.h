/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test that calls valgrind, inside a suite: the preload library has executed the launcher in valgrind's place.
 *
 * The program is checked with the options of the call, Memcheck's defaults and a reporter of its own, so that the
 * caller gets everything he asked for (status, log file, silence); its record goes to the suite. With
 * --trace-children=yes the same holds for the programs that it executes, through a setup of their own. Call the
 * functions in the order in which they are declared. */
#ifndef SEEP_HOST_SUITE_SUITE_CALL_H
#define SEEP_HOST_SUITE_SUITE_CALL_H

#include "host/launcher/prepare/set_up.h"

struct suite_call;

/* *ret is NULL if this process is not such a call. It is never released. */
void suite_call_create(struct suite_call **ret);

/* Leave to Valgrind what only it can do: another tool, its version, its help. Does not return in that case.
 * `arguments` begin with the path of valgrind. */
struct error *suite_call_leave_to_valgrind(const struct suite_call *call, char **arguments);

/* Set the options that apply to the suite as a whole, after the options of the call have been read. */
struct error *suite_call_set_options(struct suite_call *call, struct options *options);

/* The program's line in the log and the place of its record. `path` is where it was found, `program` its name and
 * arguments. */
struct error *suite_call_begin(struct suite_call *call, const char *path, char **program, struct set_up *set_up);

/* Once there is a reporter: set the environment for the program and those that it executes. */
struct error *suite_call_set_environment(const struct suite_call *call, const struct set_up *set_up);

/* The program is not run: record that in the log too. */
void suite_call_fail(const struct suite_call *call, const struct error *error);

/* In any process: a program of a suite runs unchecked after all. */
void suite_call_run_unchecked(const struct error *reason);

/* `seep suite` is about to run a command within another suite, which will not see its programs: log that there. */
void suite_call_note_suite(char *const *command);

#endif
