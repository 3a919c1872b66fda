/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What looks at the heap has a stack of its own: that of the program may have no room. Whoever uses it has claimed the
 * standstill (watched_threads_claim()). */
#ifndef SEEP_NATIVE_OWN_STACK_H
#define SEEP_NATIVE_OWN_STACK_H

/* Call a function on it. */
void own_stack_run(void (*function)(void *argument), void *argument);

#endif
