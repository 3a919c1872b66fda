/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is a process's own where several processes share the memory, and so the core (sharing_processes.h). */
#ifndef SEEP_COREGRIND_GLUE_CORE_PROCESS_VIEWS_H
#define SEEP_COREGRIND_GLUE_CORE_PROCESS_VIEWS_H

#include <stdbool.h>

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Before the first other process is made: from now on the core's state is exchanged whenever another process runs. */
void process_views_begin(void);

/* Another process begins to run. Its signal handlers, but not what it ignores, are back at their defaults
 * (CLONE_CLEAR_SIGHAND), or they are its parent's. `key` names it in process_views_drop(). */
void process_views_enter(ThreadId key, Bool clears_handlers);

/* In the process that runs: handlers are back at their defaults. */
void process_views_clear_handlers(void);

/* It is gone. */
void process_views_drop(ThreadId key);

/* In a child that has this memory for itself. */
void process_views_forget_others(void);

/* The core is about to tell the kernel of a signal's action. True: the kernel of this process knows it, and that is the
 * answer. */
bool process_views_answer(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);
/* The kernel has been told. */
void process_views_note(Int signal, const vki_sigaction_toK_t *action);

#endif
