/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which error a call ends with that the kernel refuses. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_REFUSED_CALLS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_REFUSED_CALLS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* Before the core looks at a call. True: the kernel refuses it at once, so it may be asked. */
Bool refused_calls_before(struct syscall_arguments *arguments);

/* The core could not read what the arguments lead to. True: the kernel may be asked. */
Bool refused_calls_unreadable(UInt number);

/* The core has refused the call. Where it says that a descriptor is bad, the kernel is asked instead, unless it would
 * take one that is hidden from the guest, or beyond its limit. */
void refused_calls_after(const struct syscall_arguments *arguments, struct syscall_status *status);

#endif
