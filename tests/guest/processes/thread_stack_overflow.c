// SPDX-License-Identifier: GPL-2.0-or-later
// Infinite recursion in a thread ends with its guard page: a signal, reported with the stack.
// Newer kernels and C libraries make guard pages in another way, with another code of the signal.
// build: -pthread
// run: --num-callers=3
// exit: SIGSEGV
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: /(Bad permissions for|Access not within) mapped region at address/
// next: at deeper (thread_stack_overflow.c:
#include "guest.h"
#include <pthread.h>
static NOINLINE int deeper(int depth)
{
  volatile char used[1000];
  used[0] = depth;
  return deeper(depth + 1) + used[0];
}
static void *work(void *unused)
{
  deeper(0);
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 131072);
  pthread_create(&thread, &attributes, work, 0);
  pthread_join(thread, 0);
}
