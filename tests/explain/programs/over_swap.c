// SPDX-License-Identifier: GPL-2.0-or-later
// Two pointers are to be swapped, but without a third one in between.
// explain: 1337 overwritten block in swap @lost; global g_front; stored in main @stored; value from make @new
#include "explain.h"
#include <stdlib.h>

char *g_front, *g_back;

static NOIPA char *make(size_t bytes)
{
  char *fresh = malloc(bytes); // @new
  return fresh;
}

static NOIPA void swap(char **a, char **b)
{
  *a = *b; // @lost
  *b = *a;
}

int main(void)
{
  g_front = make(1337); // @stored
  g_back = make(2001);
  swap(&g_front, &g_back);
  free(g_front);
  return g_back != g_front;
}
