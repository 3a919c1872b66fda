// SPDX-License-Identifier: GPL-2.0-or-later
// abort() ends the program by SIGABRT, and the report says so and follows.
// run:
// exit: SIGABRT
// expect: Process terminating with default action of signal 6 (SIGABRT)
// expect: by abort (abort.c:
// expect: HEAP SUMMARY:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
int main(void)
{
  lose(1337);
  scrub();
  abort();
}
