// SPDX-License-Identifier: GPL-2.0-or-later
// maskmovdqu writes the chosen bytes only, yet counts as writes of all of its two halves.
// build: -msse2
// run:
// expect: Invalid write of size 8
// next: at main (addr_maskmovdqu.c:@store)
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include <immintrin.h>
#include <stdlib.h>
int main(void)
{
  char *p = malloc(5);
  __m128i mask = _mm_setr_epi8(-1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  __m128i sevens = _mm_set1_epi8(7);
  __asm__ volatile("maskmovdqu %1, %0" : : "x"(sevens), "x"(mask), "D"(p) : "memory"); // @store
  int sum = p[0] + p[4];
  free(p);
  return sum - 14;
}
