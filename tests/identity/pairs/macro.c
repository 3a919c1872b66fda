// SPDX-License-Identifier: GPL-2.0-or-later
// A macro that allocates, at two lines of a function; and the macro is defined further down.
// findings: 2
// expect: same 2, gate passes
// place: @first @second
#include <stdlib.h>

static void *volatile kept;

/* An array of things. */ //>
 //>
#define NEW_ARRAY(type, count) ((type *)calloc((count), sizeof(type)))

static void load(void)
{
  kept = NEW_ARRAY(int, 19); // @first
  kept = NEW_ARRAY(double, 7); // @second
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
