/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/formats/html_data.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

struct entry {
  size_t index;
  char text[];
};

struct html_table {
  htab_t by_text;
  struct entry **entries;
  size_t count, capacity;
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

struct error *html_table_create(struct html_table **ret)
{
  struct html_table *table = calloc(1, sizeof *table);
  if (table)
    table->by_text = htab_create_alloc(1024, hash_entry, equals_text, free, calloc, free);
  if (!table || !table->by_text) {
    free(table);
    return error_no_memory();
  }
  *ret = table;
  return NULL;
}

void html_table_destroy(struct html_table *table)
{
  if (!table)
    return;
  htab_delete(table->by_text);
  free(table->entries);
  free(table);
}

static struct entry *make_entry(struct html_table *table, const char *text)
{
  size_t bytes = strlen(text) + 1;
  if (!grow((void **)&table->entries, table->count, &table->capacity, sizeof *table->entries))
    return NULL;
  struct entry *entry = malloc(sizeof *entry + bytes);
  if (!entry)
    return NULL;
  entry->index = table->count;
  memcpy(entry->text, text, bytes);
  return table->entries[table->count++] = entry;
}

struct error *html_table_add(struct html_table *table, const char *text, size_t *ret, bool *ret_is_new)
{
  hashval_t hash = htab_hash_string(text);
  struct entry *entry = htab_find_with_hash(table->by_text, text, hash);
  bool is_new = !entry;
  if (is_new) {
    void **slot = htab_find_slot_with_hash(table->by_text, text, hash, INSERT);
    if (!slot || !(entry = make_entry(table, text))) /* an empty slot is none */
      return error_no_memory();
    *slot = entry;
  }
  *ret = entry->index;
  *ret_is_new = is_new;
  return NULL;
}

size_t html_table_size(const struct html_table *table)
{
  return table->count;
}

const char *html_table_at(const struct html_table *table, size_t index)
{
  return table->entries[index]->text;
}
