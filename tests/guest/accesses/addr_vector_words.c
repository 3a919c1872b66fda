// SPDX-License-Identifier: GPL-2.0-or-later
// A vector is read as a whole and written in words.
// build: -mavx
// run:
// expect: Invalid write of size 8
// expect: is 28 bytes inside a block of size 32 alloc'd
// expect: Invalid read of size 32
// expect: is 4 bytes inside a block of size 32 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts (suppressed: 0 from 0)
#include <immintrin.h>
#include <stdlib.h>
int main(void)
{
  char *volatile p = malloc(32);
  _mm256_storeu_si256((__m256i *)(void *)(p + 4), _mm256_setzero_si256());
  volatile __m256i read = _mm256_loadu_si256((__m256i *)(void *)(p + 4));
  (void)read;
  free(p);
}
