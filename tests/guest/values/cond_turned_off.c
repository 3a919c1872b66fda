// SPDX-License-Identifier: GPL-2.0-or-later
// --undef-value-errors=no: values are not watched, addresses are.
// run: --undef-value-errors=no
// reject: uninitialised
// expect: Invalid read of size 4
// next: at main (cond_turned_off.c:@read)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  volatile int *p = malloc(1340);
  DECIDE(p[0]);
  sink = p[335]; // @read
  free((void *)p);
}
