/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames between a function of the C library and its system call. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_CANCELLATION_H
#define SEEP_COREGRIND_GLUE_MODULES_CANCELLATION_H

#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

void cancellation_init(void);

/* As for allocator_marks.h. */
void cancellation_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index);
void cancellation_forget_module(const DebugInfo *module);

/* May the thread have any? */
Bool cancellation_frames_possible(ThreadId tid);

/* How many of a thread's innermost frames, whose addresses are `ips`, are to be left out of its stack; fewer than
 * `count`. */
UInt cancellation_frames(ThreadId tid, const Addr *ips, UInt count);

#endif
