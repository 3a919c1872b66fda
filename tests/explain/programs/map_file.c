// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is kept in the mapping of a file. It is still in the file when the mapping is gone, but no memory has it.
// explain: 1337 unmapped in drop @lost; memory; stored in make @stored
#define _GNU_SOURCE
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static NOIPA char **make(int descriptor)
{
  char **table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  table[17] = malloc(1337); // @stored
  return table;
}

static NOIPA int drop(char **table)
{
  return munmap(table, 4096); // @lost
}

int main(void)
{
  int descriptor = memfd_create("table", 0);
  return ftruncate(descriptor, 4096) || drop(make(descriptor));
}
