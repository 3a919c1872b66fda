/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SIGKILL between processes that are checked. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_KILLED_PROCESS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_KILLED_PROCESS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* The guest is about to kill another process: if that one is checked, wait until it has told what it has to tell. */
void killed_process_before_kill(Int pid);

/* System calls of ours might be the guest's end. */
void killed_process_forbid(void);

/* A signal is about to be delivered to the guest; becomes SIGKILL if that is what it stands for. */
void killed_process_on_signal(vki_siginfo_t *info);

/* Is this process about to end so? Then somebody waits for it. */
Bool killed_process_is_under_way(void);

#endif
