/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that have ended, of those that pthread_create() has made, or that have used the heap. The C library keeps
 * stacks of such threads for new ones, and with them their vectors of thread-local storage, to which it has pointers
 * two words into them only. The vectors of threads that nobody has joined or detached stay for good. */
#ifndef SEEP_NATIVE_ENDED_THREADS_H
#define SEEP_NATIVE_ENDED_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"

/* Once, in the process's first thread. */
void ended_threads_begin(void);

/* There is a thread; its control block. The running thread is inside (native/watched_thread.h). */
void ended_threads_note(uint64_t control);

/* In a child after fork: there is no other thread, nor was there any. */
void ended_threads_in_child(void);

/* While all threads stand still: which have ended, and which of those were never joined. `keep` is told of the vectors
 * of the others: where the pointer to it is, and where it begins. */
void ended_threads_look(const struct leak_memory *memory, void (*keep)(uint64_t place, uint64_t start));

/* Is this the vector of one that was never joined? As of the last look. */
bool ended_threads_is_never_joined(uint64_t start);

#endif
