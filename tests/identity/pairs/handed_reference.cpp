// SPDX-License-Identifier: GPL-2.0-or-later
// A function sets what a reference leads to.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

static void get(char *&out)
{
  out = new char[1337];
  out[0] = 1;
}

static APART int first(void)
{
  char *text;
  get(text);
  int used = text[0];
  delete[] text; //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(text_2); // @made
  int used = text_2[0];
  delete[] text_2; //<
  return used;
}
