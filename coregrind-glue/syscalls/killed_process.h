/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SIGKILL between checked processes: the one that is killed still gets its report. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_KILLED_PROCESS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_KILLED_PROCESS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* The guest is about to kill another process. If that one is checked, wait until it has reported everything. */
void killed_process_before_kill(Int pid);

/* A signal is about to be delivered to the guest. Ours is turned into SIGKILL. */
void killed_process_on_signal(vki_siginfo_t *info);

/* Is this process being ended this way? Then the process that kills it is waiting. */
Bool killed_process_is_under_way(void);

#endif
