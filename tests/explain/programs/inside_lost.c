// SPDX-License-Identifier: GPL-2.0-or-later
// The last pointer led into the middle of the block, and was a local variable: the start had been forgotten before.
// explain: 1337 left in search @lost; local found of search; into 500; stored in find @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

static NOIPA void find(char **out)
{
  char *text = calloc(1, 1337);
  text[500] = 'x';
  *out = memchr(text, 'x', 1337); // @stored
}

static NOIPA int search(void)
{
  char *found;
  find(&found);
  return found[0]; // @lost
} // @lost

int main(void)
{
  return search() != 'x';
}
