// SPDX-License-Identifier: GPL-2.0-or-later
// Defined memory may be read and written at any alignment, with every size.
// build: -march=haswell
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *p = calloc(1, 200);
  int sum = 0;
  for (int i = 0; i < 64; i++) {
    unsigned long word;
    memcpy(&word, p + i, sizeof word);
    *(short *)(p + i + 1) = (short)word;
    *(int *)(p + i + 2) += 1;
    *(long *)(p + i + 3) += 1;
    __m256i wide = _mm256_loadu_si256((__m256i *)(p + i));
    _mm256_storeu_si256((__m256i *)(p + i + 40), _mm256_add_epi8(wide, wide));
    if (p[i + 71])
      sum++;
  }
  free(p);
  return sum == 1000;
}
