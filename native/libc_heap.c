/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions are looked for in the C library alone, which is the first one of that name in the dynamic linker's
 * list; not by dlsym(), which would need a handle, and dlopen() allocates memory: this is done when the first block is
 * asked for. */
#include "native/libc_heap.h"

#include <stdint.h>

#include "native/loaded_symbols.h"

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

static void *find(const struct link_map *libc, const char *name, void *other)
{
  const Elf64_Sym *const symbol = libc ? loaded_symbols_find(libc, name) : NULL;
  return symbol ? loaded_symbols_place(libc, symbol) : other;
}

void *libc_heap_function(const char *name)
{
  return find(loaded_symbols_libc(), name, NULL);
}

void libc_heap_find(void)
{
  const struct link_map *const libc = loaded_symbols_libc();
  libc_heap =
    (struct libc_heap){.malloc = (void *(*)(size_t))find(libc, "__libc_malloc", (void *)__libc_malloc),
                       .calloc = (void *(*)(size_t, size_t))find(libc, "__libc_calloc", (void *)__libc_calloc),
                       .realloc = (void *(*)(void *, size_t))find(libc, "__libc_realloc", (void *)__libc_realloc),
                       .memalign = (void *(*)(size_t, size_t))find(libc, "__libc_memalign", (void *)__libc_memalign),
                       .free = (void (*)(void *))find(libc, "__libc_free", (void *)__libc_free)};
}
