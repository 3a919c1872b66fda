// SPDX-License-Identifier: GPL-2.0-or-later
// What is returned was kept in a global variable for a while.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdio.h>
#include <stdlib.h>

#include "pair.h"

static char *last;

static char *print(int number)
{
  last = malloc(1337);
  sprintf(last, "%c %d", 1, number);
  return last;
}

static APART int first(void)
{
  char *one = print(7);
  int used = one[0]; last = NULL;
  free(one); //>
  return used;
}

static APART int second(void)
{
  char *other = print(7); // @made
  int used = other[0]; last = NULL;
  free(other); //<
  return used;
}
