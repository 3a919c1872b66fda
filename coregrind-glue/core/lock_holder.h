/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's lock is lost where its holder cannot go on: a thread that waits for a page of the guest's waits for ever,
 * if the thread that provides the page needs the lock; and a process that shares the memory may be killed. */
#ifndef SEEP_COREGRIND_GLUE_CORE_LOCK_HOLDER_H
#define SEEP_COREGRIND_GLUE_CORE_LOCK_HOLDER_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* From now on such waits are noticed: the function is called, in a handler of a signal, to make the access fault. */
void lock_holder_watch(void (*make_fault)(void));

/* From now on the function is called, in a handler of a signal, while somebody waits: it gives the lock back for those
 * that were killed while they had it. NULL: no longer, as waits with a timer cost more. */
void lock_holder_watch_deaths(void (*give_back)(void));

/* The kernel's number, in its own process's view, of the thread that has the lock; 0: none. */
Int lock_holder_thread(void);

/* Around taking the lock; the first returns what the second is to be told. */
Int lock_holder_begin_wait(void *lock);
void lock_holder_end_wait(Int timer);

/* For the handler of faults: is it none, but what these functions have sent? */
Bool lock_holder_took_signal(const vki_siginfo_t *info);

#endif
