// SPDX-License-Identifier: GPL-2.0-or-later
// abort() ends the program by SIGABRT, and the report says so and follows.
// run:
// exit: SIGABRT
// expect: Process terminating with default action of signal 6 (SIGABRT)
// expect: by abort (abort.c:
// expect: HEAP SUMMARY:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
  abort();
}
