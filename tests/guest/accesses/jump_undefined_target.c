// SPDX-License-Identifier: GPL-2.0-or-later
// A call through a pointer that was never set.
// run:
// expect: Use of uninitialised value of size 8
// next: main (jump_undefined_target.c:@CALL)
#include <stdlib.h>
#include <valgrind/memcheck.h>
static int function(void)
{
  return 0;
}
int main(void)
{
  int (*volatile pointer)(void) = function;
  VALGRIND_MAKE_MEM_UNDEFINED(&pointer, sizeof pointer);
  return pointer(); // @CALL
}
