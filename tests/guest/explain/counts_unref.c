// SPDX-License-Identifier: GPL-2.0-or-later
// The reference that is left is the one that a block was made with: the holder has given back its own.
// needs: seep
// again: optimised -O2
// run: --explain=all
// expect: Its count of references, at offset 0, is still 1: taken by obj_new() from main() (counts_unref.c:@new), never given back; its siblings lose that count in obj_unref() from main() (counts_unref.c:@unref).
// reject: Free it before
#include "guest.h"
#include <stdlib.h>
struct obj {
  _Atomic int refs;
  char text[61];
};
static struct obj *volatile slot;
static NOINLINE struct obj *obj_new(void)
{
  struct obj *obj = calloc(1, sizeof *obj);
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
static NOINLINE void hold(struct obj *obj)
{
  slot = obj_ref(obj);
}
static NOINLINE void drop(void)
{
  struct obj *obj = slot;
  slot = NULL;
  obj_unref(obj);
}
int main(void)
{
  for (int i = 0; i < 7; i++) {
    struct obj *obj = obj_new(); // @new
    hold(obj);
    drop();
    if (i != 4)
      obj_unref(obj); // @unref
  }
  return 0;
}
