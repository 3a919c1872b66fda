// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer that was overwritten before the use is not told, and neither is one that the use has overwritten since.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: main (freed_overwritten.c:@use)
// expect: A pointer to it is in the global variable "left"; it was stored there in main() (freed_overwritten.c:@left).
// reject: "cleared"
// reject: "changed"
// reject: "halved"
#include <stdlib.h>
#include <string.h>
#include "guest.h"
static char *volatile cleared, *volatile changed, *volatile halved, *volatile left;
static NOINLINE void make(void)
{
  cleared = changed = halved = malloc(1337);
}
int main(void)
{
  const unsigned half = 0;
  make();
  left = cleared; // @left
  scrub();
  changed = NULL;
  free(left);
  cleared = NULL;
  memcpy((char *)&halved + 4, &half, sizeof half);
  memcpy((char *)&halved, &half, sizeof half);
  scrub();
  return left[7] == 99; // @use
}
