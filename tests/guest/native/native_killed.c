// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --check-killed=yes: a process that a signal ends is searched for leaks, and ends by that signal:
// abort(), also with a handler that returns; faults, also on an exhausted stack, in any thread; handlers that give the
// signal back to the kernel; damage that the C library finds; signals that are sent.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --check-killed=yes -- abort
// exit: SIGABRT
// expect: Process terminating with default action of signal 6 (SIGABRT)
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: 1,339 bytes in 1 blocks are
// run: --checks=leaks --check-killed=yes -- handled
// exit: SIGABRT
// expect: Process terminating with default action of signal 6 (SIGABRT)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- fault
// exit: SIGSEGV
// expect: Access not within mapped region at address 0x539
// next: fault (native_killed.c:@FAULT)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- reset
// exit: SIGBUS
// expect: Process terminating with default action of signal 7 (SIGBUS)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- stack
// exit: SIGSEGV
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- thread-stack
// exit: SIGSEGV
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- thread
// exit: SIGTERM
// expect: Process terminating with default action of signal 15 (SIGTERM)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks --check-killed=yes -- libc
// exit: SIGABRT
// expect: Process terminating with default action of signal 6 (SIGABRT)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks -- abort
// exit: SIGABRT
// reject: definitely lost
#include "lose.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void *held;

static void nothing(int signal)
{
}

static void reset(int number)
{
  signal(number, SIG_DFL);
  raise(number);
}

static NOINLINE void fault(void)
{
  *(volatile int *)1337 = 1; // @FAULT
}

static NOINLINE int exhaust(int depth)
{
  volatile char frame[1000];
  frame[depth % 1000] = 1;
  return exhaust(depth + 1) + frame[7];
}

static void *exhaust_in_thread(void *unused)
{
  free(malloc(7));
  exhaust(1);
  return unused;
}

static void *wait_in_thread(void *unused)
{
  void *volatile own = malloc(1339);
  pause();
  return own;
}

static void start(void *(*function)(void *), int ends_by)
{
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL);
  usleep(ends_by ? 20000 : 0);
  if (ends_by)
    kill(getpid(), ends_by);
  pthread_join(thread, NULL);
}

/* What the C library notes of the blocks behind it is gone. */
static void damage(void)
{
  char *const block = malloc(5000), *const next = malloc(5000), *const last = malloc(24);
  held = last;
  free(next);
  memset(block, 'x', 5064);
  for (int i = 0; i < 100; i++)
    held = malloc(3000 + i);
}

int main(int count, char **arguments)
{
  const char *const how = arguments[1];
  lose(1337);
  scrub();
  held = malloc(1339);
  if (strcmp(how, "handled") == 0)
    signal(SIGABRT, nothing);
  if (strcmp(how, "fault") == 0)
    fault();
  if (strcmp(how, "reset") == 0) {
    signal(SIGBUS, reset);
    raise(SIGBUS);
  }
  if (strcmp(how, "stack") == 0)
    exhaust(1);
  if (strcmp(how, "thread-stack") == 0)
    start(exhaust_in_thread, 0);
  if (strcmp(how, "thread") == 0)
    start(wait_in_thread, SIGTERM);
  if (strcmp(how, "libc") == 0)
    damage();
  abort();
}
