/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does a file look for the next definition of a function that it defines itself? */
#ifndef SEEP_MEMCHECK_PURE_MODULES_NEXT_FUNCTION_H
#define SEEP_MEMCHECK_PURE_MODULES_NEXT_FUNCTION_H

#include "memcheck/pure/modules/elf_bytes.h"

/* Is there a call of dlsym() or dlvsym() in its code for a function of that name, of at most 15 characters? */
bool elf_looks_up(elf_read_fn *read, void *context, const char *name);

/* Is the function at [address, address + bytes) of the file a small one that calls the imported function of that name,
 * and does not pass a fixed number to it? */
bool elf_hands_on(elf_read_fn *read, void *context, uint64_t address, uint64_t bytes, const char *name);

#endif
