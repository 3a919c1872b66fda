/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot says of each thread, so that the host can name what it finds on its stack and in its thread-local
 * storage: HEAP_THREAD. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_THREADS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_THREADS_H

#include <stdbool.h>

#include "shared/record/record.h"

/* Note all threads as they are now. When the tool is told that the program has ended, the core has forgotten the last
 * one. */
void snapshot_threads_note(void);

/* Send the stacks of the threads that were noted last. */
void snapshot_threads_send_stacks(void);

/* The same, and give the HEAP_THREAD of each to `tell`. */
void snapshot_threads_visit(void (*tell)(void *context, const struct record_heap_thread *frame), void *context);

#endif
