// SPDX-License-Identifier: GPL-2.0-or-later
// Between two lines that lose memory a third one is inserted.
// quick:
// findings: 2 -> 3
// expect: same 2, new 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  kept = malloc(500); //>
  kept = malloc(77);
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
