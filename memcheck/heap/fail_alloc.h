/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocations that fail because the user asked for it (--fail-alloc), so that the program takes its error paths. */
#ifndef SEEP_MEMCHECK_HEAP_FAIL_ALLOC_H
#define SEEP_MEMCHECK_HEAP_FAIL_ALLOC_H

#include <stdbool.h>

#include "pub_tool_basics.h"

/* Once options are known; false: no allocation is to fail. */
bool fail_alloc_begin(void);

/* Must the allocation that the thread is about to make fail? Counts allocations, so call it once for each. Tells the
 * user which one fails. */
bool fail_alloc_now(ThreadId tid, SizeT bytes);

#endif
