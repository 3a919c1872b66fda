// SPDX-License-Identifier: GPL-2.0-or-later
// A static variable of a function keeps its last answer, and loses the one before.
// explain: 1337 overwritten block in format_number @lost; static last in format_number; stored in format_number @lost
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

static NOIPA const char *format_number(int number)
{
  static char *last;
  if (number < 0) {
    free(last);
    return NULL;
  }
  char *text = malloc(1337);
  snprintf(text, 1337, "%d", number);
  last = text; // @lost
  return text;
}

int main(void)
{
  int wrong = format_number(1)[0] != '1' || format_number(2)[0] != '2';
  return wrong || format_number(-1);
}
