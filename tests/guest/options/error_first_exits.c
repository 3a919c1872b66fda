// SPDX-License-Identifier: GPL-2.0-or-later
// --exit-on-first-error ends the program at its first error that is not suppressed.
// build: -Wno-free-nonheap-object
// file: a.supp
//| {
//|   the first
//|   Memcheck:Free
//|   fun:free
//|   fun:first
//| }
// run: --exit-on-first-error=yes --error-exitcode=9
// exit: 9
// reject: Bad option
// expect: Invalid free()
// expect: Exit program on first error
// reject: second went on
// run: --exit-on-first-error=yes --error-exitcode=9 --suppressions=$WORK/a.supp
// exit: 9
// expect: first went on
// expect: Invalid free()
// reject: second went on
// run: --exit-on-first-error=yes --error-exitcode=9 -- value
// exit: 9
// expect: at main (error_first_exits.c:@value)
// reject: went on
#include "undefined.h"
#include <unistd.h>
static void say(const char *text, int length)
{
  if (write(2, text, length) < 0)
    _exit(1);
}
static NOINLINE void first(void)
{
  void *volatile p = (void *)0x539;
  free(p);
  say("first went on\n", 14);
}
static NOINLINE void second(void)
{
  void *volatile p = (void *)0x53a;
  free(p);
  say("second went on\n", 15);
}
int main(int count, char **unused)
{
  if (count > 1)
    DECIDE(*(volatile int *)undefined(4)); // @value
  first();
  second();
}
