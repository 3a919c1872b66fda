/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that are to end are woken from their system calls by SIGILL: the kernel always has a handler of the core's
 * for that, whatever the guest ignores. Where the guest blocks it, it is open while a call may wait. If somebody sends
 * it then, it is handed back to the kernel, pending and blocked, and the last signal is open in its place. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_WOKEN_THREADS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_WOKEN_THREADS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* For handlers of signals. Has the thread been woken to end (`end` does that then), or is the signal the guest's, which
 * blocks it? `end` is the core's handler of its own signal. */
Bool waking_took_signal(Int signal, vki_siginfo_t *info, struct vki_ucontext *context,
                        void (*end)(Int signal, vki_siginfo_t *info, void *context));

#endif
