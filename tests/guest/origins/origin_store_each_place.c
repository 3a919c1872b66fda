// SPDX-License-Identifier: GPL-2.0-or-later
// Stores of every size at every place within a line of tags, and across two: each takes the origin of its value along, again and
// again, and leaves that of its neighbours alone.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: check (origin_store_each_place.c:@BYTE)
// next: main
// next: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (origin_store_each_place.c:@BYTES)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: check (origin_store_each_place.c:@WORD)
// next: main
// next: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (origin_store_each_place.c:@WORDS)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: check (origin_store_each_place.c:@VECTOR)
// next: main
// next: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (origin_store_each_place.c:@VECTORS)
// expect: ERROR SUMMARY: 2100 errors from 3 contexts (suppressed: 0 from 0)
#include <emmintrin.h>
#include <stdlib.h>
static volatile int seen;
static __attribute__((noinline)) void check(const unsigned char *byte, const unsigned char *word, const unsigned char *vector)
{
  if (*byte) // @BYTE
    seen++;
  if (*word) // @WORD
    seen++;
  if (*vector) // @VECTOR
    seen++;
}
int main(void)
{
  unsigned char *bytes = malloc(1); // @BYTES
  long *words = malloc(8);          // @WORDS
  __m128i *vectors = malloc(16);    // @VECTORS
  unsigned char *target = calloc(1, 1024);
  for (int at = 0; at < 700; at++) { // a group of tags between each two of them
    unsigned char *byte = target + at, *word = byte + 8, *vector = byte + 24;
    *(volatile unsigned char *)byte = *bytes;
    __asm__ volatile("movq %1, %%rax; movq %%rax, %0" : "=m"(*(char (*)[8])word) : "m"(*words) : "rax");
    __asm__ volatile("movdqu %1, %%xmm0; movdqu %%xmm0, %0" : "=m"(*(char (*)[16])vector) : "m"(*vectors) : "xmm0");
    check(byte, word + at % 8, vector + at % 16);
    for (int i = 0; i < 40; i++)
      target[at + i] = 0;
  }
  free(target);
  free(vectors);
  free(words);
  free(bytes);
}
