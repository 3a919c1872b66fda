/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call stack of a guest thread: the same frames that VG_(get_StackTrace) finds. */
#ifndef SEEP_COREGRIND_GLUE_UNWINDER_H
#define SEEP_COREGRIND_GLUE_UNWINDER_H

#include <stddef.h>
#include <stdint.h>

#include "pub_tool_basics.h"

void unwinder_init(void);

/* Fill `ips` with the innermost frames, at most `most` of them, which is not 0; returns how many. From --sanity-level=2 on, each
 * stack is taken by the core as well, and a difference ends the run. */
size_t unwinder_take(ThreadId tid, uint64_t *ips, unsigned most);

#endif
