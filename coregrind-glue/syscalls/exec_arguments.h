/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest gives to execve() and execveat(). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_EXEC_ARGUMENTS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_EXEC_ARGUMENTS_H

#include "pub_tool_basics.h"

enum exec_arguments_call { EXEC_ARGUMENTS_EXECVE, EXEC_ARGUMENTS_EXECVEAT };

/* `at`: path, arguments, environment. Reports what is undefined or cannot be read. False: something cannot be read up
 * to its end; NULL is no list, and no path. */
Bool exec_arguments_check(ThreadId tid, enum exec_arguments_call call, const UWord at[static 3]);

#endif
