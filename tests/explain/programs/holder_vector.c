// SPDX-License-Identifier: GPL-2.0-or-later
// An array of pointers that has grown several times is freed, but not its elements.
// Wrong if: the array's moves by realloc() are taken for losses, or the elements' places in it for lost ones.
// explain: 5 x 1337 freed in names_free @lost; block from names_add @grown
#include "explain.h"
#include <stdlib.h>

struct names {
  char **items;
  size_t count, room;
};

static NOIPA void names_add(struct names *names)
{
  if (names->count == names->room) {
    names->room += 2;
    names->items = realloc(names->items, names->room * sizeof *names->items); // @grown
  }
  names->items[names->count++] = calloc(1, 1337);
}

static NOIPA void names_free(struct names *names)
{
  free(names->items); // @lost
}

int main(void)
{
  struct names names = {NULL, 0, 0};
  for (int i = 0; i < 5; i++)
    names_add(&names);
  names_free(&names);
}
