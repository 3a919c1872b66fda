// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lines that call strdup one is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>
#include <string.h>

static void *volatile kept;

static void name_it(void)
{
  kept = strdup("first name");
  free(kept); //>
  kept = strdup("other name");
  kept = NULL;
}

int main(void)
{
  name_it();
  return 0;
}
