// SPDX-License-Identifier: GPL-2.0-or-later
// An object on the heap has a part that its constructor makes; only the object is deleted.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct object {
  char *part;
  object() : part(new char[1337]) { part[0] = 1; }
};

static object *make()
{
  return new object;
}

static APART int first(void)
{
  object *one = make();
  int used = one->part[0];
  char *part = one->part;
  delete one;
  delete[] part; //>
  return used;
}

static APART int second(void)
{
  object *one_2 = make(); // @made
  int used = one_2->part[0];
  char *part_2 = one_2->part;
  delete one_2;
  delete[] part_2; //<
  return used;
}
