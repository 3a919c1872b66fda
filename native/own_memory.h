/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of the checker's own, inside the program: known by address, so that the leak check does not take what lies
 * there for pointers of the program. Implements memcheck/pure/base/env.h, too. */
#ifndef SEEP_NATIVE_OWN_MEMORY_H
#define SEEP_NATIVE_OWN_MEMORY_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Cut what is the checker's out of [*start, *end): true, and *start and *end are the first piece that is not, and
 * *ret_rest is where to go on; or false: nothing is left. Nothing may be mapped meanwhile. */
bool own_memory_cut(uint64_t *start, uint64_t *end, uint64_t *ret_rest);

/* Of this library, from the linker: its first byte, and after its last one. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

/* Is the address in this library? */
static inline bool own_memory_is_library(uint64_t address)
{
  return address - (uint64_t)__ehdr_start < (uint64_t)(_end - __ehdr_start);
}

/* The library's data are such memory as well. */
void own_memory_begin(void);

/* Where the running thread goes on, once, if there is none at all, not even for what is under way: all of the library's
 * locks are free then, so no other thread may be in its code. NULL: that ends the program. */
void own_memory_escape_to(jmp_buf *place);

/* The same while other threads go on; this one holds none of the locks. */
void own_memory_escape_alone_to(jmp_buf *place);

/* The system has no more memory for the checker, which is to end what it is at, and to do nothing more. */
bool own_memory_is_short(void);

#endif
