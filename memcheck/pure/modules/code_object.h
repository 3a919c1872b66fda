/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF files that compilers which work while a program runs make of their code, for debuggers: relocatable ones, whose
 * sections say where they are, or ones whose symbols do. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_CODE_OBJECT_H
#define SEEP_MEMCHECK_PURE_MODULES_CODE_OBJECT_H

#include "memcheck/pure/modules/elf_bytes.h"

/* The function at an address; false: there is none. The name is cut where `name` has no more room. */
bool code_object_find(elf_read_fn *read, void *context, uint64_t address, char *name, size_t name_bytes,
                      uint64_t *ret_start, uint64_t *ret_end);

#endif
