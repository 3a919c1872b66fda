// SPDX-License-Identifier: GPL-2.0-or-later
// A static variable of a function keeps its last answer, and loses the one before.
// explain: 1337 overwritten block in format_number @lost; static last in format_number; stored in format_number @lost
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

static NOIPA const char *format_number(int number)
{
  static char *last;
  char *text = malloc(1337);
  snprintf(text, 1337, "%d", number);
  last = text; // @lost
  if (number == 2) {
    free(last);
    last = NULL;
    return "2";
  }
  return last;
}

int main(void)
{
  return format_number(1)[0] != '1' || format_number(2)[0] != '2';
}
