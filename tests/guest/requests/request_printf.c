// SPDX-License-Identifier: GPL-2.0-or-later
// PRINTF puts the program's words in the report, PRINTF_BACKTRACE with the stack.
// run:
// expect: the answer is 1337
// expect: here we are
// next: /at (VALGRIND_PRINTF_BACKTRACE|here)/
// expect: by main (request_printf.c:@call)
#include "guest.h"
#include <valgrind/valgrind.h>
static NOINLINE void here(void)
{
  VALGRIND_PRINTF_BACKTRACE("here we are\n");
}
int main(void)
{
  VALGRIND_PRINTF("the answer is %d\n", 1337);
  here(); // @call
}
