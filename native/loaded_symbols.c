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

static struct names names_of(const struct link_map *file)
{
  return (struct names){
    .symbols = entry(file, DT_SYMTAB), .texts = entry(file, DT_STRTAB), .versions = entry(file, DT_VERSYM)};
}

static bool is_defined(const struct names *names, uint32_t at, const char *name)
{
  return names->symbols[at].st_shndx != SHN_UNDEF && strcmp(names->texts + names->symbols[at].st_name, name) == 0;
}

/* The table that GNU's linker makes: buckets, and for each symbol its hash, of which the last one of a bucket is odd.
 */
struct hashes {
  uint32_t buckets, first;
  const uint32_t *bucket, *hash; /* of the first symbol on */
};

static struct hashes hashes_in(const uint32_t *table)
{
  const uint32_t buckets = table[0], first = table[1], filter_words = table[2];
  const uint32_t *const bucket = table + 4 + (size_t)filter_words * (sizeof(uint64_t) / sizeof(uint32_t));
  return (struct hashes){.buckets = buckets, .first = first, .bucket = bucket, .hash = bucket + buckets};
}

static uint32_t hash_of(const char *name)
{
  uint32_t hash = 5381;
  for (; *name; name++)
    hash = hash * 33 + (unsigned char)*name;
  return hash;
}

/* From `at` on in its bucket; 0: there is none. */
static uint32_t find_in_bucket(const struct names *names, const struct hashes *hashes, uint32_t at, const char *name)
{
  const uint32_t wanted = hash_of(name);
  for (;; at++) {
    const uint32_t hash = hashes->hash[at - hashes->first];
    if ((hash | 1) == (wanted | 1) && is_defined(names, at, name))
      return at;
    if (hash & 1)
      return 0;
  }
}

static uint32_t look_up(const struct names *names, const uint32_t *table, const char *name, uint32_t last)
{
  const struct hashes hashes = hashes_in(table);
  if (hashes.buckets == 0 || (last != 0 && (hashes.hash[last - hashes.first] & 1)))
    return 0;
  const uint32_t at = last != 0 ? last + 1 : hashes.bucket[hash_of(name) % hashes.buckets];
  return at >= hashes.first && at != 0 ? find_in_bucket(names, &hashes, at, name) : 0;
}

/* The other table tells how many symbols there are. */
static uint32_t look_at_all(const struct names *names, const uint32_t *table, const char *name, uint32_t last)
{
  for (uint32_t at = last + 1; at < table[1]; at++)
    if (is_defined(names, at, name))
      return at;
  return 0;
}

const Elf64_Sym *loaded_symbols_next(const struct link_map *file, const char *name, const Elf64_Sym *last)
{
  const struct names names = names_of(file);
  const uint32_t *const quick = entry(file, DT_GNU_HASH), *const plain = entry(file, DT_HASH);
  if (!names.symbols || !names.texts)
    return NULL;
  const uint32_t last_at = last ? (uint32_t)(last - names.symbols) : 0;
  const uint32_t at = quick   ? look_up(&names, quick, name, last_at)
                      : plain ? look_at_all(&names, plain, name, last_at)
                              : 0;
  return at != 0 ? &names.symbols[at] : NULL;
}

/* Of several versions old ones are for programs that were linked then. */
const Elf64_Sym *loaded_symbols_find(const struct link_map *file, const char *name)
{
  enum { OLD_VERSION = 1 << 15 };
  const struct names names = names_of(file);
  const Elf64_Sym *symbol = loaded_symbols_next(file, name, NULL);
  while (symbol && names.versions && (names.versions[symbol - names.symbols] & OLD_VERSION))
    symbol = loaded_symbols_next(file, name, symbol);
  return symbol;
}

/* The last symbol is the last one of some bucket. */
const Elf64_Sym *loaded_symbols_all(const struct link_map *file, uint32_t *ret_first, uint32_t *ret_count)
{
  const uint32_t *const table = entry(file, DT_GNU_HASH);
  const struct hashes hashes = table ? hashes_in(table) : (struct hashes){.buckets = 0};
  uint32_t last = 0;
  for (uint32_t i = 0; i < hashes.buckets; i++)
    last = hashes.bucket[i] > last ? hashes.bucket[i] : last;
  while (last != 0 && !(hashes.hash[last - hashes.first] & 1))
    last++;
  *ret_first = hashes.first;
  *ret_count = last != 0 ? last + 1 : 0;
  return entry(file, DT_SYMTAB);
}

const char *loaded_symbols_name(const struct link_map *file, const Elf64_Sym *symbol)
{
  return (const char *)entry(file, DT_STRTAB) + symbol->st_name;
}

void *loaded_symbols_place(const struct link_map *file, const Elf64_Sym *symbol)
{
  return (void *)(file->l_addr + symbol->st_value);
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
