/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A second process that has a copy of this one's memory as it is now. The program does not notice: it is no child to
 * wait for, sends no signal, and holds none of the program's descriptors. */
#ifndef SEEP_SHARED_BASE_SECOND_PROCESS_H
#define SEEP_SHARED_BASE_SECOND_PROCESS_H

#include <stdbool.h>

/* Would the program notice it, as it adopts orphans, or as its next child is to be the first of a namespace? Or does
 * the kernel lack what is needed? */
bool second_process_is_possible(void);

/* Make one. Returns its id, 0 in the second process, or the kernel's error. No other thread of this process may be
 * waiting for children meanwhile, nor go on. */
long second_process_make(void);

/* In it, with all signals blocked: nobody's business any more. Only these descriptors stay open; negative: none. When
 * memory runs out it is killed first. */
void second_process_isolate(int one, int other);
void second_process_exit(void) __attribute__((noreturn));

/* Advice to madvise() by which children have other memory than their parents. */
bool second_process_lacks_memory(long advice);

#endif
