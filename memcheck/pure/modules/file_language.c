/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rustc leaves its version in each file that it has a part in (.comment), which stripping leaves in. Such a file often
 * holds code of other languages as well, so the function is asked for its name: that of the one with the call or, as a
 * function that is exported to C has a name of C's, that of the one which is called. In a file without names all code
 * is taken for Rust's.
 *
 * CPython, the program or its library, is known by a function that it has for extensions. */
#include "memcheck/pure/modules/file_language.h"

#include "memcheck/pure/modules/rust_names.h"

static bool is_same(const char *a, const char *b)
{
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

static bool defines(const struct symbol_tables *tables, const char *name)
{
  for (unsigned i = 0; i < tables->count; i++)
    for (size_t index = 0; index < tables->tables[i].count; index++)
      if (symbol_is_defined(&tables->tables[i], index) && is_same(symbol_name(&tables->tables[i], index), name))
        return true;
  return false;
}

void file_language_read(elf_read_fn *read, void *context, struct file_language *ret)
{
  symbol_tables_read(read, context, &ret->tables);
  ret->has_rust = elf_section_holds(read, context, ".comment", "rustc version ");
  ret->is_python = defines(&ret->tables, "_PyObject_GC_New");
}

void file_language_release(struct file_language *file)
{
  symbol_tables_release(&file->tables);
}

static bool is_rust_function(const struct file_language *file, uint64_t address)
{
  const char *name = symbol_name_at(&file->tables, address);
  return name && rust_names_is(name);
}

enum language file_language_of_call(const struct file_language *file, uint64_t instruction, uint64_t callee)
{
  if (file->is_python)
    return LANGUAGE_PYTHON;
  if (!file->has_rust)
    return LANGUAGE_OTHER;
  const bool is_rust = symbol_tables_are_stripped(&file->tables) || is_rust_function(file, instruction) ||
                       (callee != 0 && is_rust_function(file, callee));
  return is_rust ? LANGUAGE_RUST : LANGUAGE_OTHER;
}

uint64_t file_language_callee(const unsigned char bytes[static FILE_LANGUAGE_CALL_BYTES], uint64_t next,
                              bool *ret_is_indirect)
{
  enum { DIRECT = 0xe8, INDIRECT = 0xff, BESIDE_CODE = 0x15 }; /* a direct one is one byte shorter */
  const uint64_t there = next + (uint64_t)(int64_t)(int32_t)elf_number(bytes + 2, 4);
  *ret_is_indirect = bytes[1] != DIRECT;
  return bytes[1] == DIRECT || (bytes[0] == INDIRECT && bytes[1] == BESIDE_CODE) ? there : 0;
}
