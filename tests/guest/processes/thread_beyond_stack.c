// SPDX-License-Identifier: GPL-2.0-or-later
// A thread reads where its stack has not been yet: below the frame of a function that it never called.
// build: -pthread
// run:
// expect: Invalid read of size 4
// next: at work (thread_beyond_stack.c:@read)
// expect: is on thread 2's stack
// next: 20000 bytes below stack pointer
// expect: Invalid write of size 1
// next: at work (thread_beyond_stack.c:@write)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <pthread.h>
static void *work(void *unused)
{
  __asm__ volatile("movl -20000(%%rsp), %%ecx" : : : "rcx"); // @read
  __asm__ volatile("movb $1, -300000(%%rsp)" : : : "memory"); // @write
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
