// SPDX-License-Identifier: GPL-2.0-or-later
// To divide by an undefined integer is an error, reported once for quotient and remainder. It is none where a bit of the divisor is
// known to be set, as compilers divide by such in advance, nor with floating point.
// build: -g -O1
// run: --track-origins=yes
// only: seep
// expect: Use of uninitialised value of size 4
// next: at main (value_divisor.c:@int)
// next: Uninitialised value was created by a client request
// expect: Use of uninitialised value of size 8
// next: at main (value_divisor.c:@long)
// expect: Use of uninitialised value of size 4
// next: at main (value_divisor.c:@unsigned)
// expect: Use of uninitialised value of size 8
// next: at main (value_divisor.c:@wide)
// expect: Use of uninitialised value of size 4
// next: at main (value_divisor.c:@byte)
// expect: ERROR SUMMARY: 5 errors from 5 contexts
// run: --undef-value-errors=no
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <string.h>
#include <valgrind/memcheck.h>

int main(void)
{
  static unsigned char bytes[1337];
  memset(bytes, 3, sizeof bytes);
  VALGRIND_MAKE_MEM_UNDEFINED(bytes, sizeof bytes);
  volatile int *ints = (int *)bytes, quotient, remainder;
  volatile long *longs = (long *)(bytes + 64);
  volatile unsigned *words = (unsigned *)(bytes + 128);
  volatile unsigned long *wide = (unsigned long *)(bytes + 192);
  volatile unsigned char *small = bytes + 256;
  volatile double *doubles = (double *)(bytes + 320), result;
  int divisor = ints[0]; quotient = 1000 / divisor, remainder = 1000 % divisor; // @int
  quotient = (int)(1000 / longs[0]); // @long
  quotient = (int)(1000 / words[0]); // @unsigned
  quotient = (int)(1000 / wide[0]); // @wide
  quotient = 1000 / small[0]; // @byte
  quotient = 1000 / (ints[1] | 1);
  result = 1000 / doubles[0];
  return 0;
}
