/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions are looked for in the C library alone, which is the first one of that name in the dynamic linker's
 * list; not by dlsym(), which would need a handle, and dlopen() allocates memory: this is done when the first block is
 * asked for. */
#include "native/libc_heap.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

static void *first_malloc(size_t bytes)
{
  libc_heap_find();
  return libc_heap.malloc(bytes);
}

static void *first_calloc(size_t count, size_t bytes)
{
  libc_heap_find();
  return libc_heap.calloc(count, bytes);
}

static void *first_realloc(void *block, size_t bytes)
{
  libc_heap_find();
  return libc_heap.realloc(block, bytes);
}

static void *first_memalign(size_t alignment, size_t bytes)
{
  libc_heap_find();
  return libc_heap.memalign(alignment, bytes);
}

static void first_free(void *block)
{
  libc_heap_find();
  libc_heap.free(block);
}

struct libc_heap libc_heap = {first_malloc, first_calloc, first_realloc, first_memalign, first_free};

/* --- the C library's table of names --- */

static const void *entry(const struct link_map *map, int64_t tag)
{
  const ElfW(Dyn) *at = map->l_ld;
  while (at->d_tag != DT_NULL && at->d_tag != tag)
    at++;
  return at->d_tag == tag ? (const void *)at->d_un.d_ptr : NULL;
}

static uint32_t hash_of(const char *name)
{
  uint32_t hash = 5381;
  for (; *name; name++)
    hash = hash * 33 + (unsigned char)*name;
  return hash;
}

/* By the table that GNU's linker makes: buckets, and for each symbol its hash, of which the last one of a bucket is
 * odd. NULL: there is no such function. */
static void *look_up(const struct link_map *map, const char *name)
{
  const ElfW(Sym) *const symbols = entry(map, DT_SYMTAB);
  const char *const names = entry(map, DT_STRTAB);
  const uint32_t *const table = entry(map, DT_GNU_HASH);
  if (!symbols || !names || !table || table[0] == 0)
    return NULL;
  const uint32_t buckets = table[0], first = table[1], filter_words = table[2], wanted = hash_of(name);
  const uint32_t *const bucket = table + 4 + (size_t)filter_words * (sizeof(uint64_t) / sizeof(uint32_t));
  const uint32_t *const hashes = bucket + buckets;
  for (uint32_t i = bucket[wanted % buckets]; i >= first; i++) {
    const uint32_t hash = hashes[i - first];
    if ((hash | 1) == (wanted | 1) && symbols[i].st_shndx != SHN_UNDEF && strcmp(names + symbols[i].st_name, name) == 0)
      return (void *)(map->l_addr + symbols[i].st_value);
    if (hash & 1)
      break;
  }
  return NULL;
}

static void *find(const struct link_map *libc, const char *name, void *other)
{
  void *const found = libc ? look_up(libc, name) : NULL;
  return found ? found : other;
}

void libc_heap_find(void)
{
  static const char name[] = "/libc.so.6";
  struct link_map *libc = _r_debug.r_map;
  for (; libc; libc = libc->l_next) {
    const size_t length = strlen(libc->l_name);
    if (length >= sizeof name - 1 && strcmp(libc->l_name + length - (sizeof name - 1), name) == 0)
      break;
  }
  libc_heap =
    (struct libc_heap){.malloc = (void *(*)(size_t))find(libc, "__libc_malloc", (void *)__libc_malloc),
                       .calloc = (void *(*)(size_t, size_t))find(libc, "__libc_calloc", (void *)__libc_calloc),
                       .realloc = (void *(*)(void *, size_t))find(libc, "__libc_realloc", (void *)__libc_realloc),
                       .memalign = (void *(*)(size_t, size_t))find(libc, "__libc_memalign", (void *)__libc_memalign),
                       .free = (void (*)(void *))find(libc, "__libc_free", (void *)__libc_free)};
}
