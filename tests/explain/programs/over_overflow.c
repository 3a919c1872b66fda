// SPDX-License-Identifier: GPL-2.0-or-later
// A text that is too long for its field runs over the pointer behind it, byte by byte.
// Wrong if: stores of single bytes into the word are not seen. The first one need not end the reference: it may still point into the block.
// explain: 1337 overwritten other in set_label @lost; global g_item
#include "explain.h"
#include <stdlib.h>

struct item {
  char label[8];
  char *data;
};
struct item g_item;

static NOIPA void item_open(void)
{
  g_item.data = malloc(1337);
}

static NOIPA void set_label(char *to, const char *text)
{
  while (*text)
    *to++ = *text++; // @lost
}

int main(void)
{
  item_open();
  set_label(g_item.label, "a long label");
  return g_item.label[0] != 'a';
}
