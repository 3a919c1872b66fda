// SPDX-License-Identifier: GPL-2.0-or-later
// In one function that calls a wrapper at three lines the leak goes from one line to another.
// findings: 2
// expect: same 1, new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void *xmalloc(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory)
    abort();
  return memory;
}

static void load(void)
{
  void *first = xmalloc(1337);
  void *second = xmalloc(1337);
  void *third = xmalloc(1337);
  kept = first;
  kept = second;
  kept = third;
  free(first); //<
  free(third); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
