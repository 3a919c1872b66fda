// SPDX-License-Identifier: GPL-2.0-or-later
// A thread's stack is the program's own mapping: its thread-local variable goes when the mapping goes.
// build: -pthread
// explain: 1337 unmapped in main @lost; thread buffer / memory; stored in work @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { STACK = 1 << 20 };
_Thread_local char *buffer;

static void *work(void *unused)
{
  buffer = malloc(1337); // @stored
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, STACK);
  pthread_create(&thread, &attributes, work, NULL);
  pthread_join(thread, NULL);
  return munmap(stack, STACK); // @lost
}
