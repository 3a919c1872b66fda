// SPDX-License-Identifier: GPL-2.0-or-later
// A signal the program does not handle ends it as such: the status is the signal's.
// run:
// exit: SIGTERM
// expect: Process terminating with default action of signal 15 (SIGTERM)
// expect: HEAP SUMMARY:
// expect: still reachable: 1,337 bytes in 1 blocks
// run: -q
// exit: SIGTERM
#include <signal.h>
#include <stdlib.h>
void *kept;
int main(void)
{
  kept = malloc(1337);
  raise(SIGTERM);
}
