// SPDX-License-Identifier: GPL-2.0-or-later
// A length goes up and down by one as well, and may be 0 when the block is freed: it is no count of references.
// needs: seep
// again: optimised -O2
// run: --explain=all
// expect: Its last pointer, the global variable "list", was overwritten with NULL in drop() (counts_length.c:@drop).
// reject: count of references
#include "guest.h"
#include <stdlib.h>
struct list {
  size_t length;
  long items[9];
};
static struct list *volatile list;
static NOINLINE void push(long item)
{
  list->items[list->length++] = item;
}
static NOINLINE long pop(void)
{
  return list->items[--list->length];
}
static NOINLINE void list_free(void)
{
  while (list->length > 0)
    pop();
  free(list);
}
static NOINLINE void drop(void)
{
  list = NULL; // @drop
}
int main(void)
{
  for (int i = 0; i < 12; i++) {
    list = calloc(1, sizeof *list);
    for (int item = 0; item < 2 + i % 3; item++)
      push(item);
    if (i % 2 == 0)
      pop();
    if (i == 7)
      drop();
    else
      list_free();
  }
  return 0;
}
