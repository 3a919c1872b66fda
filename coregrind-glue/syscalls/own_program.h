/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program that a process is, in the eyes of the guest. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

#include "pub_tool_basics.h"

/* The kernel's name of the process becomes that of the guest's program, and what the program finds as its name, `name`
 * (NULL: as it is executed). */
void own_program_begin(const HChar *name);

/* What is to be executed instead of `path`, which may be itself. Valid until the next call. */
const HChar *own_program_behind(const HChar *path);

/* Is the program of a process, which may be this one, executed by the tool? */
Bool own_program_is_checked(Int pid);

/* Carry out a call that reads such a link. False: it is none. */
Bool own_program_reads_link(ThreadId tid, const struct syscall_arguments *arguments, struct syscall_status *status);

/* Does a call open what the kernel knows of this process, so that it is left to the kernel? */
Bool own_program_opens_for_kernel(ThreadId tid, const struct syscall_arguments *arguments);

/* After the core has looked at a call: if its path leads to the tool, it gets one that leads to the program. */
void own_program_redirect(ThreadId tid, struct syscall_arguments *arguments, const struct syscall_status *status,
                          UWord *flags);

#endif
