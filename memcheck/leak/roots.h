/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the leak scan starts: registers of all threads, live parts of their stacks, thread-local storage, and every
 * other mapping of the guest that it can read and may have written. */
#ifndef SEEP_MEMCHECK_LEAK_ROOTS_H
#define SEEP_MEMCHECK_LEAK_ROOTS_H

#include <stdbool.h>
#include <stddef.h>

#include "memcheck/pure/leak/leak_scan.h"

#include "pub_tool_basics.h"

void roots_init(void);

/* The guest is about to end: remember where its threads' stacks and thread-local storage are. By the time the core has
 * the tool check for leaks it has forgotten the thread that exits. */
void roots_remember_threads(void);

/* Collect the roots as of now, or, `at_exit`, with the threads that were remembered; release with roots_release(). */
void roots_collect(bool at_exit, struct leak_root **ret_roots, size_t *ret_count);
void roots_release(struct leak_root *roots);

/* A thread begins that is the core's or, if it is a process that shares the memory, only known to it as one. */
void roots_thread_begins(ThreadId parent, ThreadId child);

/* Does a block that begins there belong to a thread that has ended, and was neither joined nor detached? As of the last
 * collection. */
bool roots_are_of_thread_never_joined(uint64_t start);

#endif
