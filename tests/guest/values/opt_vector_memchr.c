// SPDX-License-Identifier: GPL-2.0-or-later
// Searching a byte by vectors: everything in front of the find is defined, what lies behind need not be.
// build: -O2 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 4950
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
#include <stdio.h>
static NOINLINE int find(const unsigned char *bytes, unsigned char wanted)
{
  __m256i pattern = _mm256_set1_epi8(wanted);
  for (int i = 0;; i += 32) {
    unsigned mask = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((__m256i *)(bytes + i)), pattern));
    if (mask)
      return i + _tzcnt_u32(mask);
  }
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    unsigned char *p = undefined(128);
    for (int j = 0; j <= i; j++)
      p[j] = j;
    sum += find(p, i);
  }
  printf("%d\n", sum);
}
