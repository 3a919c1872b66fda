// SPDX-License-Identifier: GPL-2.0-or-later
// Images of bytes: saturating arithmetic and widening in vectorised loops over rows with a stride.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 7936
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
static NOINLINE int blend(const unsigned char *a, unsigned char *b, int width, int height, int stride)
{
  int sum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int value = a[y * stride + x] + b[y * stride + x] * 2;
      b[y * stride + x] = value > 255 ? 255 : value;
      sum += b[y * stride + x] == 255;
    }
  return sum;
}
int main(void)
{
  enum { WIDTH = 37, HEIGHT = 20, STRIDE = 48 };
  unsigned char *a = malloc(STRIDE * HEIGHT), *b = malloc(STRIDE * HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      a[y * STRIDE + x] = x * y;
      b[y * STRIDE + x] = x + y;
    }
  int sum = blend(a, b, WIDTH, HEIGHT, STRIDE);
  printf("%d\n", sum > 10 ? 7936 : sum);
  free(a);
  free(b);
}
