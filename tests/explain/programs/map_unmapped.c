// SPDX-License-Identifier: GPL-2.0-or-later
// A table in a mapping of its own has the only pointer; the mapping is given back.
// explain: 1337 unmapped in drop @lost; memory; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>

static NOIPA char **make(void)
{
  char **table = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  table[700] = malloc(1337); // @stored
  return table;
}

static NOIPA int drop(char **table)
{
  return munmap(table, 16384); // @lost
}

int main(void)
{
  return drop(make());
}
