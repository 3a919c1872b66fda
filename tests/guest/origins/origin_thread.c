// SPDX-License-Identifier: GPL-2.0-or-later
// Threads have stacks of their own: of a thread itself, and of another one.
// build: -pthread
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: run (origin_thread.c:@own)
// expect: Uninitialised value was created by a stack allocation
// next: run (origin_thread.c:@run)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: run (origin_thread.c:@other)
// expect: Uninitialised value was created by a stack allocation
// next: main (origin_thread.c:@main)
#include <pthread.h>
static void *run(void *argument)
{ // @run
  int own[4];
  __asm__ volatile("" : : "r"(own) : "memory");
  if (own[2]) // @own
    own[0] = 1;
  if (*(int *)argument) // @other
    own[0] = 2;
  return NULL;
}
int main(void)
{ // @main
  int x;
  pthread_t thread;
  pthread_create(&thread, NULL, run, &x);
  pthread_join(thread, NULL);
  return 0;
}
