#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# GObject: what g_object_ref() took is named by who called it.
# needs: seep gcc pkg-config
# limit: 120
. "$SRC/lib.sh"
pkg-config --exists gobject-2.0 || skip
cat >gobject.c <<'END'
#include <glib-object.h>
typedef struct { GObject parent; int number; } Thing;
typedef struct { GObjectClass parent; } ThingClass;
G_DEFINE_TYPE(Thing, thing, G_TYPE_OBJECT)
static void thing_init(Thing *thing) { thing->number = 3; }
static void thing_class_init(ThingClass *class) { (void)class; }
struct holder { Thing *slot; };
static __attribute__((noinline)) struct holder *hold(Thing *thing)
{
  struct holder *holder = g_new0(struct holder, 1);
  holder->slot = g_object_ref(thing);
  return holder;
}
static __attribute__((noinline)) void holder_free(struct holder *holder)
{
  g_object_unref(holder->slot);
  g_free(holder);
}
static __attribute__((noinline)) void holder_forget(struct holder *holder) { g_free(holder); }
int main(void)
{
  for (int i = 0; i < 9; i++) {
    Thing *thing = g_object_new(thing_get_type(), NULL);
    struct holder *holder = hold(thing);
    g_object_unref(thing);
    if (i == 4)
      holder_forget(holder);
    else
      holder_free(holder);
  }
  return 0;
}
END
gcc -g -O1 -o gobject gobject.c $(pkg-config --cflags --libs gobject-2.0)
"$SEEP" $OPTIONS --explain=all ./gobject >report 2>&1
taken='taken by g_object_ref\(\) from hold\(\) \(gobject.c:11\), never given back'
given='its siblings lose that count in g_object_unref\(\) from holder_free\(\) \(gobject.c:16\)'
expect report "Its count of references, at offset 8, is still 1: $taken; $given"
reject report "Free it before"
