/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions whose entry the tool wants to know of: those of shared/base/test_runners.def, by their symbols, and
 * others that the tool names by their addresses. A block of code that begins with one is instrumented each time: it is
 * not kept in the translation cache, and no other block runs into it. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_WATCHED_FUNCTIONS_H
#define SEEP_COREGRIND_GLUE_MODULES_WATCHED_FUNCTIONS_H

#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

/* --- for the tool --- */

/* What the code at an address means: the number of its line in test_runners.def, or what the tool has said. False: it
 * is not watched. */
Bool watched_functions_find(Addr address, UWord *ret_meaning);

/* Watch code from now on, for which no code was translated so far. Nothing happens when it lies in no module. */
void watched_functions_add(Addr address, UWord meaning);

/* --- for the glue --- */

void watched_functions_init(void);

/* As for allocator_marks.h. */
Bool watched_functions_concern(const HChar *name);
void watched_functions_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index);
void watched_functions_place(const DebugInfo *module, Bool is_read);
void watched_functions_forget_module(const DebugInfo *module);

#endif
