// SPDX-License-Identifier: GPL-2.0-or-later
// Statements are inserted in the function, above and below the line that allocates.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void load(int number)
{
  if (number > 10) //>
    puts("many"); //>
  for (int i = 0; i < number; i++) //>
    putchar('.'); //>
  kept = malloc(1337); // @leak
  kept = NULL;
  puts("loaded"); //>
}

int main(void)
{
  load(3);
  return 0;
}
