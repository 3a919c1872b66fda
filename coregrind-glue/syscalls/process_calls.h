/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls that make, end and replace processes. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_PROCESS_CALLS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_PROCESS_CALLS_H

#include "coregrind-glue/syscalls/sharing_processes.h"
#include "coregrind-glue/syscalls/syscall_wraps.h"

/* NULL: this is none of them. */
const struct syscall_handlers *process_calls_handlers(UInt number);

/* clone(), clone3(), fork(), vfork() (clone.c). */
void clone_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                  UWord *flags);

/* execve(), execveat() (execution.c). */
void execution_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                      UWord *flags);
void execution_after(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status);

/* A signal reaches the guest: the kernel has not carried out the thread's call. */
void execution_interrupted(ThreadId tid);

#endif
