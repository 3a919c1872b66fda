// SPDX-License-Identifier: GPL-2.0-or-later
// The pointer is moved by push and pop into another variable, which is cleared by `pop` of a zero.
// explain: 1337 overwritten NULL in clear @lost; global g_second; stored in hand_over @stored
// build: -mno-red-zone
#include "explain.h"
#include <stdlib.h>

char *g_first, *g_second;

static NOIPA void make(void)
{
  g_first = malloc(1337);
}

static NOIPA void hand_over(void)
{
  __asm__ volatile("pushq %1\n\tmovq $0, %1\n\tpopq %0" : "=m"(g_second), "+m"(g_first)); // @stored
}

static NOIPA void clear(void)
{
  __asm__ volatile("pushq $0\n\tpopq %0" : "=m"(g_second)); // @lost
}

int main(void)
{
  make();
  hand_over();
  clear();
  return g_first || g_second;
}
