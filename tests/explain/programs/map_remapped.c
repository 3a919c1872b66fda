// SPDX-License-Identifier: GPL-2.0-or-later
// mremap() moves a mapping with a pointer in it, then makes it smaller.
// Wrong if: the move is taken for the loss.
// explain: 1337 unmapped in shrink @lost; memory
#define _GNU_SOURCE
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>

static NOIPA char **make(void)
{
  char **table = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mmap((char *)table + 8192, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  table[1000] = malloc(1337);
  return table;
}

static NOIPA char **grow(char **table)
{
  return mremap(table, 8192, 1 << 20, MREMAP_MAYMOVE);
}

static NOIPA char **shrink(char **table)
{
  return mremap(table, 1 << 20, 4096, 0); // @lost
}

int main(void)
{
  char **table = grow(make());
  if (!table[1000])
    return 1;
  return shrink(table) != table;
}
