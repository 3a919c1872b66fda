// SPDX-License-Identifier: GPL-2.0-or-later
// The call that allocates is broken into several lines.
// findings: 1
// expect: same 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(size_t rows, size_t columns)
{
  kept = calloc(rows * columns, sizeof(double)); //<
  kept = //>
    calloc( //>
      rows * columns, //>
      sizeof(double)); //>
  kept = NULL;
}

int main(void)
{
  load(7, 19);
  return 0;
}
