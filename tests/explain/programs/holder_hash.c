// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table frees its chains and itself, but not the keys that it has copied.
// explain: 4 x 1337 freed in table_free @lost; block +8 from table_put @entry; stored in table_put @stored
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

struct entry {
  struct entry *next;
  char *key;
  int value;
};
struct table {
  size_t size;
  struct entry *chains[5];
};

static NOIPA void table_put(struct table *table, int value)
{
  struct entry *entry = malloc(sizeof *entry); // @entry
  struct entry **chain = &table->chains[(size_t)value * 7 % table->size];
  entry->key = malloc(1337); // @stored
  snprintf(entry->key, 1337, "%d", value);
  entry->value = value;
  entry->next = *chain;
  *chain = entry;
}

static NOIPA void table_free(struct table *table)
{
  for (size_t i = 0; i < table->size; i++)
    for (struct entry *entry = table->chains[i], *next; entry; entry = next) {
      next = entry->next;
      free(entry); // @lost
    }
  free(table);
}

int main(void)
{
  struct table *table = calloc(1, sizeof *table);
  table->size = 5;
  for (int i = 0; i < 4; i++)
    table_put(table, i * 3);
  table_free(table);
}
