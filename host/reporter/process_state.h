/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be known about a process that is not a child of this one. */
#ifndef SEEP_HOST_REPORTER_PROCESS_STATE_H
#define SEEP_HOST_REPORTER_PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* Does it exist, and is it not a zombie? */
bool process_is_running(uint64_t pid);

/* The process that started it; 0: unknown. */
uint64_t process_parent(uint64_t pid);

/* Does it run the program of this path? True also when that cannot be seen. */
bool process_runs_program(uint64_t pid, const char *program);

/* Has a checked process been told to end: does it end by a signal of those that ask for that, or is one pending, as
 * while it waits for its reporter? */
bool process_is_ending(uint64_t pid);

/* How a process ended, as far as the system still knows: "killed by signal 9 (Killed)"; malloc'ed. NULL: it lives. */
char *process_cause_of_death(uint64_t pid);

#endif
