/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of the checker's own, inside the program: known by address, so that the leak check does not take what lies
 * there for pointers of the program. Implements memcheck/pure/base/env.h, too. */
#ifndef SEEP_NATIVE_OWN_MEMORY_H
#define SEEP_NATIVE_OWN_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Cut what is the checker's out of [*start, *end): true, and *start and *end are the first piece that is not, and
 * *ret_rest is where to go on; or false: nothing is left. Nothing may be mapped meanwhile. */
bool own_memory_cut(uint64_t *start, uint64_t *end, uint64_t *ret_rest);

/* Is the address in this library? */
bool own_memory_is_library(uint64_t address);

/* The library's data are such memory as well. */
void own_memory_begin(void);

/* The system has no more memory for the checker, which is to end what it is at, and to do nothing more. */
bool own_memory_is_short(void);

#endif
