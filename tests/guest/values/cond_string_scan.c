// SPDX-License-Identifier: GPL-2.0-or-later
// repne scasb over defined bytes with an undefined one behind the find is silent; over an undefined one it is not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_string_scan.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = undefined(10);
  p[0] = p[1] = 'x';
  p[2] = 'y';
  p[4] = 'z';
  void *place = p;
  long count = 10;
  __asm__ volatile("repne scasb" : "+D"(place), "+c"(count) : "a"('y') : "cc", "memory");
  count = 2;
  __asm__ volatile("repne scasb" : "+D"(place), "+c"(count) : "a"('z') : "cc", "memory"); // @second
}
