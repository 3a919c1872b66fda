// SPDX-License-Identifier: GPL-2.0-or-later
// A field of another block, which is live, keeps the pointer.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid write of size 8
// next: main (freed_field.c:@use)
// expect: A pointer to it is at offset 24 of a block allocated in make_holder() (freed_field.c:@made); it was stored there in fill() (freed_field.c:@stored).
#include <stdlib.h>
#include "guest.h"
struct holder {
  long numbers[3];
  long *node;
};
static struct holder *volatile holder;
static NOINLINE void make_holder(void)
{
  holder = calloc(1, sizeof *holder + 77); // @made
}
static NOINLINE void fill(void)
{
  holder->node = malloc(1337); // @stored
}
static NOINLINE void drop(void)
{
  free(holder->node);
}
int main(void)
{
  make_holder();
  fill();
  scrub();
  drop();
  holder->node[2] = 1; // @use
  free(holder);
  return 0;
}
