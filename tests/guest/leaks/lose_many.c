// SPDX-License-Identifier: GPL-2.0-or-later
// Makes as many bad frees as asked for, each of a place of its own, and loses as many blocks; the scripts run it.
// build: -Wno-free-nonheap-object
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define ONE(n)                                                                                                         \
  static NOINLINE void site_##n(int depth)                                                                             \
  {                                                                                                                    \
    if (depth)                                                                                                         \
      site_##n(depth - 1);                                                                                             \
    else {                                                                                                             \
      void *volatile p = (void *)0x539;                                                                                \
      free(p);                                                                                                         \
      p = malloc(1337);                                                                                                \
      p = NULL;                                                                                                        \
    }                                                                                                                  \
  }
TEN(ONE, 1)
TEN(ONE, 2)
#define CALL(n) site_##n,
static void (*const sites[])(int) = {TEN(CALL, 1) TEN(CALL, 2)};
int main(int count, char **arguments)
{
  for (int i = 0; i < atoi(arguments[count - 1]); i++)
    sites[i % 20](i / 20 % 400);
  scrub();
  puts("finished");
}
