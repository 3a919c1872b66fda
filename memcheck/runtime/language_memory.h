/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory in which a language's runtime has both its heap and its stacks. Nothing in it is ever wrong: what is mapped may be touched, and
 * is set. */
#ifndef SEEP_MEMCHECK_RUNTIME_LANGUAGE_MEMORY_H
#define SEEP_MEMCHECK_RUNTIME_LANGUAGE_MEMORY_H

#include "memcheck/shadow/shadow.h"

#include "pub_tool_basics.h"

/* The program has such a runtime: Go's. */
void language_memory_begin(void);

extern Bool language_memory_is_there;

/* Go asks for its heap from 0xc0 << 32 on, or there in one of the next spans of a TiB; nothing else is placed so high. */
static inline Bool language_memory_has(Addr address)
{
  enum { SPAN_BITS = 40, HEAP_BITS = 32, HEAP_BEGINS = 0xc0 };
  return language_memory_is_there && address < SHADOW_LIMIT && (address & ((1UL << SPAN_BITS) - 1)) >> HEAP_BITS >= HEAP_BEGINS;
}

/* An access to [address, address + bytes) does not find it simply addressable and defined. True: it is such memory, and is now. */
Bool language_memory_take(Addr address, SizeT bytes);

#endif
