// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer read out of a freed block: the read is an error, the pointer counts as defined then.
// run:
// expect: Invalid read of size 8
// next: at main (value_freed_pointer.c:@read)
// expect: Invalid read of size 1
// next: at main (value_freed_pointer.c:@follow)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  volatile char **volatile p = malloc(1337), *q;
  p[0] = malloc(100);
  p[0][5] = 1;
  free((void *)p[0]);
  free(p);
  q = p[0]; // @read
  sink = q[5]; // @follow
}
