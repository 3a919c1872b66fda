/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Version definitions form a chain: each says how far on the next one lies, and where its name lies in .dynstr. */
#include "host/symbols/library_version.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/symbols/elf/elf_file.h"

enum { DEFINITIONS_MAX = 10000 };

/* A version definition at `offset`, with its first name; false after the end. */
static bool read_definition(const struct elf_section *section, uint64_t offset, Elf64_Verdef *ret, uint32_t *ret_name)
{
  Elf64_Verdaux name;
  if (offset > section->bytes || section->bytes - offset < sizeof *ret)
    return false;
  memcpy(ret, section->data + offset, sizeof *ret);
  uint64_t at = offset + ret->vd_aux;
  if (at > section->bytes || section->bytes - at < sizeof name)
    return false;
  memcpy(&name, section->data + at, sizeof name);
  *ret_name = name.vda_name;
  return true;
}

/* The text after the prefix when a name begins with it and goes on with a digit; NULL: it does not, or has no end. */
static const char *version_in(const struct elf_section *strings, uint32_t offset, const char *prefix)
{
  const char *name = (const char *)strings->data + offset;
  size_t size = strlen(prefix);
  if (offset >= strings->bytes || !memchr(name, '\0', strings->bytes - offset) || strncmp(name, prefix, size) != 0)
    return NULL;
  return name[size] >= '0' && name[size] <= '9' ? name + size : NULL;
}

static const char *newest(const struct elf_section *definitions, const struct elf_section *strings, const char *prefix)
{
  const char *best = NULL;
  uint64_t offset = 0;
  for (unsigned i = 0; i < DEFINITIONS_MAX; i++) {
    Elf64_Verdef definition;
    uint32_t name;
    if (!read_definition(definitions, offset, &definition, &name))
      break;
    const char *version = version_in(strings, name, prefix);
    if (version && (!best || strverscmp(version, best) > 0))
      best = version;
    if (definition.vd_next == 0)
      break;
    offset += definition.vd_next;
  }
  return best;
}

static char *read_version(struct elf_file *file, const char *prefix)
{
  struct elf_section definitions, strings;
  bool has_definitions = false, has_strings = false;
  error_free(elf_file_section(file, ".gnu.version_d", &definitions, &has_definitions));
  error_free(elf_file_section(file, ".dynstr", &strings, &has_strings));
  const char *version = has_definitions && has_strings ? newest(&definitions, &strings, prefix) : NULL;
  return version ? memory_text(version) : NULL;
}

char *library_version(const struct symbols_module *module, const char *prefix)
{
  struct elf_file *file;
  struct error *error = elf_file_open_unmapped(module->path, &file);
  if (error) {
    error_free(error);
    return NULL;
  }
  bool is_it = module->build_id && elf_file_has_build_id(file, module->build_id, module->build_id_bytes);
  char *version = is_it ? read_version(file, prefix) : NULL;
  elf_file_close(file);
  return version;
}
