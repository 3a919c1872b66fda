// SPDX-License-Identifier: GPL-2.0-or-later
// A new mapping is put over the one that has the pointer: it is gone, and its place reads as zero.
// explain: 1337 unmapped in map_again @lost; memory; stored in make @stored
// or: overwritten NULL in map_again @lost; memory; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>

static NOIPA char **make(void)
{
  char **table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  table[3] = malloc(1337); // @stored
  return table;
}

static NOIPA char **map_again(char **table)
{
  return mmap(table, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); // @lost
}

int main(void)
{
  return map_again(make())[3] != NULL;
}
