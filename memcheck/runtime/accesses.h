/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --heap-access=yes: what the program reads and writes in live blocks, added up by allocation stack, and which bytes it
 * touches. Counted are its instructions, the string functions and repeated instructions that the tool carries out for
 * it, and system calls; not what allocation itself does (calloc's zeros, realloc's copy).
 *
 * An access belongs to the innermost live block that holds its first byte, as far as it lies in that block. */
#ifndef SEEP_MEMCHECK_RUNTIME_ACCESSES_H
#define SEEP_MEMCHECK_RUNTIME_ACCESSES_H

#include "pub_tool_basics.h"

/* Once options are known; does nothing without the option. */
void accesses_begin(void);

/* Is anything counted? Fixed before the first block of code is made. */
static inline Bool accesses_are_counted(void)
{
  extern Bool accesses_begun;
  return accesses_begun;
}

/* Only when accesses are counted: called by instrumented code, and for what is done in its place. */
void accesses_read(Addr start, ULong bytes);
void accesses_written(Addr start, ULong bytes);

/* Likewise: a block was made, or got another size where it is; realloc() has moved one, and the old block is not live
 * any more. */
void accesses_note_block(Addr start, SizeT bytes);
void accesses_note_resized(Addr start, SizeT bytes);
void accesses_note_moved(Addr to, Addr from);

#endif
