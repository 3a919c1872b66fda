// SPDX-License-Identifier: GPL-2.0-or-later
// A thread that calls exit() while main waits ends the process with its status and a whole report.
// build: -pthread
// run:
// exit: 7
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
static void *work(void *unused)
{
  lose();
  scrub();
  exit(7);
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
