// SPDX-License-Identifier: GPL-2.0-or-later
// rep with an undefined count branches on it.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_string_count.c:@copy)
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), count = *p & 3;
  char text[8] = "abc";
  void *place = text;
  __asm__ volatile("rep stosb" : "+D"(place), "+c"(count) : "a"(0) : "memory"); // @copy
}
