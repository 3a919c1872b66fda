// SPDX-License-Identifier: GPL-2.0-or-later
// What only ever grows is reported, with its stack; caches with limits, tables made at the start and single blocks are not.
// compare: no, Memcheck does not look at the heap over time
// run: -- 250
// only: seep
// expect: HEAP SUMMARY:
// expect: /16,000 bytes in 250 blocks, growing by .* \(R2 (1.00|0.9.) over .* samples\)/
// next: at malloc
// next: by register_client (growth_kinds.c:@registry)
// next: by main (growth_kinds.c:@register_call)
// expect: /32,000 bytes in 250 blocks, growing by /
// next: at malloc
// next: by append (growth_kinds.c:@append)
// next: by main (growth_kinds.c:@append_call)
// expect: definitely lost: 8,250 bytes in 250 blocks
// expect: Still reachable, by allocation site:
// next: growing: 48,000 bytes from 2 sites
// next: bounded:
// next: allocated once at startup: 5,120 bytes from 1 site
// next: /single block: .* bytes from . sites/
// reject: ring_put
// reject: saw_put
// reject: make_tables
// reject: make_config
// run: -- 3
// only: seep
// reject: growing
// run: --growth=no -- 250
// only: seep
// reject: growing
#include "guest.h"
#include "../../../include/seep/seep.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RING = 8, SAW = 40, TABLES = 20 };

struct node {
  struct node *next;
  char data[120];
};
static struct node *first, *tail;
static void **registry;
static size_t clients;
static char *ring[RING], *saw[SAW], *tables[TABLES], *config;

// A list that is only ever appended to, as its tail is kept.
static NOINLINE void append(void)
{
  struct node *node = malloc(sizeof *node); // @append
  node->next = NULL;
  if (tail)
    tail->next = node;
  else
    first = node;
  tail = node;
}

static NOINLINE void register_client(void)
{
  registry[clients++] = malloc(64); // @registry
  SEEP_MARK("register_client");
}

static NOINLINE void ring_put(int step)
{
  free(ring[step % RING]);
  ring[step % RING] = malloc(1000);
}

// A cache that is emptied when it is full.
static NOINLINE void saw_put(int step)
{
  for (int i = 0; step % SAW == 0 && i < SAW; i++) {
    free(saw[i]);
    saw[i] = NULL;
  }
  saw[step % SAW] = malloc(500);
}

static NOINLINE void make_tables(void)
{
  for (int i = 0; i < TABLES; i++)
    tables[i] = malloc(256);
}

static NOINLINE void make_config(void)
{
  config = malloc(99);
}

static NOINLINE void lose(void)
{
  void *volatile lost = malloc(33);
  lost = NULL;
}

int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 1;
  registry = malloc(sizeof *registry * (size_t)steps);
  make_tables();
  make_config();
  for (int step = 0; step < steps; step++) {
    append(); // @append_call
    register_client(); // @register_call
    ring_put(step);
    saw_put(step);
    lose();
    usleep(8000);
  }
  scrub();
  return first == NULL;
}
