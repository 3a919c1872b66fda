// SPDX-License-Identifier: GPL-2.0-or-later
// --num-callers cuts stacks, down to a few frames, and up to five hundred.
// run: --num-callers=2 --default-suppressions=no
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by fall (
// next: Finding 
// run: --num-callers=4
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by fall (
// next: by fall (
// next: by fall (
// next: Finding 
// run: --num-callers=500
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by fall (stack_depth.c:@malloc)
// next: by fall (stack_depth.c:@call)
// expect: by main (stack_depth.c:@main)
#include "guest.h"
#include <stdlib.h>
static NOINLINE void fall(int n)
{
  void *volatile p = NULL;
  if (n)
    fall(n - 1); // @call
  else
    p = malloc(1337); // @malloc
  p = NULL;
}
int main(void)
{
  fall(400); // @main
  scrub();
}
