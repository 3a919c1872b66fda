// SPDX-License-Identifier: GPL-2.0-or-later
// A masked store clears one of two pointers and leaves the other.
// build: -mavx2
// Wrong if: what the mask leaves out is taken for overwritten.
// explain: 1337 overwritten NULL in clear_some @lost; global g_table; stored in make @stored
#include "explain.h"
#include <immintrin.h>
#include <stdlib.h>

void *g_table[4] __attribute__((aligned(32)));

static NOIPA void make(int index, size_t bytes)
{
  g_table[index] = malloc(bytes); // @stored
}

static NOIPA void clear_some(__m256i mask)
{
  _mm256_maskstore_epi64((long long *)g_table, mask, _mm256_setzero_si256()); // @lost
}

int main(void)
{
  make(1, 2001);
  make(2, 1337);
  clear_some(_mm256_set_epi64x(0, -1, 0, -1));
  int kept = g_table[1] != NULL && g_table[2] == NULL;
  free(g_table[1]);
  return !kept;
}
