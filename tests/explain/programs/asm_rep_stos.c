// SPDX-License-Identifier: GPL-2.0-or-later
// `rep stosq` clears a table with pointers.
// explain: 3 x 1337 overwritten NULL in clear @lost; global g_table; stored in make @stored
#include "explain.h"
#include <stdlib.h>

char *g_table[50];

static NOIPA void make(void)
{
  for (int i = 10; i < 40; i += 10)
    g_table[i] = calloc(1, 1337); // @stored
}

static NOIPA void clear(void *to, size_t words)
{
  __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0L) : "memory"); // @lost
}

int main(void)
{
  make();
  clear(g_table, 50);
  return g_table[10] != NULL;
}
