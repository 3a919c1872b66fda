// SPDX-License-Identifier: GPL-2.0-or-later
// vfork and exec of another program: the parent's report is whole and the other program runs unchecked.
// run:
// stdout: from the shell
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "lose.h"
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  pid_t child = vfork();
  if (!child) {
    execl("/bin/sh", "sh", "-c", "echo from the shell", NULL);
    _exit(1);
  }
  waitpid(child, NULL, 0);
  lose(1337);
  scrub();
}
