// SPDX-License-Identifier: GPL-2.0-or-later
// Computing an address is no access, however wild it is.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  long out;
  __asm__ volatile("lea 0x7fffffff(%1,%1,8), %0; nopl 5000(%1)" : "=r"(out) : "r"(p));
  free(p);
  return out == 0;
}
