// SPDX-License-Identifier: GPL-2.0-or-later
// COUNT_LEAKS and COUNT_LEAK_BLOCKS give what the last check found, by kind; the variables that they store into are defined then.
// run: --leak-check=full
// reject: ninitialised
// stdout: bytes: leaked 1353 dubious 1001 reachable 777 suppressed 0
// stdout: blocks: leaked 2 dubious 1 reachable 1 suppressed 0
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
void *kept;
char *interior;
static NOINLINE void lose(void)
{
  void **volatile p = calloc(1, 16);
  *p = malloc(1337);
  p = NULL;
  kept = malloc(777);
  interior = (char *)malloc(1001) + 100;
}
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  lose();
  scrub();
  VALGRIND_DO_QUICK_LEAK_CHECK;
  unsigned long leaked, dubious, reachable, suppressed;
  VALGRIND_COUNT_LEAKS(leaked, dubious, reachable, suppressed);
  printf("bytes: leaked %lu dubious %lu reachable %lu suppressed %lu\n", leaked, dubious, reachable, suppressed);
  VALGRIND_COUNT_LEAK_BLOCKS(leaked, dubious, reachable, suppressed);
  printf("blocks: leaked %lu dubious %lu reachable %lu suppressed %lu\n", leaked, dubious, reachable, suppressed);
}
