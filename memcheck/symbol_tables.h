/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The symbol tables of an ELF file, whole, as they lie there: names and addresses without further meaning, read without
 * trusting the file. */
#ifndef SEEP_MEMCHECK_SYMBOL_TABLES_H
#define SEEP_MEMCHECK_SYMBOL_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/elf_bytes.h"

enum {
  SYMBOL_BYTES = 24,                   /* one entry in the file */
  SYMBOL_TABLES_MAX = 2,               /* .symtab and .dynsym */
  SYMBOL_TABLE_MAX_BYTES = 64 << 20,   /* larger ones are left alone, as are larger names */
};

struct symbol_table {
  uint64_t offset;        /* in the file */
  size_t count;           /* of symbols, the empty first one among them */
  unsigned char *entries;
  char *names;            /* a NUL stands behind the last one */
  size_t names_bytes;
};

struct symbol_tables {
  struct symbol_table tables[SYMBOL_TABLES_MAX];
  unsigned count;
};

/* Take all sound tables of the file; release them with symbol_tables_release(). */
void symbol_tables_read(elf_read_fn *read, void *context, struct symbol_tables *ret);
void symbol_tables_release(struct symbol_tables *tables);

/* Of the symbol `index`; its name is "" when it has none. */
const char *symbol_name(const struct symbol_table *table, size_t index);
uint64_t symbol_address(const struct symbol_table *table, size_t index);
uint64_t symbol_bytes(const struct symbol_table *table, size_t index);

#endif
