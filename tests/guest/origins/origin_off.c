// SPDX-License-Identifier: GPL-2.0-or-later
// Without --track-origins nothing is said of origins, except how to ask for them.
// run: --track-origins=no
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Use --track-origins=yes to see where uninitialised values come from
// reject: was created
#include <stdlib.h>
int main(void)
{
  int *volatile p = malloc(64);
  if (p[3])
    p[0] = 1;
  free(p);
}
