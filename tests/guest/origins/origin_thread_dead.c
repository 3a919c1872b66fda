// SPDX-License-Identifier: GPL-2.0-or-later
// A value from a thread that has ended.
// build: -pthread
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main
// expect: Uninitialised value was created by a stack allocation
// next: run (origin_thread_dead.c:@run)
#include <pthread.h>
static volatile int result;
static void *run(void *argument)
{ // @run
  volatile int own[4];
  result = own[2];
  return argument;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  if (result)
    result = 1;
  return 0;
}
