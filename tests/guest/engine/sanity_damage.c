// SPDX-License-Identifier: GPL-2.0-or-later
// Waits for a line on standard input, and goes on; in the meantime sanity_level.sh damages a table of the tool.
// compare: no it is about the tool's own tables
// run: -q
// exit: 2
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char line[80];
  fprintf(stderr, "ready %d\n", getpid());
  if (!fgets(line, sizeof line, stdin))
    return 2;
  getppid();
  return 0;
}
