// SPDX-License-Identifier: GPL-2.0-or-later
// Only a local variable, whose frame is at work, keeps the pointer.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: work (freed_local.c:@use)
// expect: A pointer to it is in the local variable "mine" of work(); it was stored there in work() (freed_local.c:@stored).
// reject: global variable
// reject: Another pointer
#include <stdlib.h>
#include "guest.h"
static NOINLINE char *make(void)
{
  return malloc(1337);
}
static NOINLINE void drop(char *volatile block)
{
  free(block);
  block = NULL;
}
static NOINLINE int work(void)
{
  char *volatile mine = make(); // @stored
  drop(mine);
  scrub();
  return mine[7]; // @use
}
int main(void)
{
  return work() == 99;
}
