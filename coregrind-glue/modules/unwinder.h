/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call stack of a guest thread: the same frames that VG_(get_StackTrace) finds. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_UNWINDER_H
#define SEEP_COREGRIND_GLUE_MODULES_UNWINDER_H

#include "memcheck/pure/stacks/stacks.h"

#include "pub_tool_basics.h"

/* VG_(get_StackTrace)() leaves out so many frames at most of a thread in a system call (cancellation.h), although the
 * stack has more. */
enum { UNWINDER_LEFT_OUT_MAX = 3 };

void unwinder_init(void);

/* The innermost frames of a thread, at most `most`, which is not 0, as the stack that `keep` makes of their addresses.
 * From --sanity-level=2 on each stack is taken by the core as well, and a difference ends the run. */
stack_id unwinder_take_stack(ThreadId tid, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count));

/* The stack pointers of a thread's innermost frames, at most `most`, in a function that is about to set it, too: what
 * the frame information of longjmp() describes is where it goes. Returns their number. */
UInt unwinder_stack_pointers(ThreadId tid, Addr *sps, UInt most);

/* The guest's stacks or mappings may have changed: called in each tick (memcheck/tool.c) and when heap memory is
 * returned. Nothing else changes them, but for stacks that grow down. */
void unwinder_forget_limits(void);

/* Stacks were retired: `keep` may give another number to the same addresses. */
void unwinder_forget_stacks(void);

#endif
