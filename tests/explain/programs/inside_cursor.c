// SPDX-License-Identifier: GPL-2.0-or-later
// A global pointer skips the blanks of its text: its start is known to nobody then.
// explain: 1337 possible held; global g_text; into 3; stored in skip_blanks @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

char *volatile g_text;

static NOIPA void read_text(void)
{
  char *text = malloc(1337);
  strcpy(text, "   word");
  g_text = text;
}

static NOIPA void skip_blanks(void)
{
  while (*g_text == ' ')
    g_text++; // @stored
}

int main(void)
{
  read_text();
  skip_blanks();
  return g_text[0] != 'w';
}
