// SPDX-License-Identifier: GPL-2.0-or-later
// An object is made larger by realloc(), and so moved with the pointer in it; then it is freed.
// Wrong if: the freeing of the old place by realloc() is told as the loss, or nothing, as nobody stored the pointer at the new one.
// explain: 1337 freed in finish @lost; block +8 from grow @grown
#include "explain.h"
#include <stdlib.h>

struct object {
  size_t size;
  char *data;
};
struct object *g_object;

static NOIPA void make(void)
{
  g_object = malloc(sizeof *g_object);
  g_object->data = malloc(1337);
}

static NOIPA void grow(size_t bytes)
{
  g_object = realloc(g_object, bytes); // @grown
}

static NOIPA void finish(void)
{
  free(g_object); // @lost
}

int main(void)
{
  make();
  grow(70001);
  finish();
}
