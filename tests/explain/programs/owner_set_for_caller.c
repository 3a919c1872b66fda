// SPDX-License-Identifier: GPL-2.0-or-later
// What a function makes is entered in a table and set for its caller, who does not free it when something else fails. The
// table goes much later.
// explain: 1337 overwritten NULL in clear @lost; global g_table; says a pointer that was stored later, the local variable "made" of use(); not says Free it
#include "explain.h"
#include <stdlib.h>

char *g_table[2];

static NOIPA int make(char **out, int number)
{
  char *made = malloc(1337);
  g_table[number] = made;
  *out = made;
  return number;
}

static NOIPA int use(void)
{
  char *made = NULL;
  if (make(&made, 1) != 0)
    return -1;
  made[0] = 1;
  g_table[0] = NULL;
  free(made);
  return 0;
}

static NOIPA void clear(void)
{
  g_table[1] = NULL; // @lost
}

int main(void)
{
  const int status = use();
  clear();
  return status == 0;
}
