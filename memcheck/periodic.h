/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Periodic work while the program runs, such as samples and snapshots. It is done whenever the core lets the program go
 * on, which is after each system call and client request and at least every 100,000 blocks of code, and before
 * allocations. */
#ifndef SEEP_MEMCHECK_PERIODIC_H
#define SEEP_MEMCHECK_PERIODIC_H

#include "pub_tool_basics.h"

void periodic_init(void);

/* Before an allocation by a quick request, which the core does not see. The guest's state must be complete. */
void periodic_before_allocation(ThreadId tid);

#endif
