/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table of the texts, which lie in blocks that are freed all at once. */
#include "host/base/text_pool.h"

#include <libiberty/objalloc.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"

struct text_pool {
  struct objalloc *memory;
  htab_t texts;
};

struct text_pool *text_pool_create(void)
{
  struct text_pool *pool = memory_zeroed(1, sizeof *pool);
  pool->memory = objalloc_create();
  if (!pool->memory)
    memory_lacking(0);
  pool->texts = HASH_TABLE(plain_text, 1024, NULL);
  return pool;
}

void text_pool_destroy(struct text_pool *pool)
{
  if (!pool)
    return;
  htab_delete(pool->texts);
  objalloc_free(pool->memory);
  free(pool);
}

void *text_pool_allocate(struct text_pool *pool, size_t bytes)
{
  void *memory = objalloc_alloc(pool->memory, bytes > 0 ? bytes : 1);
  if (!memory)
    memory_lacking(bytes);
  return memory;
}

const char *text_pool_keep(struct text_pool *pool, const char *text)
{
  if (!text)
    return NULL;
  void **slot = htab_find_slot(pool->texts, text, INSERT);
  if (!*slot) {
    const size_t size = strlen(text) + 1;
    *slot = memcpy(text_pool_allocate(pool, size), text, size);
  }
  return *slot;
}

const char *text_pool_take(struct text_pool *pool, char *text)
{
  if (!text)
    memory_lacking(0);
  const char *kept = text_pool_keep(pool, text);
  free(text);
  return kept;
}
