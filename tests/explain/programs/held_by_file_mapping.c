// SPDX-License-Identifier: GPL-2.0-or-later
// A shared mapping holds the pointer to the end.
// explain: 1337 reachable held; memory; stored in make @stored
#define _GNU_SOURCE
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static NOIPA int make(int descriptor)
{
  char **table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  table[17] = malloc(1337); // @stored
  return 0;
}

int main(void)
{
  int descriptor = memfd_create("table", 0);
  return ftruncate(descriptor, 4096) || make(descriptor);
}
