// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a block that is freed twice is an error that was found, and of others nothing is known, which the last
// line of each report says.
// compare: no, it is Seep's own
// run: --checks=leaks
// expect: Invalid free() / delete / delete[] / realloc()
// expect: Other errors were not looked for (--checks=leaks).
// run: --checks=leaks --style=people
// expect: 1 double free, other errors were not looked for, no leaks
#include <stdlib.h>

int main(void)
{
  void *volatile block = malloc(1337);
  free(block);
  free(block);
}
