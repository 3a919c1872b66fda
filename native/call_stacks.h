/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call stacks of allocations, each kept once (memcheck/pure/stacks). */
#ifndef SEEP_NATIVE_CALL_STACKS_H
#define SEEP_NATIVE_CALL_STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "native/output.h"
#include "native/watched_thread.h"

/* `frames`: how many are kept of each. */
void walks_begin(unsigned frames);

/* The stack of a call of `door`, the address of an instruction of the function that was called, whose frame (%rbp)
 * begins at `frame`. */
stack_id walks_take(struct watched_thread *thread, uint64_t door, const void *frame);

/* The stack of a thread that stands still: instructions, those from the second on in calls, and the stack pointer in
 * each frame. Returns how many frames there are, `most` at most. */
size_t walks_of_stopped(const struct unwind_registers *start, uint64_t *ret_ips, uint64_t *ret_sps, size_t most);
stack_id walks_intern(const uint64_t *ips, size_t count);

/* The same as walks_take() keeps it; one thread at a time. */
stack_id walks_take_stopped(const struct unwind_registers *start);

/* Code in [start, end) is gone; `epoch` is the last one in which it was there. */
void walks_retire(uint64_t start, uint64_t end, uint64_t epoch);

/* The stacks that walks_take() names. */
struct stacks *walks_stacks(void);

/* Send a stack, unless it was sent; 0 is none. LOCK_OUTPUT is held, or nobody else runs. */
void walks_send(struct output *output, stack_id id);

#endif
