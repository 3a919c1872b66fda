// SPDX-License-Identifier: GPL-2.0-or-later
// `rep movsq` copies another table over one with pointers.
// explain: 2 x 1337 overwritten block in copy @lost; global g_old; stored in make @stored; value from make @stored
#include "explain.h"
#include <stdlib.h>

char *g_old[20], *g_new[20];

static NOIPA void make(char **table, size_t bytes)
{
  for (int i = 5; i < 15; i += 5)
    table[i] = calloc(1, bytes); // @stored
}

static NOIPA void copy(void *to, const void *from, size_t words)
{
  __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory"); // @lost
}

static NOIPA void drop(char **table)
{
  for (int i = 5; i < 15; i += 5)
    free(table[i]);
}

int main(void)
{
  make(g_old, 1337);
  make(g_new, 100);
  copy(g_old, g_new, 20);
  drop(g_old);
}
