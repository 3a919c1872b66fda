// SPDX-License-Identifier: GPL-2.0-or-later
// An intrusive list links members inside of larger objects, so that it holds no pointer to an object's start.
// explain: 1337 possible held; global g_links; into 64; stored in link_add @head
// explain: 2 x 1337 possible held; block +64 from make @object; into 64; stored in link_add @next
#include "explain.h"
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next;
};
struct object {
  char name[64];
  struct link link;
};
struct link *g_links;

static NOIPA void link_add(struct link *fresh)
{
  fresh->next = g_links; // @next
  g_links = fresh;       // @head
}

static NOIPA void make(void)
{
  struct object *object = malloc(1337); // @object
  link_add(&object->link);
}

int main(void)
{
  for (int i = 0; i < 3; i++)
    make();
}
