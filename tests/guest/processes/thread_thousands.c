// SPDX-License-Identifier: GPL-2.0-or-later
// Three thousand threads, made and joined one after the other.
// build: -pthread
// run:
// limit: 60
// stdout: 3000
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <pthread.h>
#include <stdio.h>
static int counted;
static void *work(void *unused)
{
  counted++;
  return unused;
}
int main(void)
{
  pthread_t thread;
  for (int i = 0; i < 3000; i++) {
    if (pthread_create(&thread, 0, work, 0))
      return 1;
    pthread_join(thread, 0);
  }
  printf("%d\n", counted);
}
