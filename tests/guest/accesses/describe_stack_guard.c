// SPDX-License-Identifier: GPL-2.0-or-later
// An address in the guard page of a thread's stack.
// build: -pthread
// run:
// expect: Invalid read of size 1
// expect: is on thread 2's stack
// next: /^In stack guard protected page, \d+ bytes below stack pointer$/
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile char seen;
static void leave(int signal)
{
  (void)signal;
  _exit(0);
}
static void *work(void *unused)
{
  pthread_attr_t attributes;
  void *start;
  size_t size;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &start, &size);
  seen = *((volatile char *)start - 100);
  return unused;
}
int main(void)
{
  pthread_t thread;
  signal(SIGSEGV, leave);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
