// SPDX-License-Identifier: GPL-2.0-or-later
// A count of references that nobody gives back is named by who took it, and by who gives it back elsewhere: the last
// pointer went where nothing is wrong. Nothing is to be freed there. Compilers need not store the last fall.
// needs: seep
// again: optimised -O2
// run: --explain=all
// expect: Its count of references, at offset 8, is still 1: taken by obj_ref() from holder_add() (counts_kref.c:@add), never given back; its siblings lose that count in obj_unref() from holder_free() (counts_kref.c:@free).
// expect: Its count, by who has changed it:
// expect: +1 by obj_new() from main() (counts_kref.c:@new)
// expect: +1 by obj_ref() from holder_add() (counts_kref.c:@add), 1 left
// expect: -1 by obj_unref() from main() (counts_kref.c:@unref)
// reject: Free it before
// run: --explain=all --style=people
// expect: Its count of references, at offset 8, is still 1: taken by obj_ref() from holder_add() (counts_kref.c:@add)
// reject: Free it before
#include "guest.h"
#include <stdlib.h>
struct obj {
  int type;
  size_t refs;
  long data[3];
};
struct holder {
  struct obj *slots[4];
  int count;
};
static NOINLINE struct obj *obj_new(void)
{
  struct obj *obj = malloc(sizeof *obj);
  obj->type = 3;
  obj->refs = 1;
  return obj;
}
static NOINLINE struct obj *obj_ref(struct obj *obj)
{
  obj->refs++;
  return obj;
}
static NOINLINE void obj_unref(struct obj *obj)
{
  if (--obj->refs == 0)
    free(obj);
}
static NOINLINE void holder_add(struct holder *holder, struct obj *obj)
{
  holder->slots[holder->count++] = obj_ref(obj); // @add
}
static NOINLINE void holder_set(struct holder *holder, struct obj *obj)
{
  holder->slots[0] = obj_ref(obj); // forgets what was there
}
static NOINLINE void holder_free(struct holder *holder)
{
  for (int i = 0; i < holder->count; i++)
    obj_unref(holder->slots[i]); // @free
  free(holder);
}
int main(void)
{
  for (int i = 0; i < 9; i++) {
    struct holder *holder = calloc(1, sizeof *holder);
    struct obj *obj = obj_new(); // @new
    holder_add(holder, obj);
    obj_unref(obj); // @unref
    if (i == 6) {
      struct obj *other = obj_new();
      holder_set(holder, other);
      obj_unref(other);
    }
    holder_free(holder);
  }
  return 0;
}
