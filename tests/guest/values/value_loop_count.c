// SPDX-License-Identifier: GPL-2.0-or-later
// The same use met four times: four errors of one context.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_loop_count.c:@read)
// expect: ERROR SUMMARY: 4 errors from 1 contexts
#include "undefined.h"
static int items[256];
int main(void)
{
  volatile unsigned char *p = undefined(4);
  for (int i = 0; i < 4; i++)
    sink = items[p[i]]; // @read
}
