// SPDX-License-Identifier: GPL-2.0-or-later
// The part is made before the object.
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

static int object_new(struct object **out)
{
  char *part = malloc(1337);
  struct object *object = calloc(1, sizeof *object);
  object->part = part;
  object->number = 1;
  *out = object;
  return 0;
}

static APART int first(void)
{
  struct object *object;
  object_new(&object);
  int used = (int)object->number;
  char *part = object->part;
  free(object);
  free(part); //>
  return used;
}

static APART int second(void)
{
  struct object *object_2;
  object_new(&object_2); // @made
  int used = (int)object_2->number;
  char *part_2 = object_2->part;
  free(object_2);
  free(part_2); //<
  return used;
}
