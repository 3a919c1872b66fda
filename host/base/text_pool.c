/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table of the texts, which lie in blocks that are freed all at once. */
#include "host/base/text_pool.h"

#include <libiberty/hashtab.h>
#include <libiberty/objalloc.h>
#include <stdlib.h>
#include <string.h>

struct text_pool {
  struct objalloc *memory;
  htab_t texts;
};

static hashval_t hash_text(const void *item)
{
  return htab_hash_string(item);
}

static int equal_texts(const void *a, const void *b)
{
  return strcmp(a, b) == 0;
}

struct error *text_pool_create(struct text_pool **ret)
{
  struct text_pool *pool = calloc(1, sizeof *pool);
  if (!pool)
    return error_no_memory();
  pool->memory = objalloc_create();
  pool->texts = htab_create_alloc(1024, hash_text, equal_texts, NULL, calloc, free);
  if (!pool->memory || !pool->texts) {
    text_pool_destroy(pool);
    return error_no_memory();
  }
  *ret = pool;
  return NULL;
}

void text_pool_destroy(struct text_pool *pool)
{
  if (!pool)
    return;
  if (pool->texts)
    htab_delete(pool->texts);
  if (pool->memory)
    objalloc_free(pool->memory);
  free(pool);
}

void *text_pool_allocate(struct text_pool *pool, size_t bytes)
{
  return objalloc_alloc(pool->memory, bytes > 0 ? bytes : 1);
}

struct error *text_pool_keep(struct text_pool *pool, const char *text, const char **ret)
{
  *ret = NULL;
  if (!text)
    return NULL;
  void **slot = htab_find_slot(pool->texts, text, INSERT);
  if (!slot)
    return error_no_memory();
  if (!*slot) {
    size_t size = strlen(text) + 1;
    char *copy = text_pool_allocate(pool, size);
    if (!copy)
      return error_no_memory();
    *slot = memcpy(copy, text, size);
  }
  *ret = *slot;
  return NULL;
}

struct error *text_pool_take(struct text_pool *pool, char *text, const char **ret)
{
  if (!text)
    return error_no_memory();
  struct error *error = text_pool_keep(pool, text, ret);
  free(text);
  return error;
}
