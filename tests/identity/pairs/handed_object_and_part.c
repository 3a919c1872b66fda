// SPDX-License-Identifier: GPL-2.0-or-later
// An object is made with a part of its own, and only the object is freed.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct object {
  long number;
  char *part;
};

static struct object *object_new(void)
{
  struct object *object = malloc(sizeof *object);
  object->part = malloc(1337);
  object->number = 1;
  return object;
}

static APART int first(void)
{
  struct object *object = object_new();
  int used = (int)object->number;
  char *part = object->part;
  free(object);
  free(part); //>
  return used;
}

static APART int second(void)
{
  struct object *object_2 = object_new(); // @made
  int used = (int)object_2->number;
  char *part_2 = object_2->part;
  free(object_2);
  free(part_2); //<
  return used;
}
