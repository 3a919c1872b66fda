/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls that the core does not know (newer_syscalls.def). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_NEWER_SYSCALLS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_NEWER_SYSCALLS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* NULL: this is none of them. */
const struct syscall_handlers *newer_syscalls_handlers(UInt number);

/* Are these to be used even if the core knows the call? */
Bool newer_syscalls_replace(UInt number);

/* Does a text that the core would read, as its first byte can be, run into memory that cannot? Then that is
 * reported. */
Bool newer_syscalls_text_fails(ThreadId tid, const struct syscall_arguments *arguments);

#endif
