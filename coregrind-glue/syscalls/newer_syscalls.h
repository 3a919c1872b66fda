/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls that the core does not know (newer_syscalls.def). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_NEWER_SYSCALLS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_NEWER_SYSCALLS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* NULL: this is none of them. */
const struct syscall_handlers *newer_syscalls_handlers(UInt number);

#endif
