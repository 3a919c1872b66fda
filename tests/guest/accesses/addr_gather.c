// SPDX-License-Identifier: GPL-2.0-or-later
// A gather reads only the lanes its mask names; a lane that points nowhere is an error of one element's size.
// build: -march=haswell
// run:
// expect: Invalid read of size 4
// next: at main (addr_gather.c:@gather)
// next: is 4 bytes after a block of size 16 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <immintrin.h>
#include <stdlib.h>
int main(void)
{
  int *p = calloc(4, 4);
  __m128i where = _mm_setr_epi32(0, 3, 1000000, 5);
  __m128i none = _mm_setzero_si128(), out;
  out = _mm_mask_i32gather_epi32(none, p, where, _mm_setr_epi32(-1, -1, 0, 0), 4);
  out = _mm_mask_i32gather_epi32(out, p, where, _mm_setr_epi32(0, -1, 0, -1), 4); // @gather
  free(p);
}
