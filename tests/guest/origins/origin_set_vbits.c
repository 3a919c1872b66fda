// SPDX-License-Identifier: GPL-2.0-or-later
// V bits that the program sets by itself come from that request, whatever was there before. (Memcheck knows of no origin.)
// run: --track-origins=yes
// only: seep
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a client request
// next: main (origin_set_vbits.c:@made)
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile int word;
int main(void)
{
  int *volatile p = malloc(64);
  unsigned char v_bits[4] = {0, 0xff, 0, 0};
  word = p[3];
  word = 0;
  VALGRIND_SET_VBITS(&word, v_bits, 4); // @made
  if (word)
    p[0] = 1;
  free(p);
}
