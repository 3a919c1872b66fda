/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks that threads have for handlers of signals (sigaltstack()). The core keeps them, but what it answers, and
 * what it does when one is given up, is not what the kernel does: handlers would run on it all the same. So the guest's
 * calls are carried out here, on what the core keeps. */
#ifndef SEEP_COREGRIND_GLUE_CORE_ALTERNATE_STACKS_H
#define SEEP_COREGRIND_GLUE_CORE_ALTERNATE_STACKS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Around the making of a handler's frame, which tells of the stack: one that is only for the next handler
 * (SS_AUTODISARM) is taken away. */
void alternate_stacks_before_handler(ThreadId tid);
void alternate_stacks_after_frame(ThreadId tid);

/* A handler is about to return, and its frame tells of this stack. */
void alternate_stacks_after_handler(ThreadId tid, vki_stack_t *told);

#endif
