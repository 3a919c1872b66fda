// SPDX-License-Identifier: GPL-2.0-or-later
// After an invalid read was reported, what it brought counts as defined, so that one mistake is one error; the bytes that
// may be read keep their values' definedness.
// run: --track-origins=no
// expect: Invalid read of size 2
// next: main (partial_reported_defined.c:@read)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (partial_reported_defined.c:@inside)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(21);
  volatile short both = *(volatile short *)(p + 20); // @read
  volatile char *bytes = (volatile char *)&both;
  if (bytes[0] == 7) // @inside
    p[0] = 1;
  if (bytes[1] == 7)
    p[0] = 1;
  free(p);
  return 0;
}
