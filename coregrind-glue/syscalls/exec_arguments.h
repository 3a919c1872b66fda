/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest gives to execve() and execveat(). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_EXEC_ARGUMENTS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_EXEC_ARGUMENTS_H

#include "pub_tool_basics.h"

enum exec_arguments_call { EXEC_ARGUMENTS_EXECVE, EXEC_ARGUMENTS_EXECVEAT };

/* `at`: path, arguments, environment. Reports what cannot be read up to its end; NULL is left to the core. */
Bool exec_arguments_are_readable(ThreadId tid, enum exec_arguments_call call, const UWord at[static 3]);

#endif
