// SPDX-License-Identifier: GPL-2.0-or-later
// A locked instruction changes the pointer where it lies.
// explain: 1337 overwritten NULL in clear @lost; global g_block; stored in make @stored
#include "explain.h"
#include <stdlib.h>

char *g_block;

static NOIPA void make(void)
{
  g_block = malloc(1337); // @stored
}

static NOIPA void clear(void)
{
  __asm__ volatile("lock andq $0, %0" : "+m"(g_block)); // @lost
}

int main(void)
{
  make();
  clear();
  return g_block != NULL;
}
