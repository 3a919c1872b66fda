// SPDX-License-Identifier: GPL-2.0-or-later
// Which threads have used, freed and allocated a block is told by the functions that they run.
// needs: seep
// build: -pthread
// compare: no, Memcheck has one style
// run: --style=people -- threads
// only: seep
// expect: error: use after free: read of 1 byte, 3 bytes into a freed block of 1,337 bytes
// expect: /= note: in thread 2, which runs user and was started by start\(\) .*:@started\); freed by .* freer; .* maker$/
// run: --style=people -- mixed
// only: seep
// expect: = note: in the main thread; freed by a thread that runs freer; allocated by the main thread
// run: --style=people -- main
// only: seep
// expect: error: use after free
// reject: = note:
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *volatile block;
static NOINLINE void *maker(void *argument)
{
  block = malloc(1337);
  memset(block, 1, 1337);
  return argument;
}
static NOINLINE void *freer(void *argument)
{
  free(block);
  return argument;
}
static NOINLINE void *user(void *argument)
{
  return block[3] == 2 ? argument : NULL;
}
static void start(void *(*function)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL); // @started
  pthread_join(thread, NULL);
}
int main(int argc, char **argv)
{
  const int is_mixed = strcmp(argv[argc - 1], "mixed") == 0;
  if (strcmp(argv[argc - 1], "threads") == 0) {
    start(maker);
    start(freer);
    start(user);
    return 0;
  }
  maker(NULL);
  if (is_mixed)
    start(freer);
  else
    freer(NULL);
  user(NULL);
  return 0;
}
