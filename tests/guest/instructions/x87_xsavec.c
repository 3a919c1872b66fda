// SPDX-License-Identifier: GPL-2.0-or-later
// xsavec, whose form is the compact one, and xsaveopt save what xrstor brings back; xgetbv tells of both numbers.
// compare: no, Memcheck knows neither
// build: -O1 -mxsave -mavx2
// run:
// stdout: xsavec: 8000000000000007; xsaveopt: 0; in use: 6
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: xsavec: 8000000000000007; xsaveopt: 0; in use: 6
// expect: ERROR SUMMARY: 0 errors
#include <immintrin.h>
#include <stdio.h>
#include <string.h>

enum { FORM_AT = 520 };
static unsigned char area[1337 / 64 * 64] __attribute__((aligned(64)));

static unsigned long form(void)
{
  unsigned long word;
  memcpy(&word, area + FORM_AT, sizeof word);
  return word;
}

#define SAVE_AND_RESTORE(save)                                                                                   \
  do {                                                                                                           \
    const __m256i before = _mm256_set1_epi32(0x1337);                                                            \
    __m256i after;                                                                                               \
    memset(area, 0, sizeof area);                                                                                \
    __asm__ volatile("vmovdqa %[before], %%ymm5\n fldpi\n " save " %[area]\n vpxor %%ymm5, %%ymm5, %%ymm5\n fstp %%st(0)\n" \
                     "xrstor %[area]\n fldpi\n fcompp\n vmovdqa %%ymm5, %[after]"                                \
                     : [area] "+m"(area), [after] "=m"(after)                                                    \
                     : [before] "m"(before), "a"(7), "d"(0)                                                      \
                     : "xmm5");                                                                                  \
    if (memcmp(&before, &after, sizeof before) != 0)                                                             \
      printf(save " has lost a vector; ");                                                                       \
  } while (0)

int main(void)
{
  SAVE_AND_RESTORE("xsavec");
  printf("xsavec: %lx; ", form());
  SAVE_AND_RESTORE("xsaveopt");
  printf("xsaveopt: %lx; ", form());
  printf("in use: %lx\n", (unsigned long)_xgetbv(1) & 6);
  return 0;
}
