/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Execution trees of the heap: XTREE frames, from which the reporter writes a file. */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_XTREE_H
#define SEEP_MEMCHECK_HEAP_HEAP_XTREE_H

#include "pub_tool_basics.h"

/* The whole path of a file that is named as in options, with %p, %n, %q{VAR} and %%; release it with
 * heap_xtree_file_release(). NULL: the name cannot be expanded, and the user has been told, with the name of the
 * `option`. */
HChar *heap_xtree_file(const HChar *option, const HChar *pattern);
void heap_xtree_file_release(HChar *file);

/* What --xtree-memory asks for at the end. */
void heap_xtree_at_exit(void);

/* Monitor command `xtmemory`: what the heap holds now. NULL: a file of the usual name. */
void heap_xtree_by_monitor(const HChar *pattern);

#endif
