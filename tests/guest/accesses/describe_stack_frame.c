// SPDX-License-Identifier: GPL-2.0-or-later
// An address in a live frame names the frame and the line where its function begins.
// run: --read-var-info=no
// expect: Invalid read of size 1
// next: at 
// next: by 
// next: is on thread 1's stack
// next: /in frame #1, created by main \(describe_stack_frame\.c:@MAIN\)$/
#include "guest.h"
#include <valgrind/memcheck.h>
static NOINLINE char peek(volatile char *p)
{
  return *p;
}
int main(void)
{ // @MAIN
  volatile char local[64] = {0};
  VALGRIND_MAKE_MEM_NOACCESS(local, sizeof local);
  char found = peek(local + 16);
  VALGRIND_MAKE_MEM_DEFINED(local, sizeof local);
  return found;
}
