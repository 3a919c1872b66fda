// SPDX-License-Identifier: GPL-2.0-or-later
// The function that drops the block ends in a call that is a jump: what returns is what it has jumped to, which has
// dropped nothing.
// build: -foptimize-sibling-calls
// explain -O0: 1337 left in replace @end; local text of replace; not dropped
// explain -O2: 1337 never stored; allocated in replace @new; dropped from malloc
#include "explain.h"
#include <stdlib.h>

static NOIPA void replace(char *old)
{
  char *text = malloc(1337); // @new
  if (!text)
    abort();
  text[0] = old[0];
  free(old);
} // @end

int main(void)
{
  char *old = calloc(1, 10);
  if (!old)
    abort();
  replace(old);
  return 0;
}
