/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory in which a language's runtime has both its heap and its stacks. Nothing in it is ever wrong: what is mapped
 * may be touched, and is set. */
#ifndef SEEP_MEMCHECK_RUNTIME_LANGUAGE_MEMORY_H
#define SEEP_MEMCHECK_RUNTIME_LANGUAGE_MEMORY_H

#include "pub_tool_basics.h"

/* The program has Go's runtime. */
void language_memory_begin(void);

/* Is there any such memory? */
extern Bool language_memory_is_there;

/* Is the address in it? */
Bool language_memory_has(Addr address);
/* [start, end) is, a block or mapping in which generated code has a stack. */
void language_memory_add(Addr start, Addr end);
/* It has become something else. */
void language_memory_forget(Addr start, SizeT bytes);

/* How many bytes of [address, address + bytes), from its start, are such memory and mapped. */
SizeT language_memory_bytes(Addr address, SizeT bytes);

#endif
