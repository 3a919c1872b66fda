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

/* The memory can be read from now on; false: the mappings cannot be read, so nothing can. */
bool memory_view_begin(void);

/* And the roots are known. `heap`: what the C library cuts blocks out of, ascending; blocks lie there, and no roots.
 * `own`: the thread that runs; `own_sp`: its stack pointer, from which on its stack counts, and its registers do not;
 * 0: they do, as the thread has them. */
void memory_view_find_roots(const struct memory_range *heap, unsigned heap_count, struct watched_thread *own,
                            uint64_t own_sp);
void memory_view_end(void);

/* In a process that has a copy of this one's memory: the view is of that from now on. False: something is not there. */
bool memory_view_in_copy(void);

/* May anything in it, but for what is at `except`, be changed by another process? */
bool memory_view_is_shared(const void *except);

/* Copy bytes of the program's; returns how many of the first could be read. */
size_t memory_view_copy(void *to, uint64_t from, size_t bytes);

/* Where a thread stands; false: it does not. */
bool memory_view_thread(const struct watched_thread *thread, struct unwind_registers *ret);

extern const struct leak_memory memory_view;
extern const struct leak_root *memory_view_roots;
extern size_t memory_view_root_count;

#endif
