// SPDX-License-Identifier: GPL-2.0-or-later
// Memory from sbrk() has the only pointer, and is given back by it.
// explain: 1337 unmapped in give_back @lost; memory; stored in make @stored
#define _DEFAULT_SOURCE
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static NOIPA void make(char **table)
{
  table[2000] = malloc(1337); // @stored
}

static NOIPA int give_back(intptr_t bytes)
{
  return sbrk(-bytes) == (void *)-1; // @lost
}

int main(void)
{
  char **table = sbrk(32768);
  if (table == (void *)-1)
    return 1;
  make(table);
  return give_back(32768);
}
