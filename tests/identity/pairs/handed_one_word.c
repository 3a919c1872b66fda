// SPDX-License-Identifier: GPL-2.0-or-later
// A structure of one word is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct handle {
  char *text;
};

static struct handle handle_new(void)
{
  struct handle handle = {malloc(1337)};
  if (handle.text)
    memset(handle.text, 1, 1337);
  return handle;
}

static APART int first(void)
{
  struct handle handle = handle_new();
  int used = handle.text[0];
  free(handle.text); //>
  return used;
}

static APART int second(void)
{
  struct handle handle_2 = handle_new(); // @made
  int used = handle_2.text[0];
  free(handle_2.text); //<
  return used;
}
