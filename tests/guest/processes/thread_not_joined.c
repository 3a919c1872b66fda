// SPDX-License-Identifier: GPL-2.0-or-later
// The control block of a thread that ended but was never joined is not definitely lost.
// build: -pthread
// run: --show-leak-kinds=all
// expect: definitely lost: 0 bytes in 0 blocks
#include <pthread.h>
#include <unistd.h>
static void *work(void *unused)
{
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  usleep(200000);
  return 0;
}
