// SPDX-License-Identifier: GPL-2.0-or-later
// The outer object is freed first, and the inner one by what was read from it before; the text between them is forgotten.
// explain: 1337 freed in close_all @lost; block +0 from open_all @inner; stored in open_all @stored
#include "explain.h"
#include <stdlib.h>

struct inner {
  char *text;
};
struct outer {
  struct inner *inner;
};

static NOIPA struct outer *open_all(void)
{
  struct outer *outer = malloc(sizeof *outer);
  outer->inner = malloc(sizeof *outer->inner); // @inner
  outer->inner->text = malloc(1337);           // @stored
  return outer;
}

static NOIPA void close_all(struct outer *outer)
{
  struct inner *inner = outer->inner;
  free(outer);
  free(inner); // @lost
}

int main(void)
{
  close_all(open_all());
}
