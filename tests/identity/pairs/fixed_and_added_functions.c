// SPDX-License-Identifier: GPL-2.0-or-later
// A leak is fixed in one function, and one of the same size is added in another one that is there before and after.
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *table = malloc(1337);
  kept = table;
  free(table); //>
  kept = NULL;
}

static void parse(void)
{
  void *text = malloc(1337);
  kept = text;
  free(text); //<
  kept = NULL;
}

int main(void)
{
  load();
  parse();
  return 0;
}
