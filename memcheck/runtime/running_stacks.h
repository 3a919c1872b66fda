/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks that threads run on (memcheck/pure/shadow/stack_switches.h), and what becomes of memory when a thread goes
 * from one to another.
 *
 * Below the stack pointer of a stack that is used nothing may be touched. But of a stack that was left nobody knows
 * whether it is one any more: a pool of stacks, or a heap of the program's own, may use its memory for something else.
 * So what lies below a coroutine's stack pointer is undefined while the coroutine waits. */
#ifndef SEEP_MEMCHECK_RUNTIME_RUNNING_STACKS_H
#define SEEP_MEMCHECK_RUNTIME_RUNNING_STACKS_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/engine/stack_sums.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_basics.h"

/* `around`: the block of the heap around an address, 0: there is none. */
void running_stacks_begin(block_id (*around)(uint64_t address));

/* A thread begins, at its stack pointer; a thread runs again. */
void running_stacks_thread_begins(ThreadId tid);
void running_stacks_thread_runs(ThreadId tid, Addr sp);

/* How the stack pointer is about to be set (memcheck/pure/engine/stack_sums.h): instrumented code stores that here, and
 * who is told puts back STACK_IS_MOVED. */
extern uint64_t running_stacks_set_by;

/* The stack pointer of the running thread goes from one place to another. True: to another stack, and nothing was
 * changed there. */
Bool running_stacks_move(ThreadId tid, Addr from, Addr to);
/* Is that too little to be a question, on the way up? Then it is the same stack. */
Bool running_stacks_is_short(Addr from, Addr to);
/* May one stack reach from one address to the other, as far as mappings and blocks tell? */
Bool running_stacks_may_reach(Addr low, Addr high);
/* Where the stack ends at the latest, for who sets the stack pointer without asking. */
Addr running_stacks_end(void);

/* That memory was given back, or is something else now. */
void running_stacks_forget(Addr start, SizeT bytes);

#endif
