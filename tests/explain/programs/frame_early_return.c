// SPDX-License-Identifier: GPL-2.0-or-later
// The error path returns without the free() that the usual path has.
// explain: 1337 left in parse @lost; local text of parse; stored in read_text @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA int read_text(char **out, int length)
{
  *out = malloc(1337); // @stored
  (*out)[0] = (char)length;
  return length;
}

static NOIPA int parse(int length)
{
  char *text;
  int got = read_text(&text, length);
  if (got < 0)
    return -1; // @lost
  free(text);
  return got;
} // @lost

int main(void)
{
  return parse(3) != 3 || parse(-1) != -1;
}
