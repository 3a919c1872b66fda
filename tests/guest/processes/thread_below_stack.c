// SPDX-License-Identifier: GPL-2.0-or-later
// A read below the stack pointer of the second thread names that thread.
// build: -pthread
// run:
// expect: Thread 2
// expect: Invalid read of size 4
// next: at work (thread_below_stack.c:@read)
// expect: is on thread 2's stack
// next: 1000 bytes below stack pointer
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <pthread.h>
static void *work(void *unused)
{
  scrub();
  __asm__ volatile("movl -1000(%%rsp), %%ecx" : : : "rcx"); // @read
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
