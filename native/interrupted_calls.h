/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A signal of the checker's interrupts what a thread waits for in the kernel. The program must not notice: its call
 * goes on, for the time that was left, or returns EINTR if a signal of the program's own has come meanwhile. */
#ifndef SEEP_NATIVE_INTERRUPTED_CALLS_H
#define SEEP_NATIVE_INTERRUPTED_CALLS_H

#include <stdint.h>
#include <ucontext.h>

/* What the kernel said of a thread's call before the thread was interrupted. */
struct waiting_call {
  long number; /* negative: not known */
  uint64_t sp, pc;
};

/* In the handler, with all signals blocked, as the last thing that it does: `context` may change. `since_ns`: when the
 * handler began. `call`: what was known of the thread; NULL: nothing. */
void interrupted_calls_go_on(ucontext_t *context, uint64_t since_ns, const struct waiting_call *call);

/* Now, on the clock of `since_ns`. */
uint64_t interrupted_calls_now_ns(void);

/* The program is about to wait for so long at most (negative: for ever), in a call that the kernel does not continue by
 * itself; it has waited. */
void interrupted_calls_begin_wait(int64_t timeout_ns);
void interrupted_calls_end_wait(void);

#endif
