/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The addresses in their tables of symbols are exchanged. What a function of ours calls behind it must be that
 * library's own: another one in between would look for the next one there, and come back here. */
#include "native/library_names.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "native/loaded_symbols.h"
#include "native/mappings.h"
#include "native/next_functions.h"
#include "shared/base/raw_syscalls.h"

enum { PAGE_BYTES = 4096 };

static int protection_at(uint64_t address)
{
  static struct mappings mappings;
  int protection = PROT_NONE;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    if (address >= mapping->start && address < mapping->end)
      protection = (mapping->is_readable ? PROT_READ : 0) | (mapping->is_executable ? PROT_EXEC : 0);
  mappings_end(&mappings);
  return protection;
}

static bool protect(uint64_t start, uint64_t end, int protection)
{
  return raw_syscall(SYS_mprotect, (long)start, (long)(end - start), protection, 0, 0, 0) == 0;
}

/* Frames of some functions are on each stack, and who prints it has their names from that table. */
static bool may_lead_here(const char *name, const void *function)
{
  const void *const next = next_functions_known(name);
  return (!next || next == function) && strcmp(name, "exit") != 0 && strcmp(name, "__libc_start_main") != 0;
}

/* All versions of that name. */
static void exchange(const struct link_map *file, const char *name, uint64_t ours)
{
  const Elf64_Sym *symbol = NULL;
  while ((symbol = loaded_symbols_next(file, name, symbol)))
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && may_lead_here(name, loaded_symbols_place(file, symbol)))
      ((Elf64_Sym *)symbol)->st_value = ours - file->l_addr;
}

static void exchange_all(const struct link_map *file, const struct link_map *own)
{
  uint32_t first, count;
  const Elf64_Sym *const symbols = loaded_symbols_all(own, &first, &count);
  for (uint32_t i = first; i < count; i++)
    if (symbols[i].st_shndx != SHN_UNDEF)
      exchange(file, loaded_symbols_name(own, &symbols[i]), (uint64_t)loaded_symbols_place(own, &symbols[i]));
}

static bool lead_here(const struct link_map *file, const struct link_map *own)
{
  uint32_t first, count;
  const Elf64_Sym *const symbols = loaded_symbols_all(file, &first, &count);
  const uint64_t page = ~(uint64_t)(PAGE_BYTES - 1);
  const uint64_t start = (uint64_t)symbols & page, end = ((uint64_t)(symbols + count) + PAGE_BYTES - 1) & page;
  const int protection = protection_at(start);
  if (count == 0 || !(protection & PROT_READ) || !protect(start, end, protection | PROT_WRITE))
    return false;
  exchange_all(file, own);
  return protect(start, end, protection);
}

bool library_names_begin(void)
{
  const struct link_map *const own = loaded_symbols_of_this(), *const libc = loaded_symbols_libc();
  bool is_done = own && libc;
  if (next_functions_have_own_malloc())
    return true;
  for (const struct link_map *file = own ? own->l_next : NULL; file; file = file->l_next)
    if (file == libc || (!next_functions_have_foreign_new() && next_functions_are_cxx_library(file->l_name)))
      is_done &= lead_here(file, own);
  return is_done;
}
