// SPDX-License-Identifier: GPL-2.0-or-later
// One of the functions that lead to a line that loses memory is gone.
// findings: 1
// expect: shrunk 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void note(int number)
{
  int *entry = malloc(77);
  *entry = number;
  kept = entry;
  kept = NULL;
}

static void open_it(void) { note(1); }
static void read_it(void) { note(2); }
static void close_it(void) { note(3); } //<

int main(void)
{
  open_it();
  read_it();
  close_it(); //<
  return 0;
}
