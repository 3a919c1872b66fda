// SPDX-License-Identifier: GPL-2.0-or-later
// Only aligned loads pass, and only of four bytes and more.
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
// expect: ERROR SUMMARY: 4 errors from 4 contexts
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
  free(p);
  return sum & 0;
}
