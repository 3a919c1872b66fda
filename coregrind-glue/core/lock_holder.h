/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread that waits for a page of the guest's while it has the core's lock waits for ever, if the thread that
 * provides the page needs the lock. */
#ifndef SEEP_COREGRIND_GLUE_CORE_LOCK_HOLDER_H
#define SEEP_COREGRIND_GLUE_CORE_LOCK_HOLDER_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* From now on such waits are noticed: the function is called, in a handler of a signal, to make the access fault. */
void lock_holder_watch(void (*make_fault)(void));

/* Around taking the lock; the first returns what the second is to be told. */
Int lock_holder_begin_wait(void);
void lock_holder_end_wait(Int timer);

/* For the handler of faults: is it none, but what these functions have sent? */
Bool lock_holder_took_signal(const vki_siginfo_t *info);

#endif
