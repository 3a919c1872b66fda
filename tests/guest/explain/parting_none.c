// SPDX-License-Identifier: GPL-2.0-or-later
// Nothing is said of paths where siblings and the lost block went through the same line, or where no other was freed.
// needs: seep
// run: --explain=all
// expect: Its last pointer, the global variable "g_text", was overwritten
// reject: passed through the call
#include "guest.h"
#include <stdlib.h>
static char *volatile g_text;
static NOINLINE void put(int keeps)
{
  if (!keeps) free(g_text); g_text = malloc(1337); // one line
}
int main(void)
{
  for (int i = 0; i < 5; i++)
    put(i == 3);
  free(g_text);
  g_text = malloc(1338);
  g_text = NULL;
  scrub();
}
