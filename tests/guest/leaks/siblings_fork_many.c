// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of many stacks end in many ways before a fork and after it: none of the parent's is counted in the child.
// needs: seep
// run: --num-callers=60
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 50 of 51 blocks allocated here were freed: 16 by drop() (siblings_fork_many.c:@dropped)
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 50 of 51 blocks allocated here were freed: 16 by drop() (siblings_fork_many.c:@dropped)
#include "guest.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
enum { DEPTHS = 50 };
static NOINLINE void *make(int depth)
{
  void *block = depth > 0 ? make(depth - 1) : malloc(1337);
  __asm__ volatile("");
  return block;
}
static NOINLINE void drop(void *block, int depth)
{
  if (depth > 0)
    drop(block, depth - 1);
  else
    free(block); // @dropped
  __asm__ volatile("");
}
static NOINLINE void use(int depth, int lost)
{
  for (int i = 0; i <= DEPTHS; i++) {
    void *volatile block = make(depth);
    if (i != lost)
      drop(block, i);
    block = NULL;
  }
}
int main(void)
{
  for (int depth = 0; depth < DEPTHS; depth++)
    use(depth, depth == 7 ? 0 : -1);
  const pid_t child = fork();
  if (child == 0)
    use(9, 3);
  else
    waitpid(child, NULL, 0);
  scrub();
}
