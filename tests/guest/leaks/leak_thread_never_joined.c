// SPDX-License-Identifier: GPL-2.0-or-later
// What belongs to a thread that ended is possibly lost when nobody joined or detached it, and the report says so; else it is not.
// needs: seep
// build: -g -O0 -pthread
// run: --show-leak-kinds=all -- ended
// expect: bytes in 1 blocks are possibly lost
// expect: by main (leak_thread_never_joined.c:@create)
// next: It belongs to a thread that ended and was never joined or detached
// run: --style=people -- many
// expect: in 20 blocks (of threads that ended and were never joined or detached)
// run: --show-leak-kinds=all -- canceled
// expect: It belongs to a thread that ended and was never joined or detached
// run: --show-leak-kinds=all -- own_stack
// expect: It belongs to a thread that ended and was never joined or detached
// run: --show-leak-kinds=all -- lives
// expect: bytes in 1 blocks are still reachable
// reject: never joined
// run: --show-leak-kinds=all -- detached
// reject: never joined
// reject: possibly lost in
// run: --show-leak-kinds=all --run-libc-freeres=no -- detached
// reject: never joined
// reject: possibly lost in
// run: --show-leak-kinds=all --run-libc-freeres=no -- joined
// reject: never joined
// reject: possibly lost in
// run: --engine=precise --show-leak-kinds=all -- ended
// expect: It belongs to a thread that ended and was never joined or detached
// run: --checks=leaks --show-leak-kinds=all -- ended
// expect: bytes in 1 blocks are possibly lost
// expect: by main (leak_thread_never_joined.c:@create)
// next: It belongs to a thread that ended and was never joined or detached
// run: --checks=leaks --style=people -- many
// expect: in 20 blocks (of threads that ended and were never joined or detached)
// run: --checks=leaks --show-leak-kinds=all -- canceled
// expect: It belongs to a thread that ended and was never joined or detached
// run: --checks=leaks --show-leak-kinds=all -- own_stack
// expect: It belongs to a thread that ended and was never joined or detached
// run: --checks=leaks --show-leak-kinds=all -- lives
// expect: bytes in 1 blocks are still reachable
// reject: never joined
// run: --checks=leaks --show-leak-kinds=all --run-libc-freeres=no -- detached
// reject: never joined
// reject: possibly lost in
// run: --checks=leaks --show-leak-kinds=all --run-libc-freeres=no -- joined
// reject: never joined
// reject: possibly lost in
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static void *end(void *argument)
{
  return argument;
}
static void *wait_forever(void *argument)
{
  for (;;)
    pause();
  return argument;
}
int main(int count, char **arguments)
{
  const char *how = arguments[count - 1];
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (strcmp(how, "detached") == 0)
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (strcmp(how, "own_stack") == 0)
    pthread_attr_setstack(&attributes, mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1 << 20);
  const int lives = strcmp(how, "lives") == 0 || strcmp(how, "canceled") == 0;
  for (int i = strcmp(how, "many") == 0 ? 20 : 1; i > 0; i--)
    pthread_create(&thread, &attributes, lives ? wait_forever : end, NULL); // @create
  usleep(50000);
  if (strcmp(how, "canceled") == 0)
    pthread_cancel(thread);
  if (strcmp(how, "joined") == 0)
    pthread_join(thread, NULL);
  usleep(150000);
  return 0;
}
