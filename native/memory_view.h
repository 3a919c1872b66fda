/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program's memory as the leak check sees it (struct leak_memory), and the roots in it, while all threads stand
 * still. */
#ifndef SEEP_NATIVE_MEMORY_VIEW_H
#define SEEP_NATIVE_MEMORY_VIEW_H

#include "memcheck/pure/leak/leak_scan.h"
#include "native/watched_thread.h"

struct memory_range {
  uint64_t start, end;
};

/* `heap`: what the C library cuts blocks out of, ascending; blocks lie there, and no roots. `own_sp`: the stack pointer
 * of the thread that makes the check. */
/* False: the mappings cannot be read, so there are no roots. */
bool memory_view_begin(const struct memory_range *heap, unsigned heap_count, struct watched_thread *own,
                       uint64_t own_sp);
void memory_view_end(void);

extern const struct leak_memory memory_view;
extern const struct leak_root *memory_view_roots;
extern size_t memory_view_root_count;

#endif
