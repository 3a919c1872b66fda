// SPDX-License-Identifier: GPL-2.0-or-later
// main may leave by pthread_exit; the last thread ends the process and the report follows.
// build: -pthread
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// stdout: last thread
#include "lose.h"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *work(void *unused)
{
  usleep(50000);
  lose(1337);
  scrub();
  puts("last thread");
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(NULL);
}
