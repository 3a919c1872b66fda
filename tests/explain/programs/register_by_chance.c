// SPDX-License-Identifier: GPL-2.0-or-later
// A function without a result leaves the pointer in the register for results, as it has last looked at it: its caller
// has got nothing.
// explain: 1337 overwritten NULL in forget @lost; global g_text; not dropped
#include "explain.h"
#include <stdlib.h>

static char *g_text;

static NOIPA void forget(void)
{
  __asm__ volatile("mov %0, %%rax\n\tmovq $0, %0" : "+m"(g_text) : : "rax"); // @lost
}

int main(void)
{
  g_text = malloc(1337);
  forget();
  return 0;
}
