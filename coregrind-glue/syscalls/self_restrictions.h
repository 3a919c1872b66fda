/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls by which the guest restricts itself, and those that are restricted by their arguments. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_SELF_RESTRICTIONS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_SELF_RESTRICTIONS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* After a call's parameters have been checked, if it is for the kernel: it is complete when it shall not get there. */
void self_restrictions_before(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status,
                              UWord *flags);

/* --- the next program --- */

/* Is it restricted by what this one has forbidden itself? */
Bool self_restrictions_go_on(ThreadId tid);

/* In a file for a program that is checked: an open descriptor, which survives exec; -1: there can be none. */
Int self_restrictions_store(ThreadId tid);

/* For one that is not checked the kernel is told. `is_sure`: that it is a program. Returns an errno value, or 0. */
UWord self_restrictions_tell_kernel(ThreadId tid, Bool is_sure);

/* At the start, before the first thread runs: the number of such a descriptor. */
void self_restrictions_take(const HChar *descriptor);

#endif
