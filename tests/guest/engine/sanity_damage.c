// SPDX-License-Identifier: GPL-2.0-or-later
// Adds one to a byte of the tool's memory, whose address comes on standard input; sanity_level.sh runs it.
// compare: no it is about the tool's own tables
// run: -q
// exit: 2
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  unsigned char *damaged;
  fprintf(stderr, "ready %d\n", getpid());
  if (scanf("%p", (void **)&damaged) != 1)
    return 2;
  ++*damaged;
  getppid();
  return 0;
}
