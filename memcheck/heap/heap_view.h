/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Can the heap of this process be seen? What was found of it, as HEAP_VIEW frames. */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_VIEW_H
#define SEEP_MEMCHECK_HEAP_HEAP_VIEW_H

#include "record/record.h"

#include "pub_tool_basics.h"

/* A reason why it cannot was met: an allocator (its name may be empty) in a file. Of several reasons the one that says
 * most is told. */
void heap_view_note(enum record_heap_sight sight, const HChar *allocator, const HChar *module);

/* The program has asked the system for memory without a file behind it. */
void heap_view_note_memory(void);

/* A stream begins: say what is known already. */
void heap_view_begin(void);

/* The process ends, or becomes another program: nothing more will be found. */
void heap_view_end(void);

#endif
