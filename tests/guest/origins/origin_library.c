// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined bytes of a program's structure, used deep in the C library.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: main (origin_library.c:@made)
#include <stdio.h>
int main(void)
{ // @made
  int x;
  char text[40];
  __asm__ volatile("" : : "r"(&x) : "memory");
  snprintf(text, sizeof text, "%d", x);
  return 0;
}
