// SPDX-License-Identifier: GPL-2.0-or-later
// A 32-byte store is checked in parts of 8 bytes: only the last part, with a byte behind the block, is reported.
// build: -mavx
// run:
// expect: Invalid write of size 8
// next: at main (addr_write_32.c:@store)
// next: is 1,330 bytes inside a block of size 1,337 alloc'd
// next: at malloc
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <immintrin.h>
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  _mm256_storeu_si256((__m256i *)(p + 1337 - 32), _mm256_setzero_si256());
  __asm__ volatile("vmovdqu %%ymm0, (%0)" : : "r"(p + 1337 - 31) : "memory"); // @store
  free(p);
}
