/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of a module by address, with the choice among aliases that Valgrind's core makes. */
#ifndef SEEP_HOST_SYMBOLS_ELF_SYMTAB_H
#define SEEP_HOST_SYMBOLS_ELF_SYMTAB_H

#include "host/symbols/elf/elf_file.h"

struct symtab;

enum symtab_area { SYMTAB_CODE, SYMTAB_DATA, SYMTAB_TLS, SYMTAB_AREAS };

/* Read .symtab of the module or else of another file about it (may be NULL), and the module's .dynsym. Both files must
 * stay open as long as the table is used, for names lie in them. */
struct error *symtab_create(struct elf_file *module, struct elf_file *debug, struct symtab **ret);
void symtab_destroy(struct symtab *symtab);

struct symtab_range {
  uint64_t start, end;
};

/* The name of the function or object that covers an address (SYMTAB_TLS: an offset in thread-local storage), as in the
 * file; NULL when there is none. `ret` gets its range, or else the range without names around the address. */
const char *symtab_find(const struct symtab *symtab, enum symtab_area area, uint64_t address,
                        struct symtab_range *ret);

/* Is there Ada in the module? Its linkage names look like C's. */
bool symtab_is_ada(const struct symtab *symtab);

/* Whether `name` is to be shown rather than `other` when both are names of the same place. */
bool symtab_prefers(const char *name, const char *other);

#endif
