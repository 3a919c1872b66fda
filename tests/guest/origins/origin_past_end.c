// SPDX-License-Identifier: GPL-2.0-or-later
// What an aligned load brings from past the end of a block is undefined, and its use says so, with the block: of words, half words and
// vectors, also after a copy. What is undefined within the block comes from there; memory that the program has closed is no end.
// needs: seep
// compare: no, Memcheck has no origin for these
// build: -msse2
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (origin_past_end.c:@word)
// next: Uninitialised value was created by a load of bytes past the end of a block alloc'd
// next: at malloc
// next: by main (origin_past_end.c:@made)
// expect: at main (origin_past_end.c:@half)
// next: Uninitialised value was created by a load of bytes past the end of a block alloc'd
// expect: at main (origin_past_end.c:@vector)
// next: Uninitialised value was created by a load of bytes past the end of a block alloc'd
// expect: at main (origin_past_end.c:@copy)
// next: Uninitialised value was created by a load of bytes past the end of a block alloc'd
// expect: at main (origin_past_end.c:@inside)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_past_end.c:@unset)
// expect: at main (origin_past_end.c:@closed)
// next: Finding
// expect: ERROR SUMMARY: 6 errors from 6 contexts
// run: --style=people
// expect: error: branch depends on a value from past the end of a block
// expect: allocated here; bytes past its end were loaded
// run: --track-origins=no
// reject: past the end
// expect: ERROR SUMMARY: 6 errors from 6 contexts
#include <emmintrin.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

static volatile int seen;

int main(void)
{
  char *p = malloc(1337); // @made
  memset(p, 1, 1337);
  char *tail = p + 1336;
  long word = *(volatile long *)tail;
  seen = (char)word == 7; // of the block
  if (word >> 40 == 7) // @word
    seen++;
  if (*(volatile int *)tail >> 16 == 7) // @half
    seen++;
  __m128i vector = _mm_load_si128((const __m128i *)(((unsigned long)tail) & ~15ul));
  if (_mm_movemask_epi8(vector) >> 12 == 7) // @vector
    seen++;
  long copied[2];
  memcpy(copied + 1, &word, sizeof word);
  if (copied[1] < 0) // @copy
    seen++;
  char *q = malloc(13); // @unset
  if (*(volatile long *)(q + 8) == 7) // @inside
    seen++;
  memset(q, 1, 13);
  VALGRIND_MAKE_MEM_NOACCESS(q + 4, 1);
  if ((*(volatile long *)q >> 32 & 0xff) == 7) // @closed
    seen++;
  free(p);
  free(q);
}
