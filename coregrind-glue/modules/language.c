/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rustc leaves its version in each file that it has a part in (.comment), which stripping leaves in. Such a file often
 * holds code of other languages as well, so the function is asked for its name: that of the one with the call or, as a
 * function that is exported to C has a name of C's, that of the one which is called. In a file without names all code
 * is taken for Rust's.
 *
 * CPython, the program or its library, is known by a function that it has for extensions.
 *
 * Blocks come from few places, so answers are kept, and the symbols of the last file. */
#include "coregrind-glue/modules/language.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/modules/mapped_file.h"
#include "memcheck/pure/modules/rust_names.h"
#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"

enum { KNOWN_CALLS = 1021 };

struct known_call {
  uint64_t instruction; /* 0: none */
  enum language language;
};

static struct known_call known[KNOWN_CALLS];

static struct {
  const DebugInfo *module; /* NULL: none */
  bool has_rust, is_python;
  struct symbol_tables tables;
} file;

static const DebugInfo *module_at(uint64_t address)
{
  return VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
}

static void close_file(void)
{
  if (file.module)
    symbol_tables_release(&file.tables);
  file.module = NULL;
}

static bool defines(const struct symbol_tables *tables, const HChar *name)
{
  for (unsigned i = 0; i < tables->count; i++)
    for (size_t index = 0; index < tables->tables[i].count; index++)
      if (symbol_is_defined(&tables->tables[i], index) &&
          VG_(strcmp)(symbol_name(&tables->tables[i], index), name) == 0)
        return true;
  return false;
}

static void open_file(const DebugInfo *module)
{
  const HChar *path = VG_(DebugInfo_get_filename)(module);
  Int fd = mapped_file_open(path);
  file.module = module;
  file.tables.count = 0;
  file.has_rust = file.is_python = false;
  if (fd < 0)
    return;
  symbol_tables_read(mapped_file_read, &fd, &file.tables);
  file.has_rust = elf_section_holds(mapped_file_read, &fd, ".comment", "rustc version ");
  file.is_python = defines(&file.tables, "_PyObject_GC_New");
  VG_(close)(fd);
}

/* Where the call goes that ends with `instruction`: a direct one, or one through a word beside the code, as to
 * functions of other files. 0: neither. */
static uint64_t callee_of(uint64_t instruction)
{
  enum { DIRECT = 0xe8, INDIRECT = 0xff, BESIDE_CODE = 0x15, CALL_BYTES = 6 };
  unsigned char bytes[CALL_BYTES]; /* a direct one is one shorter */
  const uint64_t next = instruction + 1;
  if (!guarded_read(bytes, next - CALL_BYTES, CALL_BYTES))
    return 0;
  const uint64_t there = next + (uint64_t)(int64_t)(int32_t)elf_number(bytes + 2, 4);
  uint64_t callee;
  if (bytes[1] == DIRECT)
    return there;
  return bytes[0] == INDIRECT && bytes[1] == BESIDE_CODE && guarded_load((const uint64_t *)there, &callee) ? callee : 0;
}

/* Of the function at an address of the open file. */
static bool is_rust_function(uint64_t address)
{
  const char *name = symbol_name_at(&file.tables, address - (uint64_t)VG_(DebugInfo_get_text_bias)(file.module));
  return name && rust_names_is(name);
}

/* Of the module that is open. */
static bool is_of_rust(uint64_t instruction)
{
  const uint64_t callee = callee_of(instruction);
  return symbol_tables_are_stripped(&file.tables) || is_rust_function(instruction) ||
         (module_at(callee) == file.module && is_rust_function(callee));
}

static enum language find_language(uint64_t instruction)
{
  const DebugInfo *module = module_at(instruction);
  if (!module)
    return LANGUAGE_OTHER;
  if (module != file.module) {
    close_file();
    open_file(module);
  }
  if (file.is_python)
    return LANGUAGE_PYTHON;
  return file.has_rust && is_of_rust(instruction) ? LANGUAGE_RUST : LANGUAGE_OTHER;
}

enum language language_of_call(uint64_t instruction)
{
  struct known_call *call = &known[instruction % KNOWN_CALLS];
  if (call->instruction != instruction)
    *call = (struct known_call){instruction, find_language(instruction)};
  return call->language;
}

void language_forget(void)
{
  close_file();
  for (unsigned i = 0; i < KNOWN_CALLS; i++)
    known[i].instruction = 0;
}
