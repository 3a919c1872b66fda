// SPDX-License-Identifier: GPL-2.0-or-later
// std and cld: string instructions run backwards over what is there.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  char *p = calloc(1, 100);
  void *place = p + 99;
  long count = 100;
  __asm__ volatile("std; rep stosb; cld" : "+D"(place), "+c"(count) : "a"(7) : "memory");
  DECIDE(p[0] + p[99]);
  free(p);
}
