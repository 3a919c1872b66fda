// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks that joined threads lost are definitely lost; their stacks begin in the thread's own function.
// build: -pthread
// run:
// expect: 4,011 bytes in 3 blocks are definitely lost
// next: at malloc
// next: by lose (thread_joined_leak.c:@lose)
// next: by work (thread_joined_leak.c:@work)
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @lose
  p = NULL;
}
static void *work(void *unused)
{
  lose(); // @work
  scrub();
  return unused;
}
int main(void)
{
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  }
}
