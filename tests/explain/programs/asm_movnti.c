// SPDX-License-Identifier: GPL-2.0-or-later
// A non-temporal store writes over the pointer.
// explain: 1337 overwritten other in mark @lost; global g_block; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <xmmintrin.h>
#include <emmintrin.h>

long long g_block;

static NOIPA void make(void)
{
  g_block = (long long)malloc(1337); // @stored
}

static NOIPA void mark(long long value)
{
  _mm_stream_si64(&g_block, value); // @lost
}

int main(void)
{
  make();
  mark(77);
  _mm_sfence();
  return g_block != 77;
}
