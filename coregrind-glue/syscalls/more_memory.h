/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that the kernel reads or writes in calls that are known, but not so well: what a structure's members point to,
 * what comes before a call's result or behind the end of a structure. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_MORE_MEMORY_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_MORE_MEMORY_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* To be called before the call is made, once it has been checked otherwise. */
void more_memory_before(ThreadId tid, const struct syscall_arguments *arguments);

/* NULL: nothing more is written. To be called when the call has succeeded. */
void (*more_memory_after(UInt number))(ThreadId tid, const struct syscall_arguments *arguments, UWord result);

#endif
