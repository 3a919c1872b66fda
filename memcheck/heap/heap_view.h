/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does the tool see the heap of this process, or does the program allocate past it? Told by HEAP_VIEW frames. */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_VIEW_H
#define SEEP_MEMCHECK_HEAP_HEAP_VIEW_H

#include "shared/record/record.h"

#include "pub_tool_basics.h"

/* A reason why it does not: an allocator (its name may be empty) in the file `module`. Of several reasons the one that
 * says most is told. */
void heap_view_note(enum record_heap_sight sight, const HChar *allocator, const HChar *module);

/* A malloc() of the file, which should call the C library's, is about to run. */
void heap_view_note_front(const HChar *module);

/* The program has asked the system for anonymous memory. */
void heap_view_note_memory(void);

/* A stream begins: send what is known already. */
void heap_view_begin(void);

/* The process ends, or becomes another program: nothing more will be found. */
void heap_view_end(void);

#endif
