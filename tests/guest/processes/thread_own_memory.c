// SPDX-License-Identifier: GPL-2.0-or-later
// A program that gives a thread memory of its own as stack may look there, to see whether it used the lower half for instance.
// build: -pthread
// run:
// stdout: half unused
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
enum { STACK_BYTES = 1 << 20, PATTERN = 0x5a };
static void *work(void *unused)
{
  volatile char large[13370];
  memset((char *)large, 1, sizeof large);
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  size_t unused = 0;
  unsigned char *stack = mmap(0, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  memset(stack, PATTERN, STACK_BYTES);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, STACK_BYTES);
  pthread_create(&thread, &attributes, work, 0);
  pthread_join(thread, 0);
  while (unused < STACK_BYTES / 2 && stack[unused] == PATTERN)
    unused++;
  puts(unused == STACK_BYTES / 2 ? "half unused" : "?");
}
