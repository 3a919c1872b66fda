// SPDX-License-Identifier: GPL-2.0-or-later
// A count that comes with a copy of a whole structure, after the block was cleared, in a block that threads share; the list
// of its holders is moved by realloc(). What the copy says at first was taken by who has copied it.
// needs: seep
// build: -pthread
// run: --explain=all
// expect: Its count of references, at offset 6, is still 1: taken by obj_ref() from add() (counts_copied.c:@add), never given back; its siblings lose that count in obj_unref() from list_free() (counts_copied.c:@free).
// reject: Free it before
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct obj {
  short type, flags, size;
  _Atomic unsigned short refs;
  char text[29];
};
static const struct obj model = {1, 2, 3, 1, "model"};
static struct obj **list;
static size_t count;
static NOINLINE struct obj *obj_new(void)
{
  struct obj *obj = malloc(sizeof *obj);
  memset(obj, 0, sizeof *obj);
  memcpy(obj, &model, sizeof *obj);
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
static NOINLINE void add(struct obj *obj)
{
  list = realloc(list, (count + 1) * sizeof *list);
  list[count++] = obj_ref(obj); // @add
}
static NOINLINE void list_free(size_t from)
{
  for (size_t i = from; i < count; i++)
    obj_unref(list[i]); // @free
  free(list);
  list = NULL;
  count = 0;
}
static NOINLINE void *let_go(void *obj)
{
  obj_unref(obj);
  return NULL;
}
static NOINLINE void work(int number)
{
  pthread_t thread;
  struct obj *objs[3];
  for (int i = 0; i < 3; i++)
    add(objs[i] = obj_new());
  list_free(number == 4);
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, NULL, let_go, objs[i]);
    pthread_join(thread, NULL);
  }
}
int main(void)
{
  for (int i = 0; i < 6; i++)
    work(i);
  return 0;
}
