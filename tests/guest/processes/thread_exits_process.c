// SPDX-License-Identifier: GPL-2.0-or-later
// A thread that calls exit() while main waits ends the process with its status and a whole report.
// build: -pthread
// run:
// exit: 7
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <pthread.h>
static void *work(void *unused)
{
  lose(1337);
  scrub();
  exit(7);
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
