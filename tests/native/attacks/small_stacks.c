// SPDX-License-Identifier: GPL-2.0-or-later
// small_stacks THREADS: threads with 24 KiB of stack, of which a part is in use, allocate, lose blocks, fork, and get a
// signal each.
#include "attack.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

enum { STACK_BYTES = 24 << 10, USED_BYTES = 6 << 10, BLOCKS = 400 };

static _Atomic int signals, children;

static void on_signal(int number)
{
  (void)number;
  signals++;
}

static NOINLINE void allocate(unsigned *seed)
{
  for (int i = 0; i < BLOCKS; i++) {
    free(realloc(calloc(1, 1 + draw(seed, 4000)), 1 + draw(seed, 40000)));
    if (i % 40 == 0)
      lose(1 + draw(seed, 250));
  }
  raise(SIGUSR1);
}

static void *work(void *number)
{
  volatile char used[USED_BYTES];
  unsigned seed = (unsigned)(size_t)number;
  memset((char *)used, 0, sizeof used);
  allocate(&seed);
  if ((size_t)number % 8 == 0) {
    const pid_t child = fork();
    if (child == 0) {
      tell_anew();
      lose(4321);
      tell();
      _exit(0);
    }
    children += waitpid(child, NULL, 0) == child;
  }
  return NULL;
}

int main(int count, char **arguments)
{
  const int threads = number_of(count, arguments, 1);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  pthread_attr_t attributes;
  sigaction(SIGUSR1, &action, NULL);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  for (size_t i = 0; i < (size_t)threads; i++) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, work, (void *)i) != 0 || pthread_join(thread, NULL) != 0)
      return 96;
  }
  pthread_attr_destroy(&attributes);
  printf("%d signals, %d children\n", signals, children);
  tell();
  forget();
  return 0;
}
