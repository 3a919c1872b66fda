// SPDX-License-Identifier: GPL-2.0-or-later
// An allocator of the program's own, whose blocks are made known by requests: one is lost.
// Wrong if: only blocks from malloc() can be followed, and the others pass as never stored.
// explain: 1337 overwritten NULL in forget @lost; global g_object; stored in make @stored
#include "explain.h"
#include <stddef.h>
#include <valgrind/valgrind.h>

static char arena[16384] __attribute__((aligned(16)));
static size_t used;
char *g_object;

static NOIPA void *arena_alloc(size_t bytes)
{
  char *block = arena + used + 16;
  used += (bytes + 47) / 16 * 16;
  VALGRIND_MALLOCLIKE_BLOCK(block, bytes, 16, 0);
  return block;
}

static NOIPA void make(void)
{
  g_object = arena_alloc(1337); // @stored
}

static NOIPA void forget(void)
{
  g_object = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_object != NULL;
}
