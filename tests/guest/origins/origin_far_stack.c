// SPDX-License-Identifier: GPL-2.0-or-later
// A thread's stack far up: calls, long frames and what is undefined in them are as anywhere else.
// build: -pthread
// run:
// stdout: 1800
// expect: Conditional jump or move depends on uninitialised value(s)
// next: run (origin_far_stack.c:@used)
// expect: Uninitialised value was created by a stack allocation
// next: run (origin_far_stack.c:@frame)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static int deep(int left)
{
  volatile char frame[1337];
  memset((void *)frame, 9, sizeof frame);
  return left == 0 ? 0 : deep(left - 1) + frame[left];
}

static void *run(void *unused)
{ // @frame
  volatile int undefined;
  printf("%d\n", deep(200));
  if (undefined == 1337) // @used
    puts("?");
  return unused;
}

int main(void)
{
  const size_t bytes = 1 << 20;
  pthread_t thread;
  pthread_attr_t attributes;
  void *stack = mmap((void *)0x30000000000, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, bytes);
  pthread_create(&thread, &attributes, run, NULL);
  pthread_join(thread, NULL);
  return stack != (void *)0x30000000000;
}
