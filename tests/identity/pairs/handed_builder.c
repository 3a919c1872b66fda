// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that build something return it.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct builder {
  char *data;
  size_t used, size;
};

static struct builder *add(struct builder *builder, char c)
{
  if (builder->used == builder->size) {
    builder->size = builder->size ? 2 * builder->size : 1337;
    builder->data = realloc(builder->data, builder->size);
  }
  builder->data[builder->used++] = c;
  return builder;
}

static APART int first(void)
{
  struct builder builder = {0};
  add(add(&builder, 1), 2);
  int used = builder.data[0];
  free(builder.data); //>
  return used;
}

static APART int second(void)
{
  struct builder builder_2 = {0};
  add(add(&builder_2, 1), 2); // @made
  int used = builder_2.data[0];
  free(builder_2.data); //<
  return used;
}
