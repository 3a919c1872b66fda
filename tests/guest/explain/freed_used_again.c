// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that a second block had after the first: pointers to the first are not told to be ones to the second.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all --freelist-vol=0
// expect: Invalid read of size 1
// next: main (freed_used_again.c:@use)
// expect: A pointer to it is in the global variable "of_second"; it was stored there in make_second() (freed_used_again.c:@second).
// reject: "of_first"
// stdout: same
#include <stdio.h>
#include <stdlib.h>
#include "guest.h"
static char *volatile of_first, *volatile of_second;
static NOINLINE void make_first(void)
{
  of_first = malloc(1337);
}
static NOINLINE void make_second(void)
{
  of_second = malloc(1337); // @second
}
int main(void)
{
  make_first();
  scrub();
  free(of_first);
  for (int i = 0; i < 1000 && of_second != of_first; i++) {
    free(of_second);
    make_second();
  }
  puts(of_second == of_first ? "same" : "other");
  scrub();
  free(of_second);
  return of_second[7] == 99; // @use
}
