/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of a new thread's stack that no frame has reached. */
#ifndef SEEP_MEMCHECK_RUNTIME_THREAD_STACKS_H
#define SEEP_MEMCHECK_RUNTIME_THREAD_STACKS_H

#include "pub_tool_basics.h"

/* The guest has mapped [start, start + bytes) with these flags. */
void thread_stacks_mapped(ThreadId tid, Addr start, SizeT bytes, UWord flags);

/* Something else is there now, or nothing. */
void thread_stacks_forget(Addr start, SizeT bytes);

/* [*start, *end) is around an address; as much of it remains as has no such stack. False: the address is in one. */
Bool thread_stacks_leave_out(Addr address, Addr *start, Addr *end);

/* Where the stack around an address begins; 0: there is none that is known. */
Addr thread_stacks_around(Addr address);

#endif
