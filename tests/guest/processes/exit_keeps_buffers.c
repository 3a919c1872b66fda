// SPDX-License-Identifier: GPL-2.0-or-later
// What a child that calls _exit() has inherited in the buffers of its C library is its parent's to write.
// compare: no, Memcheck writes it
// run:
// stdout: once
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  static char buffer[4096];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  puts("once");
  if (fork() == 0)
    _exit(0);
  wait(NULL);
  return 0;
}
