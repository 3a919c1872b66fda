// SPDX-License-Identifier: GPL-2.0-or-later
// exec with an empty environment is followed all the same, and the environment stays empty for the program.
// run: --trace-children=yes
// stdout: PATH is not set
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <stdio.h>
#include <unistd.h>
static char output[4096];
int main(int count, char **arguments)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  if (count == 1) {
    char *none[] = {NULL}, *second[] = {arguments[0], "second", NULL};
    execve(arguments[0], second, none);
    return 1;
  }
  lose(1001);
  scrub();
  puts(getenv("PATH") ? "PATH is set" : "PATH is not set");
}
