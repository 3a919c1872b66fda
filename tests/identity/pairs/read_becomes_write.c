// SPDX-License-Identifier: GPL-2.0-or-later
// The line that read behind a block writes there instead: that is another error.
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static volatile char sink;

static void touch(volatile char *text, int at)
{
  sink = text[at]; //<
  text[at] = 'a'; //>
}

int main(void)
{
  char *text = malloc(1337);
  touch(text, 1337);
  free(text);
  return 0;
}
