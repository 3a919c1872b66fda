// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a bad free, loses 1,337 bytes, looks for leaks, says so and waits for a file "go"; the scripts run it.
// build: -Wno-free-nonheap-object
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
static NOINLINE void lose(void)
{
  void *volatile p = (void *)0x539;
  free(p);
  p = malloc(1337);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
  VALGRIND_DO_LEAK_CHECK;
  printf("ready %d\n", (int)getpid());
  fflush(stdout);
  for (int i = 0; i < 600 && access("go", F_OK); i++)
    usleep(100000);
  puts("went on");
  return 3;
}
