// SPDX-License-Identifier: GPL-2.0-or-later
// In one function a leak is fixed, and one of the same size is added at another line, compiled by clang.
// compiler: clang
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *first = malloc(1337);
  kept = first;
  void *second = malloc(1337);
  kept = second;
  free(first); //<
  free(second); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
