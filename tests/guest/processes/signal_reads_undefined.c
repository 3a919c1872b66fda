// SPDX-License-Identifier: GPL-2.0-or-later
// A handler that looks at an undefined value of the interrupted function.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at on_signal (signal_reads_undefined.c:@handler)
// next: by
// expect: by main (signal_reads_undefined.c:@raise)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <signal.h>
static volatile int *shared;
static void on_signal(int number)
{
  DECIDE(number == 5);
  DECIDE(*shared); // @handler
}
int main(void)
{
  shared = undefined(4);
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1); // @raise
}
