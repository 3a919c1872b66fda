// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value of a thread's frame comes from that frame, not from the heap block whose bytes lay there before, whichever
// thread ran in between.
// run: --fair-sched=yes --track-origins=yes
// expect: Uninitialised value was created by a stack allocation
// reject: Uninitialised value was created by a heap allocation
// expect: ERROR SUMMARY: 80 errors from 20 contexts
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>

enum { FRAME_BYTES = 133 };
static char *undefined;
static volatile int sink;

// Longer than a time slice: a system call would not do, as the core goes another way there.
static NOINLINE void let_others_run(void)
{
  for (volatile int i = 0; i < 150000; i++)
    ;
}

static NOINLINE void copy_to_frame(void)
{
  volatile char frame[FRAME_BYTES];
  let_others_run();
  for (int i = 0; i < FRAME_BYTES; i++)
    frame[i] = undefined[i];
  let_others_run();
}

// Each is an error of its own, so that each tells where its value comes from.
#define LOOK(number)                                \
  static NOINLINE void look_at_frame_##number(void) \
  {                                                 \
    volatile char frame[FRAME_BYTES];               \
    if (frame[FRAME_BYTES / 2])                     \
      sink++;                                       \
  }
#define EACH(do) do(0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) \
  do(10) do(11) do(12) do(13) do(14) do(15) do(16) do(17) do(18) do(19)
EACH(LOOK)

static void *work(void *unused)
{
#define COPY_AND_LOOK(number) copy_to_frame(), look_at_frame_##number();
  EACH(COPY_AND_LOOK)
  return unused;
}

int main(void)
{
  pthread_t threads[4];
  undefined = malloc(FRAME_BYTES);
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  free(undefined);
  return 0;
}
