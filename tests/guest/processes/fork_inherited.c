// SPDX-License-Identifier: GPL-2.0-or-later
// A block lost before fork() is counted once in the tree: the child does not report what it inherited.
// needs: seep
// compare: no, Memcheck reports inherited blocks in the child too
// run:
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --count-inherited=yes
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
static NOINLINE void lose_other(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
  pid_t child = fork();
  if (!child) {
    lose_other();
    scrub();
    exit(0);
  }
  waitpid(child, NULL, 0);
}
