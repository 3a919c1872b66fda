// SPDX-License-Identifier: GPL-2.0-or-later
// memcpy and strlen read behind a block for the program, at two lines of one function.
// findings: 2
// expect: same 2, gate passes
// place: @memcpy @strlen
#include <stdlib.h>
#include <string.h>

static volatile size_t sink;
static char room[64];

static void copy(const char *text)
{
  memcpy(room, text, 20); // @memcpy
  room[0] = 'a'; //>
  sink = strlen(text); // @strlen
}

int main(void)
{
  char *text = malloc(16);
  memset(text, 'x', 16);
  copy(text);
  free(text);
  return 0;
}
