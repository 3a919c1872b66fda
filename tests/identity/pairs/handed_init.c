// SPDX-License-Identifier: GPL-2.0-or-later
// An object is initialised.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct loop {
  long state;
  void *queue;
};

static void loop_init(struct loop *loop)
{
  memset(loop, 0, sizeof *loop);
  loop->queue = calloc(7, 191);
  loop->state = 1;
}

static APART int first(void)
{
  struct loop loop;
  loop_init(&loop);
  int used = (int)loop.state;
  free(loop.queue); //>
  return used;
}

static APART int second(void)
{
  struct loop loop_2;
  loop_init(&loop_2); // @made
  int used = (int)loop_2.state;
  free(loop_2.queue); //<
  return used;
}
