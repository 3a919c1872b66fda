/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot says of each thread, so that the host can name what it finds on its stack and in its thread-local storage:
 * HEAP_THREAD. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_THREADS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_THREADS_H

#include <stdbool.h>

#include "record/record.h"

/* Look at all threads now. The core forgets a thread that ends before the tool is told that the program has ended. */
void snapshot_threads_note(void);

/* Send the stacks of those that were noted last. */
void snapshot_threads_send_stacks(void);

/* The same, and show their frames. */
void snapshot_threads_visit(void (*tell)(void *context, const struct record_heap_thread *frame), void *context);

#endif
