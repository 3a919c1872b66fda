/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mremap(), all that the kernel does. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_REMAPPING_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_REMAPPING_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* In place of the core's handler, which is given what it can do. */
void remapping_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                      UWord *flags);

/* How much more memory the call asks for. */
SizeT remapping_growth(const struct syscall_arguments *arguments);

#endif
