/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/modules/code_object.h"

#include "memcheck/pure/modules/symbol_tables.h"

enum { HEADER_TYPE = 16, HEADER_SECTIONS = 40, SECTION_BYTES = 64, SECTION_ADDRESS = 16, RELOCATABLE = 1 };

struct object {
  elf_read_fn *read;
  void *context;
  bool is_relocatable;
  uint64_t sections_at;
};

static bool address_of(const struct object *object, const struct symbol_table *table, size_t index, uint64_t *ret)
{
  unsigned char section[8] = {0};
  const uint64_t at = object->sections_at + symbol_section(table, index) * SECTION_BYTES + SECTION_ADDRESS;
  if (object->is_relocatable && !object->read(object->context, at, section, sizeof section))
    return false;
  *ret = symbol_address(table, index) + elf_number(section, sizeof section);
  return true;
}

static void copy_name(const char *from, char *name, size_t name_bytes)
{
  size_t at = 0;
  for (; at + 1 < name_bytes && from[at]; at++)
    name[at] = from[at];
  name[at] = '\0';
}

static bool find_in_table(const struct object *object, const struct symbol_table *table, uint64_t address, char *name,
                          size_t name_bytes, uint64_t *ret_start, uint64_t *ret_end)
{
  for (size_t i = 0; i < table->count; i++) {
    uint64_t start;
    if (!symbol_is_defined(table, i) || !symbol_is_function(table, i) || !*symbol_name(table, i) ||
        !address_of(object, table, i, &start) || address - start >= symbol_bytes(table, i))
      continue;
    *ret_start = start;
    *ret_end = start + symbol_bytes(table, i);
    copy_name(symbol_name(table, i), name, name_bytes);
    return *ret_end > start;
  }
  return false;
}

bool code_object_find(elf_read_fn *read, void *context, uint64_t address, char *name, size_t name_bytes,
                      uint64_t *ret_start, uint64_t *ret_end)
{
  unsigned char header[ELF_HEADER_BYTES];
  struct symbol_tables tables;
  bool is_found = false;
  if (!elf_read_header(read, context, header))
    return false;
  const struct object object = {read, context, elf_number(header + HEADER_TYPE, 2) == RELOCATABLE,
                                elf_number(header + HEADER_SECTIONS, 8)};
  symbol_tables_read(read, context, &tables);
  for (unsigned i = 0; i < tables.count && !is_found; i++)
    is_found = find_in_table(&object, &tables.tables[i], address, name, name_bytes, ret_start, ret_end);
  symbol_tables_release(&tables);
  return is_found;
}
