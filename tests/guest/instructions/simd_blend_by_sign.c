// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes are picked by signs, which alone are defined. The first load that finds undefined bits stands between the instruction
// that makes the zero they are compared with and the comparison.
// build: -msse4.1
// compare: no, Memcheck does not know that the signs decide
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <string.h>

enum { BYTES = 1337 / 16 * 16, ROUNDS = 501 };

static NOINLINE void blend(unsigned char *out, const unsigned char *no, const unsigned char *yes, const unsigned char *signs)
{
  for (int i = 0; i < BYTES; i += 16)
    __asm__ volatile("pxor %%xmm0, %%xmm0; movdqu (%1), %%xmm2; movdqu (%3), %%xmm1; pcmpgtb %%xmm1, %%xmm0; "
                     "movdqu (%2), %%xmm1; pblendvb %%xmm0, %%xmm1, %%xmm2; movdqu %%xmm2, (%0)"
                     : : "r"(out + i), "r"(no + i), "r"(yes + i), "r"(signs + i)
                     : "memory", "xmm0", "xmm1", "xmm2");
}

static NOINLINE void choose(float *out, const float *no, const float *yes, const int *signs)
{
  for (int i = 0; i < BYTES / 4; i += 4)
    __asm__ volatile("pxor %%xmm0, %%xmm0; movdqu (%1), %%xmm2; movdqu (%3), %%xmm1; pcmpgtd %%xmm1, %%xmm0; "
                     "movdqu (%2), %%xmm1; blendvps %%xmm0, %%xmm1, %%xmm2; movdqu %%xmm2, (%0)"
                     : : "r"(out + i), "r"(no + i), "r"(yes + i), "r"(signs + i)
                     : "memory", "xmm0", "xmm1", "xmm2");
}

int main(void)
{
  static unsigned char no[BYTES], yes[BYTES], out[BYTES];
  static float no_floats[BYTES / 4], yes_floats[BYTES / 4], floats[BYTES / 4];
  unsigned char *bytes = undefined(BYTES);
  int *words = undefined(BYTES), sum = 0;
  memset(yes, 1, BYTES);
  for (int i = 0; i < BYTES; i++)
    bytes[i] = (unsigned char)((bytes[i] & 0x7f) | (i % 2 ? 0x80 : 0));
  for (int i = 0; i < BYTES / 4; i++) {
    words[i] = (words[i] & 0x7fffffff) | (i % 2 ? (int)0x80000000 : 0);
    yes_floats[i] = 1;
  }
  for (int round = 0; round < ROUNDS; round++) {
    blend(out, no, yes, bytes);
    choose(floats, no_floats, yes_floats, words);
    sum += out[round % BYTES] + (int)floats[round % (BYTES / 4)];
  }
  DECIDE(sum == 1337);
  return 0;
}
