// SPDX-License-Identifier: GPL-2.0-or-later
// Two functions allocate in the same words. One is fixed, and the other one, which was there all the time, loses as much.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>
#include <string.h>

static void *volatile kept;

static void load(void)
{
  char *text = malloc(1337);
  memset(text, 1, 1337);
  kept = text;
  free(text); //>
}

static void build(int depth)
{
  if (depth < 1)
    return;
  char *text = malloc(1337);
  text[depth] = 2;
  kept = text + depth;
  free(text); //<
}

int main(void)
{
  load();
  build(2);
  kept = NULL;
  return 0;
}
