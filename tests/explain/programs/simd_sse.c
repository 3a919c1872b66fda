// SPDX-License-Identifier: GPL-2.0-or-later
// One store of 16 bytes writes over two pointers, the first of them by the other one's neighbour.
// explain: 1337 overwritten block in store_pair @lost; global g_pair; stored in make @stored; value from make @new
// explain: 2001 overwritten NULL in store_pair @lost; global g_pair; stored in make @stored
#include "explain.h"
#include <emmintrin.h>
#include <stdlib.h>

void *g_pair[2] __attribute__((aligned(16)));
void *g_next[2] __attribute__((aligned(16)));

static NOIPA void make(void **slot, size_t bytes)
{
  void *block = malloc(bytes); // @new
  *slot = block;               // @stored
}

static NOIPA void store_pair(void)
{
  __m128i both = _mm_load_si128((__m128i *)g_next);
  _mm_store_si128((__m128i *)g_pair, both); // @lost
}

int main(void)
{
  make(&g_pair[0], 1337);
  make(&g_pair[1], 2001);
  make(&g_next[0], 100);
  store_pair();
  free(g_next[0]);
}
