// SPDX-License-Identifier: GPL-2.0-or-later
// Reading and writing through an undefined pointer.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_address.c:@read)
// expect: Use of uninitialised value of size 8
// next: at main (value_address.c:@write)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
static int items[256];
int main(void)
{
  unsigned char *p = undefined(2);
  sink = items[p[0]]; // @read
  items[p[1]] = 1; // @write
}
