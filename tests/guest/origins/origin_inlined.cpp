// SPDX-License-Identifier: GPL-2.0-or-later
// The variable of an inlined function lies in the frame of the function it was inlined into.
// build: -O1
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: outer(int) (origin_inlined.cpp:
static inline __attribute__((always_inline)) int inner(int n)
{
  volatile int x[30];
  return x[n];
}
static __attribute__((noinline, noclone)) int outer(int n)
{
  if (inner(n) > 3)
    __asm__ volatile("" : : : "memory");
  return n;
}
int main(int argc, char **)
{
  return outer(argc) & 0;
}
