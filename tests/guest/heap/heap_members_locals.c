// SPDX-License-Identifier: GPL-2.0-or-later
// For heap_members.sh: blocks that are held by members of a static, a thread-local and a local variable.
// compare: no, the script does
// run:
#include <stdlib.h>
#include <pthread.h>
struct item { struct item *next; char *text; };
struct list { int count; struct item *first, *last; };
static __thread struct list slot;
static struct item *add(struct list *list, int size)
{
  struct item *item = calloc(1, sizeof *item);
  item->text = malloc(size);
  item->next = list->first;
  return list->first = item;
}
static void keep(int size) { static struct list kept; add(&kept, size); }
void work(int size)
{
  struct list list = {0};
  add(&list, 41);
  add(&list, size);
  exit(list.count);
}
int main(void) { keep(1337); add(&slot, 1339); work(1341); }
