// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer that is copied after the free is told, too, after what was there before.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: main (freed_copied_later.c:@use)
// expect: A pointer to it is in the global variable "zz_first"; it was stored there in make() (freed_copied_later.c:@first).
// expect: Another pointer to it is in the global variable "aa_later"; it was stored there in copy() (freed_copied_later.c:@later).
#include <stdlib.h>
#include "guest.h"
char *volatile aa_later, *volatile zz_first;
static NOINLINE void make(void)
{
  zz_first = malloc(1337); // @first
}
static NOINLINE void copy(void)
{
  aa_later = zz_first; // @later
}
int main(void)
{
  make();
  scrub();
  free(zz_first);
  copy();
  scrub();
  return aa_later[7] == 99; // @use
}
