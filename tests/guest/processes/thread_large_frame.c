// SPDX-License-Identifier: GPL-2.0-or-later
// A frame of 3 MB on a thread's stack is memory like that of any other frame, and is gone when the function returns.
// build: -pthread
// run:
// stdout: 11
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at large_frame (thread_large_frame.c:@use)
// expect: Invalid read of size 4
// next: at work (thread_large_frame.c:@late)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <pthread.h>
#include <stdio.h>
static NOINLINE int large_frame(int count)
{
  volatile int local[3 << 18];
  for (int i = 0; i < count; i++)
    local[i * 1337] = i;
  DECIDE(local[count * 1337]); // @use
  return local[(count - 1) * 1337];
}
static void *work(void *unused)
{
  printf("%d\n", large_frame(12));
  __asm__ volatile("movl -2000000(%%rsp), %%ecx" : : : "rcx"); // @late
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
