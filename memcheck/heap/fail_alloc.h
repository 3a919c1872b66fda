/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocations that fail because the user asked for it (--fail-alloc), so that the program takes its error paths. */
#ifndef SEEP_MEMCHECK_HEAP_FAIL_ALLOC_H
#define SEEP_MEMCHECK_HEAP_FAIL_ALLOC_H

#include <stdbool.h>

#include "pub_tool_basics.h"

/* Once options are known; false: no allocation is to fail. */
bool fail_alloc_begin(void);

/* Is the allocation that the thread is about to make to fail? Counts it, so it is to be asked once for each. Tells the user what
 * fails. */
bool fail_alloc_now(ThreadId tid, SizeT bytes);

#endif
