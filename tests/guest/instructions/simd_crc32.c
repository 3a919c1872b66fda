// SPDX-License-Identifier: GPL-2.0-or-later
// crc32 of defined and undefined bytes.
// build: -msse4.2
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_crc32.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(2);
  p[0] = 1;
  DECIDE(_mm_crc32_u8(5, p[0]));
  DECIDE(_mm_crc32_u8(5, p[1])); // @undefined
}
