/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests of ioctl(), commands of fcntl() and options of prctl() that the core does not know (known_commands.def). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_KNOWN_COMMANDS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_KNOWN_COMMANDS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* False: it is none of these, so the core is to be asked. Else it has been checked. */
Bool known_commands_before(ThreadId tid, const struct syscall_arguments *arguments, UWord *flags);

/* The call has succeeded. */
void known_commands_after(ThreadId tid, const struct syscall_arguments *arguments);

#endif
