// SPDX-License-Identifier: GPL-2.0-or-later
// An address used twice in a row is reported once.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_used_once.c:@use)
// expect: ERROR SUMMARY:
#include "undefined.h"
static long items[257];
int main(void)
{
  unsigned char *p = undefined(1);
  long *item = items + *p;
  __asm__ volatile("movq (%0), %%rcx; addq 8(%0), %%rcx; movq %%rcx, (%0)" : : "r"(item) : "rcx", "memory"); // @use
}
