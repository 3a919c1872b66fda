// SPDX-License-Identifier: GPL-2.0-or-later
// tzcnt, lzcnt and popcnt of partly undefined words.
// build: -march=haswell
// run:
// expect: at main (cond_bit_counts.c:@leading)
// expect: at main (cond_bit_counts.c:@count)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned long *p = undefined(8);
  *(unsigned char *)p = 8;
  DECIDE(_tzcnt_u64(*p) == 3);
  DECIDE(_lzcnt_u64(*p) == 3); // @leading
  DECIDE(_mm_popcnt_u64(*p) == 3); // @count
}
