/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each is told by one of its symbols, in either table of symbols of the program's file. */
#include "host/launcher/prepare/own_allocators.h"

#include <gelf.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "host/symbols/elf/elf_file.h"

static const struct {
  const char *symbol, *name;
} own_allocators[] = {
  {"_rjem_malloc", "jemalloc"}, {"je_malloc", "jemalloc"},        {"mi_malloc", "mimalloc"},
  {"tc_malloc", "tcmalloc"},    {"runtime.mallocgc", "Go's heap"},
};

static const char *allocator_named(const char *symbol)
{
  for (size_t i = 0; symbol && i < sizeof own_allocators / sizeof *own_allocators; i++)
    if (strcmp(own_allocators[i].symbol, symbol) == 0)
      return own_allocators[i].name;
  return NULL;
}

static const char *allocator_in(Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
  Elf_Data *const data = elf_getdata(section, NULL);
  const size_t count = data && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
  const char *found = NULL;
  GElf_Sym symbol;
  for (size_t i = 0; i < count && i < INT_MAX && !found; i++)
    if (gelf_getsym(data, (int)i, &symbol) && symbol.st_shndx != SHN_UNDEF)
      found = allocator_named(elf_strptr(elf, header->sh_link, symbol.st_name));
  return found;
}

const char *own_allocator_of(const char *path)
{
  struct elf_file *file;
  struct error *const error = elf_file_open(path, &file);
  const char *found = NULL;
  GElf_Shdr header;
  if (error) {
    error_free(error);
    return NULL;
  }
  Elf *const elf = elf_file_handle(file);
  for (Elf_Scn *section = elf_nextscn(elf, NULL); section && !found; section = elf_nextscn(elf, section))
    if (gelf_getshdr(section, &header) && (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
      found = allocator_in(elf, section, &header);
  elf_file_close(file);
  return found;
}
