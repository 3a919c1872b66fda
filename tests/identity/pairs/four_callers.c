// SPDX-License-Identifier: GPL-2.0-or-later
// One line that four functions lead to is one finding; lines are inserted in the callers.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void note(int number)
{
  int *entry = malloc(77); // @leak
  *entry = number;
  kept = entry;
  kept = NULL;
}

static void open_it(void) { note(1); }
static void read_it(void)
{
  puts("read"); //>
  note(2);
}
static void write_it(void) { note(3); }
static void close_it(void)
{
  puts("close"); //>
  note(4);
}

int main(void)
{
  open_it();
  read_it();
  write_it();
  close_it();
  return 0;
}
