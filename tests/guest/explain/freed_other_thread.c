// SPDX-License-Identifier: GPL-2.0-or-later
// One thread frees, another uses.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: use (freed_other_thread.c:@use)
// expect: A pointer to it is in the global variable "shared"; it was stored there in main() (freed_other_thread.c:@stored).
#include <pthread.h>
#include <stdlib.h>
#include "guest.h"
static char *volatile shared;
static void *drop(void *unused)
{
  free(shared);
  return unused;
}
static void *use(void *unused)
{
  return shared[7] == 127 ? &shared : unused; // @use
}
static NOINLINE void run(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
int main(void)
{
  shared = malloc(1337); // @stored
  run(drop);
  scrub();
  run(use);
  return 0;
}
