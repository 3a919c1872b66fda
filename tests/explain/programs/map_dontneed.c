// SPDX-License-Identifier: GPL-2.0-or-later
// madvise() gives the pages back, but not their addresses: they read as zero then.
// Wrong if: nobody tells that the memory has changed: then the block seems to be held, or its loss is not known.
// The kernel clears the memory unseen.
// explain: 1337 unknown; memory; stored in make @stored
#define _DEFAULT_SOURCE
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>

static NOIPA char **make(void)
{
  char **table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  table[3] = malloc(1337); // @stored
  return table;
}

static NOIPA int give_back(char **table)
{
  return madvise(table, 4096, MADV_DONTNEED);
}

int main(void)
{
  char **table = make();
  return give_back(table) || table[3];
}
