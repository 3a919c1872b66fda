// SPDX-License-Identifier: GPL-2.0-or-later
// One thread stores the value, another uses it.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use (path_thread.c:@use)
// expect: The value was in the global variable "shared"; it was stored there in store() (path_thread.c:@stored).
// expect: Uninitialised value was created by a heap allocation
// expect: main (path_thread.c:@made)
#include <pthread.h>
#include <stdlib.h>
static long shared, *origin;
static void *store(void *unused)
{
  shared = origin[3]; // @stored
  return unused;
}
static void *use(void *unused)
{
  return shared == 77 ? &shared : unused; // @use
}
static void run(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
int main(void)
{
  origin = malloc(1337); // @made
  run(store);
  run(use);
  free(origin);
  return 0;
}
