// SPDX-License-Identifier: GPL-2.0-or-later
// A strlen by vectors, as libraries have it: compare, mask, count zeros.
// build: -O2 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 780 780
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
#include <stdio.h>
static NOINLINE size_t length16(const char *text)
{
  for (size_t i = 0;; i += 16) {
    unsigned mask = _mm_movemask_epi8(_mm_cmpeq_epi8(*(const __m128i *)(text + i), _mm_setzero_si128()));
    if (mask)
      return i + __builtin_ctz(mask);
  }
}
static NOINLINE size_t length32(const char *text)
{
  for (size_t i = 0;; i += 32) {
    unsigned mask = _mm256_movemask_epi8(_mm256_cmpeq_epi8(*(const __m256i *)(text + i), _mm256_setzero_si256()));
    if (mask)
      return i + __builtin_ctz(mask);
  }
}
int main(void)
{
  size_t a = 0, b = 0;
  for (int i = 0; i < 40; i++) {
    char *text = undefined(64);
    for (int j = 0; j < i; j++)
      text[j] = 'x';
    text[i] = 0;
    a += length16(text);
    b += length32(text);
  }
  printf("%zu %zu\n", a, b);
}
