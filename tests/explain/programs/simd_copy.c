// SPDX-License-Identifier: GPL-2.0-or-later
// Four pointers are moved by two stores of 32 bytes each; the copy is all there is, until it is cleared.
// build: -mavx
// Wrong if: a wide store makes no references: then the clearing of the original is told.
// explain: 4 x 1337 overwritten NULL in clear_copy @lost; global g_copy; stored in copy @stored
#include "explain.h"
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>

void *g_first[4] __attribute__((aligned(32)));
void *g_copy[4] __attribute__((aligned(32)));

static NOIPA void make(void)
{
  for (int i = 0; i < 4; i++)
    g_first[i] = calloc(1, 1337);
}

static NOIPA void copy(void)
{
  __m256i all = _mm256_load_si256((__m256i *)g_first);
  _mm256_stream_si256((__m256i *)g_copy, all); // @stored
}

static NOIPA void clear(void)
{
  _mm256_store_si256((__m256i *)g_first, _mm256_setzero_si256());
}

static NOIPA void clear_copy(void)
{
  _mm256_store_si256((__m256i *)g_copy, _mm256_setzero_si256()); // @lost
}

int main(void)
{
  make();
  copy();
  clear();
  int there = g_copy[3] != NULL;
  clear_copy();
  return !there;
}
