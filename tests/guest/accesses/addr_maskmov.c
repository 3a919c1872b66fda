// SPDX-License-Identifier: GPL-2.0-or-later
// Lanes that a masked load or store leaves out may lie anywhere.
// build: -march=haswell
// run:
// expect: Invalid write of size 4
// next: at main (addr_maskmov.c:@store)
// next: is 0 bytes after a block of size 12 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <immintrin.h>
#include <stdlib.h>
int main(void)
{
  float *p = calloc(3, 4);
  __m128 v;
  __m128i three = _mm_setr_epi32(-1, -1, -1, 0), four = _mm_set1_epi32(-1);
  __asm__ volatile("vmaskmovps (%1), %2, %0" : "=x"(v) : "r"(p), "x"(three));
  __asm__ volatile("vmaskmovps %0, %2, (%1)" : : "x"(v), "r"(p), "x"(three) : "memory");
  __asm__ volatile("vmaskmovps %0, %2, (%1)" : : "x"(v), "r"(p), "x"(four) : "memory"); // @store
  free(p);
}
