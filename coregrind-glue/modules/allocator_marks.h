/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocators that are not replaced, known by code of theirs that runs (allocators.def), and runtimes with a heap of
 * their own, known by their files. What is found goes to memcheck/heap/heap_view.h. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_ALLOCATOR_MARKS_H
#define SEEP_COREGRIND_GLUE_MODULES_ALLOCATOR_MARKS_H

#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

#include "libvex.h"

void allocator_marks_init(void);

/* May a symbol of that name matter here, besides those for which wanted_names_include() is true? */
Bool allocator_marks_concern(const HChar *name);

/* A module that is being read has that symbol, in a table of its own or of its debug information. */
void allocator_marks_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index);

/* The module has been read, and its place is known; or reading it has failed. */
void allocator_marks_place(const DebugInfo *module, Bool is_read);

/* Does it have a malloc() in front of the C library's? */
Bool allocator_marks_is_front(const DebugInfo *module);

/* Does it have an operator new that calls malloc(), or is it the C++ library behind one? */
Bool allocator_marks_is_new_front(const DebugInfo *module);

/* Is there such a module, and is the address in its malloc() or its like? */
Bool allocator_marks_have_fronts(void);
Bool allocator_marks_are_of_front(Addr address);

/* The module is no more. */
void allocator_marks_forget_module(const DebugInfo *module);

/* Code of these ranges is about to run. */
void allocator_marks_note_code(const VexGuestExtents *extents);

#endif
