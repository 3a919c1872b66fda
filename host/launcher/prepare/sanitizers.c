/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program calls the initialisation function of its sanitizer, which comes from a library or is linked in. Its
 * dynamic symbols show the former, and, depending on compiler and linker, the latter; else its other symbols do. A
 * weak reference does not count: that is how programs ask whether a sanitizer is there. */
#include "host/launcher/prepare/sanitizers.h"

#include <stdbool.h>
#include <string.h>

#include "host/symbols/elf/elf_file.h"

struct sanitizer {
  const char *name, *option, *symbol;
};

static const struct sanitizer sanitizers[] = {
#define SANITIZER(name, option, symbol) {name, option, #symbol},
#include "shared/base/sanitizers.def"
};
static const struct sanitizer unknown = {"a sanitizer", "...", SANITIZER_HOOK};

static const struct sanitizer *find_sanitizer(const char *name, const GElf_Sym *symbol)
{
  if (name[0] != '_' || name[1] != '_')
    return NULL;
  bool is_asked_for = symbol->st_shndx == SHN_UNDEF && GELF_ST_BIND(symbol->st_info) == STB_WEAK;
  if (strcmp(name, SANITIZER_HOOK) == 0)
    return symbol->st_shndx == SHN_UNDEF ? &unknown : NULL;
  for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
    if (!is_asked_for && strcmp(name, sanitizers[i].symbol) == 0)
      return &sanitizers[i];
  return NULL;
}

/* A sanitizer that is known by name is preferred to `unknown`. */
static void find_in_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const struct sanitizer **ret)
{
  Elf_Data *data = elf_getdata(section, NULL);
  GElf_Sym symbol;
  for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
    const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
    const struct sanitizer *found = name ? find_sanitizer(name, &symbol) : NULL;
    if (found && (!*ret || *ret == &unknown))
      *ret = found;
  }
}

static void find_in_tables(Elf *elf, unsigned type, const struct sanitizer **ret)
{
  GElf_Shdr header;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
    if (gelf_getshdr(section, &header) && header.sh_type == type)
      find_in_symbols(elf, section, &header, ret);
}

struct error *sanitizers_check(const char *path)
{
  struct elf_file *file;
  const struct sanitizer *found = NULL;
  struct error *error = elf_file_open(path, &file);
  if (error) {
    error_free(error);
    return NULL;
  }
  find_in_tables(elf_file_handle(file), SHT_DYNSYM, &found);
  if (!found || found == &unknown)
    find_in_tables(elf_file_handle(file), SHT_SYMTAB, &found);
  elf_file_close(file);
  if (!found)
    return NULL;
  return error_format(
    "%s: was built with %s, which needs the memory that Seep uses, and would not start; build it without "
    "-fsanitize=%s to check it, or run it without Seep",
    path, found->name, found->option);
}
