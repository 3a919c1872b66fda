// SPDX-License-Identifier: GPL-2.0-or-later
// MXCSR is stored, loaded, and its rounding mode in force, whichever code is run; what is loaded has to be defined, and what
// it is stored to has to be there.
// run:
// stdout: nearest: 1f80, -3 2; upward: 5f80, -2 3; truncated: 7f80, -2 2; nearest: 1f80, -3 2; beyond: 1f80
// expect: Conditional jump or move depends on uninitialised value(s)
// next: load (modes_of_sse.c:@load)
// expect: Invalid write of size 4
// next: store (modes_of_sse.c:@store)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void load(const unsigned *modes)
{
  __asm__ volatile("ldmxcsr %0" : : "m"(*modes)); // @load
}

__attribute__((noinline)) static void store(unsigned *modes)
{
  __asm__ volatile("stmxcsr %0" : "=m"(*modes)); // @store
}

__attribute__((noinline)) static int rounded(double value)
{
  int whole;
  __asm__ volatile("cvtsd2si %1, %0" : "=r"(whole) : "x"(value));
  return whole;
}

/* Often enough to be in code of each engine. */
static void show(const char *name, unsigned modes)
{
  unsigned seen = 0;
  int low = 0, high = 0;
  for (int i = 0; i < 1337; i++) {
    load(&modes);
    store(&seen);
    low = rounded(-2.75);
    high = rounded(2.25);
  }
  printf("%s: %x, %d %d; ", name, seen, low, high);
}

int main(void)
{
  unsigned *const block = malloc(2 * sizeof *block);
  show("nearest", 0x1f80);
  show("upward", 0x5f80);
  show("truncated", 0x7f80);
  show("nearest", 0x1f80);
  block[0] = 0x1f80;
  load(&block[1]);
  load(&block[0]);
  store(&block[2]);
  printf("beyond: %x\n", block[0]);
  free(block);
}
