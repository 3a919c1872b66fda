// SPDX-License-Identifier: GPL-2.0-or-later
// A stack that goes through libc and back: qsort's own frames stand between.
// run:
// expect: definitely lost
// next: at malloc
// next: by compare (stack_callback.c:@malloc)
// expect: by main (stack_callback.c:@main)
#include "guest.h"
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
  void *volatile p = malloc(1337); // @malloc
  p = NULL;
  return *(const int *)a - *(const int *)b;
}
int main(void)
{
  int numbers[] = {3, 1};
  qsort(numbers, 2, sizeof *numbers, compare); // @main
  scrub();
}
