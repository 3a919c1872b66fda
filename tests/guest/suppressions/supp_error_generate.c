// SPDX-License-Identifier: GPL-2.0-or-later
// --gen-suppressions=all writes an entry behind each error, with its kind.
// run: --gen-suppressions=all
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: <insert_a_suppression_name_here>
// next: Memcheck:Cond
// next: fun:main
// expect: Invalid read of size 4
// expect: <insert_a_suppression_name_here>
// next: Memcheck:Addr4
// next: fun:main
// expect: Use of uninitialised value of size 8
// expect: Memcheck:Value8
#include "undefined.h"
static int items[256];
int main(void)
{
  unsigned char *p = undefined(2);
  int *q = malloc(40);
  DECIDE(p[0]);
  sink = q[10];
  sink = items[p[1]];
  free(q);
}
