// SPDX-License-Identifier: GPL-2.0-or-later
// Only the second half of a mapping is given back, and with it one of two pointers.
// explain: 1337 unmapped in drop @lost; memory; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>

static NOIPA char **make(void)
{
  char **table = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  table[0] = malloc(100);
  table[1500] = malloc(1337); // @stored
  return table;
}

static NOIPA int drop(char **table)
{
  return munmap(table + 1024, 8192); // @lost
}

int main(void)
{
  char **table = make();
  int status = drop(table);
  free(table[0]);
  return status;
}
