// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value crosses a thread by pointer, by argument and by return value.
// build: -pthread
// run:
// expect: Thread 2
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at work (thread_passes_undefined.c:@argument)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at work (thread_passes_undefined.c:@pointer)
// expect: at main (thread_passes_undefined.c:@returned)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include "undefined.h"
#include <pthread.h>
static long *shared;
static void *work(void *argument)
{
  DECIDE((long)argument & 1); // @argument
  DECIDE(*shared); // @pointer
  return (void *)shared[1];
}
int main(void)
{
  pthread_t thread;
  void *result;
  shared = undefined(24);
  pthread_create(&thread, 0, work, (void *)shared[2]);
  pthread_join(thread, &result);
  DECIDE((long)result == 5); // @returned
}
