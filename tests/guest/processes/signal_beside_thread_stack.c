// SPDX-License-Identifier: GPL-2.0-or-later
// A signal is handled in memory that lies beside another thread's stack, in one map, and the handler has a large frame.
// Behind that, the interrupted stack has large frames as before.
// compare: no, Memcheck takes the move behind the signal for a change of stacks, and reports the frame
// build: -O1 -pthread
// run:
// stdout: 1337 3000
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=speculative
// only: seep
// stdout: 1337 3000
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise
// only: seep
// stdout: 1337 3000
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include "guest.h"

enum { HALF_BYTES = 1 << 18, HANDLER_BYTES = 1337, FRAME_BYTES = 3000 };

static volatile int set_by_handler, set_by_frame;
static pthread_barrier_t begun, ended;

static void handler(int signal)
{
  volatile char frame[HANDLER_BYTES];
  int sum = 0;
  for (int i = 0; i < HANDLER_BYTES; i++)
    frame[i] = 1;
  for (int i = 0; i < HANDLER_BYTES; i++)
    sum += frame[i];
  set_by_handler = sum;
}

static NOINLINE void use_large_frame(void)
{
  volatile char frame[FRAME_BYTES];
  int sum = 0;
  for (int i = 0; i < FRAME_BYTES; i++)
    frame[i] = 1;
  for (int i = 0; i < FRAME_BYTES; i++)
    sum += frame[i];
  set_by_frame = sum;
}

static void *wait_for_end(void *unused)
{
  pthread_barrier_wait(&begun);
  pthread_barrier_wait(&ended);
  return NULL;
}

int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  char *map = mmap(NULL, 2 * HALF_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t apart = {.ss_sp = map, .ss_size = HALF_BYTES};
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&apart, NULL);
  sigaction(SIGUSR1, &action, NULL);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, map + HALF_BYTES, HALF_BYTES);
  pthread_barrier_init(&begun, NULL, 2);
  pthread_barrier_init(&ended, NULL, 2);
  pthread_create(&thread, &attributes, wait_for_end, NULL);
  pthread_barrier_wait(&begun);
  for (int i = 0; i < 3; i++) {
    raise(SIGUSR1);
    use_large_frame();
  }
  pthread_barrier_wait(&ended);
  pthread_join(thread, NULL);
  printf("%d %d\n", set_by_handler, set_by_frame);
}
