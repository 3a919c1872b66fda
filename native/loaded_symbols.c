/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/loaded_symbols.h"

#include <stdint.h>
#include <string.h>

/* Where the dynamic section cannot be written (the kernel's own library), it has what the file has. */
static const void *entry(const struct link_map *file, int64_t tag)
{
  const Elf64_Dyn *at = file->l_ld;
  while (at->d_tag != DT_NULL && at->d_tag != tag)
    at++;
  const uint64_t place = at->d_tag == tag ? at->d_un.d_ptr : 0;
  return (const void *)(place != 0 && place < file->l_addr ? file->l_addr + place : place);
}

struct names {
  const Elf64_Sym *symbols;
  const char *texts;
  const Elf64_Half *versions; /* NULL: they have none */
};

/* Of several versions old ones are for programs that were linked then. */
static bool is_defined(const struct names *names, uint32_t at, const char *name)
{
  enum { OLD_VERSION = 1 << 15 };
  return names->symbols[at].st_shndx != SHN_UNDEF && !(names->versions && (names->versions[at] & OLD_VERSION)) &&
         strcmp(names->texts + names->symbols[at].st_name, name) == 0;
}

static uint32_t hash_of(const char *name)
{
  uint32_t hash = 5381;
  for (; *name; name++)
    hash = hash * 33 + (unsigned char)*name;
  return hash;
}

/* By the table that GNU's linker makes: buckets, and for each symbol its hash, of which the last one of a bucket is
 * odd. */
static const Elf64_Sym *look_up(const struct names *names, const uint32_t *table, const char *name)
{
  const uint32_t buckets = table[0], first = table[1], filter_words = table[2], wanted = hash_of(name);
  const uint32_t *const bucket = table + 4 + (size_t)filter_words * (sizeof(uint64_t) / sizeof(uint32_t));
  const uint32_t *const hashes = bucket + buckets;
  if (buckets == 0)
    return NULL;
  for (uint32_t i = bucket[wanted % buckets]; i >= first && i != 0; i++) {
    const uint32_t hash = hashes[i - first];
    if ((hash | 1) == (wanted | 1) && is_defined(names, i, name))
      return &names->symbols[i];
    if (hash & 1)
      break;
  }
  return NULL;
}

/* The other table tells how many symbols there are. */
static const Elf64_Sym *look_at_all(const struct names *names, const uint32_t *table, const char *name)
{
  const uint32_t count = table[1];
  for (uint32_t i = 1; i < count; i++)
    if (is_defined(names, i, name))
      return &names->symbols[i];
  return NULL;
}

const Elf64_Sym *loaded_symbols_find(const struct link_map *file, const char *name)
{
  const struct names names = {
    .symbols = entry(file, DT_SYMTAB), .texts = entry(file, DT_STRTAB), .versions = entry(file, DT_VERSYM)};
  const uint32_t *const quick = entry(file, DT_GNU_HASH), *const plain = entry(file, DT_HASH);
  if (!names.symbols || !names.texts)
    return NULL;
  if (quick)
    return look_up(&names, quick, name);
  return plain ? look_at_all(&names, plain, name) : NULL;
}

void *loaded_symbols_place(const struct link_map *file, const Elf64_Sym *symbol)
{
  return (void *)(file->l_addr + symbol->st_value);
}

bool loaded_symbols_have(const struct link_map *first, const char *name)
{
  for (const struct link_map *file = first; file; file = file->l_next)
    if (loaded_symbols_find(file, name))
      return true;
  return false;
}

const struct link_map *loaded_symbols_libc(void)
{
  static const char name[] = "/libc.so.6";
  for (const struct link_map *file = _r_debug.r_map; file; file = file->l_next) {
    const size_t length = strlen(file->l_name);
    if (length >= sizeof name - 1 && strcmp(file->l_name + length - (sizeof name - 1), name) == 0)
      return file;
  }
  return NULL;
}

const struct link_map *loaded_symbols_of_this(void)
{
  const struct link_map *file = _r_debug.r_map;
  while (file && file->l_ld != _DYNAMIC)
    file = file->l_next;
  return file;
}
