// SPDX-License-Identifier: GPL-2.0-or-later
// The function is indented otherwise, and its braces stand elsewhere.
// findings: 1
// expect: same 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(int number) //<
{ //<
  if (number > 0) { //<
    kept = malloc(1337); //<
    kept = NULL; //<
  } //<
} //<
static void load(int number) { //>
        if (number > 0) //>
        { //>
                kept = malloc(1337); //>
                kept = NULL; //>
        } //>
} //>

int main(void)
{
  load(1);
  return 0;
}
