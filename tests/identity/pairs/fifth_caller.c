// SPDX-License-Identifier: GPL-2.0-or-later
// One more function leads to a line that loses memory: it loses more, but is no other finding.
// findings: 1
// expect: grown 1, gate fails
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
static void close_it(void) { note(3); } //>

int main(void)
{
  open_it();
  read_it();
  close_it(); //>
  return 0;
}
