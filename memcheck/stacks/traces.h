/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call stacks of guest threads: taken, interned, and sent before anything names them. */
#ifndef SEEP_MEMCHECK_STACKS_TRACES_H
#define SEEP_MEMCHECK_STACKS_TRACES_H

#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"

#include "pub_tool_basics.h"

void traces_init(void);

/* The stack of a thread as it is now. */
stack_id traces_of_thread(ThreadId tid);

/* Its innermost frames only, 500 at most. */
stack_id traces_top_of_thread(ThreadId tid, unsigned frames);

/* The same, whatever --num-callers says. */
stack_id traces_deep_of_thread(ThreadId tid, unsigned frames);

/* The number of a stack; it is not sent by this. */
stack_id traces_intern(const uint64_t *ips, size_t count);

/* The ips of a stack, innermost first. */
const uint64_t *traces_get(stack_id id, size_t *ret_count);

/* Send the STACK frame of a stack unless this stream has it already; 0 is no stack and sends nothing. */
void traces_send(stack_id id);
void traces_send_all(void);

/* The stack that stands for all that share its innermost `frames` frames (stacks_key()). */
stack_id traces_key(stack_id id, unsigned frames);

/* Code in [start, end) is gone: stacks through it keep their meaning as of `epoch`, unless --keep-debuginfo=no was
 * given. */
void traces_retire(uint64_t start, uint64_t end, uint64_t epoch);

/* A new stream knows no stacks. */
void traces_forget_sent(void);

/* Is the table of stacks as it should be? */
bool traces_is_valid(void);

#endif
