// SPDX-License-Identifier: GPL-2.0-or-later
// A list whose nodes keep the exclusive or of their neighbours: what is not at its end, no plain pointer leads to.
// explain: 3 x 1337 overwritten block in list_append @lost; global g_tail; stored in list_append @lost; value from list_append @node
// explain: 1337 overwritten NULL in list_forget @forgotten; global g_tail; stored in list_append @lost
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

struct node {
  uintptr_t both;
};
struct node *g_tail;

static NOIPA void list_append(void)
{
  struct node *node = malloc(1337); // @node
  node->both = ~(uintptr_t)g_tail;
  if (g_tail)
    g_tail->both ^= (uintptr_t)node;
  g_tail = node; // @lost
}

static NOIPA void list_forget(void)
{
  g_tail = NULL; // @forgotten
}

int main(void)
{
  for (int i = 0; i < 4; i++)
    list_append();
  list_forget();
  return g_tail != NULL;
}
