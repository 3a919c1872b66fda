// SPDX-License-Identifier: GPL-2.0-or-later
// An element of an array is set.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct table {
  int count;
  char *rows[8];
};

static void add(struct table *table)
{
  table->rows[table->count++] = malloc(1337);
}

static APART int first(void)
{
  struct table table = {0};
  add(&table);
  int used = table.count;
  free(table.rows[0]); //>
  return used;
}

static APART int second(void)
{
  struct table table_2 = {0};
  add(&table_2); // @made
  int used = table_2.count;
  free(table_2.rows[0]); //<
  return used;
}
