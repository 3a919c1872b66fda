/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap/exports/text_table.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

struct entry {
  const char *text;
  uint32_t number;
};

struct text_table {
  htab_t entries;
  const char **texts;
  size_t capacity;
  uint32_t count;
};

static hashval_t entry_hash(const void *entry)
{
  return htab_hash_string(((const struct entry *)entry)->text);
}

static int entry_equal(const void *a, const void *b)
{
  return strcmp(((const struct entry *)a)->text, ((const struct entry *)b)->text) == 0;
}

struct text_table *text_table_create(void)
{
  struct text_table *table = calloc(1, sizeof *table);
  if (table && !(table->entries = htab_create_alloc(64, entry_hash, entry_equal, free, calloc, free))) {
    free(table);
    return NULL;
  }
  return table;
}

void text_table_destroy(struct text_table *table)
{
  if (!table)
    return;
  htab_delete(table->entries);
  free(table->texts);
  free(table);
}

static struct entry *add(struct text_table *table, const char *text)
{
  struct entry *entry = malloc(sizeof *entry);
  if (!entry || !grow((void **)&table->texts, table->count, &table->capacity, sizeof *table->texts)) {
    free(entry);
    return NULL;
  }
  *entry = (struct entry){text, table->count};
  table->texts[table->count++] = text;
  return entry;
}

bool text_table_add(struct text_table *table, const char *text, uint32_t *ret_number, bool *ret_is_new)
{
  void **slot = htab_find_slot(table->entries, &(struct entry){.text = text}, INSERT);
  bool is_new = slot && !*slot;
  if (is_new)
    *slot = add(table, text);
  if (!slot || !*slot)
    return false;
  *ret_number = ((const struct entry *)*slot)->number;
  if (ret_is_new)
    *ret_is_new = is_new;
  return true;
}

uint32_t text_table_size(const struct text_table *table)
{
  return table->count;
}

const char *text_table_at(const struct text_table *table, uint32_t number)
{
  return table->texts[number];
}
