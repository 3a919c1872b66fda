// SPDX-License-Identifier: GPL-2.0-or-later
// The same variable takes the result of asprintf() twice.
// Wrong if: places of the C library's own (its frames, its streams) are told as holders.
// explain: 1337 overwritten block in describe @lost; local text of describe; stored in describe @stored; allocated in describe @stored
#define _GNU_SOURCE
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

static NOIPA int describe(int number)
{
  char *text;
  int length = asprintf(&text, "%01336d", number); // @stored
  length += asprintf(&text, "%d", number);         // @lost
  free(text);
  return length;
}

int main(void)
{
  return describe(5) != 1337;
}
