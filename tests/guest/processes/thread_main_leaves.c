// SPDX-License-Identifier: GPL-2.0-or-later
// main may leave by pthread_exit; the last thread ends the process and the report follows.
// build: -pthread
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// stdout: last thread
#include "guest.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
static void *work(void *unused)
{
  usleep(50000);
  lose();
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
