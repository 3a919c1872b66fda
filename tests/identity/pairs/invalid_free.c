// SPDX-License-Identifier: GPL-2.0-or-later
// A block is freed twice; lines are inserted. It is the library's function that errs, and the program's line that is the place.
// findings: 1
// expect: same 1, gate passes
// place: @free
#include <stdlib.h>

static void clean_up(void *memory)
{
  if (!memory) //>
    return; //>
  free(memory); // @free
}

int main(void)
{
  void *memory = malloc(1337);
  free(memory);
  clean_up(memory);
  return 0;
}
