// SPDX-License-Identifier: GPL-2.0-or-later
// Of loads that reach behind a block only aligned ones of four bytes and more are let pass, and only if some of it may be read.
// run:
// expect: Invalid read of size 8
// next: main (partial_misaligned.c:@word)
// next: Address 0x
// next: at malloc
// expect: Invalid read of size 4
// next: main (partial_misaligned.c:@half)
// expect: Invalid read of size 2
// next: main (partial_misaligned.c:@short)
// expect: Invalid read of size 1
// next: main (partial_misaligned.c:@byte)
// expect: Invalid read of size 8
// next: main (partial_misaligned.c:@outside)
// next: is 3 bytes after a block of size 21 alloc'd
// next: at malloc
// next: by main
// expect: ERROR SUMMARY: 5 errors from 5 contexts
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *p = malloc(21);
  memset(p, 1, 21);
  volatile long sum = *(volatile long *)(p + 17); // @word
  sum += *(volatile int *)(p + 18);               // @half
  sum += *(volatile short *)(p + 20);             // @short
  sum += *(volatile char *)(p + 21);              // @byte
  sum += *(volatile long *)(p + 24);              // @outside
  free(p);
  return sum & 0;
}
