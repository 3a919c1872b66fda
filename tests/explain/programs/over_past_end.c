// SPDX-License-Identifier: GPL-2.0-or-later
// A global pointer runs through its block and stands behind the end: that is no pointer into the block any more.
// explain: 1337 overwritten other in skip_all @lost; global g_cursor; stored in skip_all @lost
#include "explain.h"
#include <stdlib.h>
#include <string.h>

char *volatile g_cursor;

static NOIPA void open_text(void)
{
  char *text = malloc(1337);
  memset(text, ' ', 1337);
  g_cursor = text;
}

static NOIPA void skip_all(void)
{
  for (int i = 0; i < 1337; i++)
    g_cursor++; // @lost
}

int main(void)
{
  open_text();
  skip_all();
  return g_cursor == NULL;
}
