/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that leaks, by which `seep suite --canary` sees whether leaks are found where it is used. */
#include "suite/canary.h"

#include <stdlib.h>

static void *volatile kept;

static __attribute__((noinline)) void lose(void)
{
  kept = malloc(CANARY_BYTES);
  kept = NULL;
}

/* What a call leaves in registers and on the stack must not hold the blocks. */
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
