// SPDX-License-Identifier: GPL-2.0-or-later
// One line that writes behind a block is fixed, and another line of the function writes there instead.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void fill(volatile char *text, int size, int room)
{
  text[size - 1] = 'a';
  text[room] = 'b';
}

int main(void)
{
  char *text = malloc(1337);
  fill(text, 1338, 1336); //<
  fill(text, 1337, 1337); //>
  free(text);
  return 0;
}
