// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer that only lives in a callee-saved register of a live thread is a root.
// build: -pthread
// run: --show-leak-kinds=reachable
// expect: 1,337 bytes in 1 blocks are still reachable
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
static volatile int ready;
static NOINLINE void *get(void)
{
  return malloc(1337);
}
static void *hold(void *unused)
{
  register void *allocate __asm__("r13") = (void *)get;
  register void *clean __asm__("r14") = (void *)scrub;
  // Straight from the result into %r12; then the stack is cleaned and the thread waits for ever by pause().
  __asm__ volatile("call *%0\n\tmov %%rax,%%r12\n\tcall *%1\n\tmovl $1,%2\n1:\tmov $34,%%eax\n\tsyscall\n\tjmp 1b"
                   :
                   : "r"(allocate), "r"(clean), "m"(ready)
                   : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "memory");
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, hold, NULL);
  while (!ready)
    sched_yield();
  exit(0);
}
