/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which threads run.
 *
 * The core also lists threads that are about to end. These may be gone at any moment, as they leave without its lock,
 * and asking it about a thread that is gone ends the run. So threads are noted here when they come and when they begin
 * to leave. */
#ifndef SEEP_MEMCHECK_STACKS_LIVE_THREADS_H
#define SEEP_MEMCHECK_STACKS_LIVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "pub_tool_basics.h"

/* Also of processes that share the memory, which the core knows only as threads. */
void live_threads_add(ThreadId tid);
void live_threads_remove(ThreadId tid);
/* Has it begun, and not begun to end? The core may be asked about no other. */
bool live_threads_has(ThreadId tid);

/* %fs of a thread, which is the address of its control block; 0: none yet. */
uint64_t live_threads_pointer(ThreadId tid);

#endif
