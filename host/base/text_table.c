/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/text_table.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"

struct entry {
  uint32_t number;
  char text[];
};

struct text_table {
  htab_t by_text;
  struct entry **entries;
  size_t capacity;
  uint32_t count;
};

static hashval_t hash_entry(const void *item)
{
  return htab_hash_string(((const struct entry *)item)->text);
}

/* `b` is the text that is looked for. */
static int equals_text(const void *a, const void *b)
{
  return strcmp(((const struct entry *)a)->text, b) == 0;
}

struct text_table *text_table_create(void)
{
  struct text_table *table = memory_zeroed(1, sizeof *table);
  table->by_text = htab_create_alloc(64, hash_entry, equals_text, free, memory_zeroed, free);
  return table;
}

void text_table_destroy(struct text_table *table)
{
  if (!table)
    return;
  htab_delete(table->by_text);
  free(table->entries);
  free(table);
}

static struct entry *add_entry(struct text_table *table, const char *text)
{
  const size_t bytes = strlen(text) + 1;
  grow((void **)&table->entries, table->count, &table->capacity, sizeof *table->entries);
  struct entry *entry = memory_allocate(sizeof *entry + bytes);
  entry->number = table->count;
  memcpy(entry->text, text, bytes);
  return table->entries[table->count++] = entry;
}

uint32_t text_table_add(struct text_table *table, const char *text, bool *ret_is_new)
{
  void **slot = htab_find_slot_with_hash(table->by_text, text, htab_hash_string(text), INSERT);
  const bool is_new = !*slot;
  if (is_new)
    *slot = add_entry(table, text);
  if (ret_is_new)
    *ret_is_new = is_new;
  return ((const struct entry *)*slot)->number;
}

uint32_t text_table_size(const struct text_table *table)
{
  return table->count;
}

const char *text_table_at(const struct text_table *table, uint32_t number)
{
  return table->entries[number]->text;
}
