/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Touching a page that the guest provides itself, so that the kernel waits until it is there. */
#ifndef SEEP_COREGRIND_GLUE_CORE_PAGE_WAIT_H
#define SEEP_COREGRIND_GLUE_CORE_PAGE_WAIT_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Without the core's lock. Returns when the access went through, when it faulted, or (False) when a signal has come
 * that the guest's thread does not block; that is pending again then. */
Bool page_wait(ThreadId tid, Addr address, Bool is_write);

/* For handlers of signals: if this one has come while the thread waits, the wait ends behind the handler. */
Bool page_wait_ends(Int signal, const vki_siginfo_t *info, struct vki_ucontext *context);

#endif
