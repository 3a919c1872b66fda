/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that leaks. `seep suite --canary` runs it to see whether leaks are found at all. */
#include "host/suite/canary.h"

#include <stdlib.h>

static void *volatile kept;

static __attribute__((noinline)) void lose(void)
{
  kept = malloc(CANARY_BYTES);
  kept = NULL;
}

/* Overwrite what lose() has left in registers and on the stack, which might still point to the block. */
static __attribute__((noinline)) int forget(int depth)
{
  volatile char room[512] = {0};
  return depth > 0 ? forget(depth - 1) + room[depth] : room[0];
}

int main(void)
{
  lose();
  return forget(8);
}
