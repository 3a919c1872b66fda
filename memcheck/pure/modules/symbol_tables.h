/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The symbol tables of an ELF file as they are, names and addresses not interpreted; read without trusting the file. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_SYMBOL_TABLES_H
#define SEEP_MEMCHECK_PURE_MODULES_SYMBOL_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/modules/elf_bytes.h"

enum {
  SYMBOL_BYTES = 24,                   /* one entry in the file */
  SYMBOL_INFO = 4,                     /* the place of the byte with binding and type */
  SYMBOL_BINDING = 4,                  /* the binding's lowest bit in that */
  SYMBOL_GLOBAL = 1,
  SYMBOL_WEAK = 2,
  SYMBOL_TABLES_MAX = 2,               /* .symtab and .dynsym */
  SYMBOL_TABLE_MAX_BYTES = 64 << 20,   /* larger tables are not read, nor larger sections of names */
};

struct symbol_table {
  uint64_t offset;        /* in the file */
  size_t count;           /* of symbols, the empty first one among them */
  unsigned char *entries;
  char *names;            /* a NUL stands behind the last one */
  size_t names_bytes;
  bool is_dynamic;        /* .dynsym */
  size_t
    hidden_from; /* local symbols from here on were global before GNU ld made them so; `count` when there are none */
};

struct symbol_tables {
  struct symbol_table tables[SYMBOL_TABLES_MAX];
  unsigned count;
};

/* Take all sound tables of the file; release them with symbol_tables_release(). */
void symbol_tables_read(elf_read_fn *read, void *context, struct symbol_tables *ret);
void symbol_tables_release(struct symbol_tables *tables);

/* Has the file a section with one of these names? The list ends with NULL. */
bool elf_has_section(elf_read_fn *read, void *context, const char *const *names);

/* Does the first section of that name have a text in it? */
bool elf_section_holds(elf_read_fn *read, void *context, const char *name, const char *text);

/* The name of the function that is defined at an address of the file; NULL: there is none. */
const char *symbol_name_at(const struct symbol_tables *tables, uint64_t address);

/* Are there no symbols left but those for other files? */
bool symbol_tables_are_stripped(const struct symbol_tables *tables);

/* Of the symbol `index`; its name is "" when it has none. */
const char *symbol_name(const struct symbol_table *table, size_t index);
uint64_t symbol_address(const struct symbol_table *table, size_t index);
uint64_t symbol_bytes(const struct symbol_table *table, size_t index);
uint64_t symbol_section(const struct symbol_table *table, size_t index); /* 0: it is not defined here */

/* Is it defined in this file? Is it a function? One that chooses another (ifunc)? Could other object files refer to it,
 * at least before the program was linked? */
bool symbol_is_defined(const struct symbol_table *table, size_t index);
bool symbol_is_function(const struct symbol_table *table, size_t index);
bool symbol_is_ifunc(const struct symbol_table *table, size_t index);
bool symbol_was_global(const struct symbol_table *table, size_t index);

#endif
