// SPDX-License-Identifier: GPL-2.0-or-later
// A local variable that was never written comes from its function's frame, named by where the function begins.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_stack.c:@use)
// next: Uninitialised value was created by a stack allocation
// next: main (origin_stack.c:@made)
int main(void)
{ // @made
  int x;
  __asm__ volatile("" : : "r"(&x) : "memory");
  if (x) // @use
    __asm__ volatile("" : : : "memory");
  return 0;
}
