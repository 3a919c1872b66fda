// SPDX-License-Identifier: GPL-2.0-or-later
// Origins pass through vector registers of 16 bytes, word by word.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_vector.c:@use)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_vector.c:@made)
#include <emmintrin.h>
#include <stdlib.h>
static volatile long stored[2] __attribute__((aligned(16)));
int main(void)
{
  char *p = malloc(64); // @made
  __m128i v = _mm_loadu_si128((const __m128i *)(p + 5));
  _mm_store_si128((__m128i *)stored, _mm_add_epi8(v, v));
  free(p);
  if (stored[1]) // @use
    stored[0] = 1;
  return 0;
}
