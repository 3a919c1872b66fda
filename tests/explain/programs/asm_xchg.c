// SPDX-License-Identifier: GPL-2.0-or-later
// A register and the pointer are exchanged; what comes out is dropped.
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
  __asm__ volatile("xorl %%eax, %%eax\n\txchgq %%rax, %0\n\txorl %%eax, %%eax" : "+m"(g_block) : : "rax"); // @lost
}

int main(void)
{
  make();
  clear();
  return g_block != NULL;
}
