// SPDX-License-Identifier: GPL-2.0-or-later
// Signals reach the program's handlers, what they lose included; the stack goes through the signal frame.
// run:
// stdout: handled 1000
// expect: 1,337,000 bytes in 1,000 blocks are definitely lost
// next: at malloc
// next: by handler (process_signal_handler.c:@handler)
// next: by ??? (in 
// expect: by main (process_signal_handler.c:
#include "guest.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static char output[4096];
static volatile int handled;
static void handler(int number)
{
  void *volatile p = malloc(1337); // @handler
  p = NULL;
  handled += number == SIGUSR1;
}
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  signal(SIGUSR1, handler);
  for (int i = 0; i < 1000; i++)
    raise(SIGUSR1);
  scrub();
  printf("handled %d\n", handled);
}
