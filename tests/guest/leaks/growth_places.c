// SPDX-License-Identifier: GPL-2.0-or-later
// A place that grows is one, by however many ways the program comes there; a second one is a second one.
// compare: no, Memcheck does not look at the heap over time
// run: -- 250
// only: seep
// expect: /8,000 bytes in 250 blocks, growing by /
// expect: /36,000 bytes in 750 blocks, growing by .* \(R2 (1.00|0.9.) over .* samples\)/
// expect: 3 stacks come here; this one grows fastest
// expect: Still reachable, by allocation site:
// next: growing: 44,000 bytes from 2 sites
#include "guest.h"
#include <stdlib.h>
#include <unistd.h>

struct item {
  struct item *next;
  char data[40];
};
static struct item *items;
static struct other {
  struct other *next;
  char data[24];
} *others;

static NOINLINE void add(void)
{
  struct item *item = malloc(sizeof *item);
  item->next = items;
  items = item;
}

static NOINLINE void serve(void)
{
  add();
  add();
  add();
}

static NOINLINE void refill(void)
{
  add();
}

static NOINLINE void note(void)
{
  struct other *other = malloc(sizeof *other);
  other->next = others;
  others = other;
}

int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 1;
  for (int step = 0; step < steps; step++) {
    serve();
    note();
    if (argc > 2)
      refill();
    usleep(8000);
  }
  return items == NULL;
}
