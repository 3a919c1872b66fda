/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens every now and then while the program runs: whenever the core lets it go on, which is after each
 * system call and client request, and every 100,000 blocks of code at the latest; and before allocations. */
#ifndef SEEP_MEMCHECK_PERIODIC_H
#define SEEP_MEMCHECK_PERIODIC_H

#include "pub_tool_basics.h"

void periodic_init(void);

/* Before an allocation that the core does not see (memcheck/requests/quick_requests.h). The guest's state must be whole. */
void periodic_before_allocation(ThreadId tid);

#endif
