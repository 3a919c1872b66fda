// SPDX-License-Identifier: GPL-2.0-or-later
// A double-width exchange replaces a pointer and its counter at once.
// explain -O0: 1337 left in pop @left; local entry of pop
// explain -O2: 1337 overwritten NULL in pop @lost; global g_top; stored in push @stored
#include "explain.h"
#include <stdlib.h>

struct top {
  char *entry;
  long version;
} __attribute__((aligned(16)));
struct top g_top;

static NOIPA void push(void)
{
  g_top.entry = malloc(1337); // @stored
  g_top.version = 1;
}

static NOIPA int pop(void)
{
  char *entry = g_top.entry;
  long version = g_top.version;
  char done;
  __asm__ volatile("lock cmpxchg16b %0\n\tsete %1" // @lost
                   : "+m"(g_top), "=q"(done), "+a"(entry), "+d"(version)
                   : "b"(0L), "c"(2L)
                   : "cc");
  return done; // @left
} // @left

int main(void)
{
  push();
  return pop() != 1 || g_top.version != 2;
}
