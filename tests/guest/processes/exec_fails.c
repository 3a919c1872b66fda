// SPDX-License-Identifier: GPL-2.0-or-later
// An execve that fails returns its error, and the program goes on being checked.
// run: --trace-children=yes
// stdout: No such file or directory
// stdout: Permission denied
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  execl("/no/such/program", "program", NULL);
  puts(strerror(errno));
  execl("/etc/passwd", "passwd", NULL);
  puts(strerror(errno));
  lose(1001);
  scrub();
}
