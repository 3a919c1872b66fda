// SPDX-License-Identifier: GPL-2.0-or-later
// A structure is filled, and then copied to where a pointer leads.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct big {
  long room[20];
  char *data;
  long more[20];
};

static void fill(struct big *out)
{
  struct big big;
  memset(&big, 0, sizeof big);
  big.data = malloc(1337);
  *out = big;
}

static APART int first(void)
{
  struct big big;
  fill(&big);
  int used = (big.data[0] = 1);
  free(big.data); //>
  return used;
}

static APART int second(void)
{
  struct big big_2;
  fill(&big_2); // @made
  int used = (big_2.data[0] = 1);
  free(big_2.data); //<
  return used;
}
