// SPDX-License-Identifier: GPL-2.0-or-later
// An address stays in a register over a call, as the callee does not write that one.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct entry {
  char *key;
  int value;
};

struct table {
  struct entry *entries;
  unsigned long room;
};

static unsigned long hash(const char *key)
{
  unsigned long sum = 7;
  for (; *key; key++)
    sum = sum * 33 + (unsigned char)*key;
  return sum;
}

static void put(struct entry *entries, unsigned long room, char *key, int value)
{
  unsigned long i = hash(key) % room;
  while (entries[i].key)
    i = (i + 1) % room;
  entries[i].key = key;
  entries[i].value = value;
}

static void insert(struct table *table, const char *key, int value)
{
  put(table->entries, table->room, strdup(key), value);
}

static APART int first(void)
{
  struct entry one_entries[7] = {{NULL, 0}};
  struct table one = {one_entries, 7};
  insert(&one, "\001 key", 1);
  int used = one.entries[hash("\001 key") % 7].value;
  free(one.entries[hash("\001 key") % 7].key); //>
  return used;
}

static APART int second(void)
{
  struct entry other_entries[7] = {{NULL, 0}};
  struct table other = {other_entries, 7};
  insert(&other, "\001 key", 1); // @made
  int used = other.entries[hash("\001 key") % 7].value;
  free(other.entries[hash("\001 key") % 7].key); //<
  return used;
}
