/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks on which the handler of fatal signals (native/fatal_signals.h) runs, so that a thread whose own stack is
 * exhausted is checked as well. A thread gets its stack with the first block that it makes or frees; a stack that the
 * program gives it goes before. To the program the thread has none.
 *
 * A handler of the program's that asks for such a stack would run on ours, where it runs on the thread's own without
 * the checker: so no thread has one from then on. */
#ifndef SEEP_NATIVE_SIGNAL_STACKS_H
#define SEEP_NATIVE_SIGNAL_STACKS_H

#include <ucontext.h>

#include "native/watched_thread.h"

/* From now on threads get one; the running one at once. */
void signal_stacks_begin(void);

/* The running thread gets one, unless it has one, or none is given. */
void signal_stacks_give(struct watched_thread *thread);

/* None is given any more, and all that were given are taken back. Other threads stand still for that. */
void signal_stacks_end(void);

/* If so, the thread has none when its handler returns to `context`; NULL: now. */
void signal_stacks_take_back(const struct watched_thread *thread, ucontext_t *context);

#endif
