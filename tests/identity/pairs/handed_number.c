// SPDX-License-Identifier: GPL-2.0-or-later
// An address is returned as a number.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdint.h>
#include <stdlib.h>

#include "pair.h"

static int64_t make(void)
{
  return (int64_t)(intptr_t)malloc(1337) ^ 1;
}

static APART int first(void)
{
  volatile int64_t one = make();
  int used = *(char *)(one ^ 1) = 1;
  free((void *)(one ^ 1)); //>
  return used;
}

static APART int second(void)
{
  volatile int64_t other = make(); // @made
  int used = *(char *)(other ^ 1) = 1;
  free((void *)(other ^ 1)); //<
  return used;
}
