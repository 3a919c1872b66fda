/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --sanity-level: do the tool's tables keep their promises? Each has a function X_is_valid() that goes through all of
 * it; a promise that is broken ends the run with a message that names the table. Checking takes long, and so nothing of
 * it is done at level 1, which is the default:
 *
 *   2   after each time slice of a thread (100,000 blocks of code) and at the end of the run, when the core asks;
 *       whatever else says ENV_CHECK(); and what speculation relies on whenever a thread goes on, which is cheaper
 *   3   all of it whenever a thread goes on, as it does after each system call and client request */
#ifndef SEEP_MEMCHECK_SANITY_H
#define SEEP_MEMCHECK_SANITY_H

#include "pub_tool_basics.h"

void sanity_init(void);
/* Once options are known. */
void sanity_begin(void);

/* The thread goes on. */
void sanity_tick(ThreadId tid);

#endif
