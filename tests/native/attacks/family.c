// SPDX-License-Identifier: GPL-2.0-or-later
// family THREADS CHILDREN: children, and a child of each, while other threads allocate. Each process loses blocks of
// its own, and ends in its own way.
#include "attack.h"
#include <pthread.h>
#include <sys/wait.h>

enum { THREADS_MAX = 16 };

static _Atomic int is_over;

static void *work(void *number)
{
  unsigned seed = (unsigned)(size_t)number;
  while (!is_over)
    free(realloc(malloc(1 + draw(&seed, 5000)), 1 + draw(&seed, 90000)));
  return NULL;
}

static int ended_with(pid_t child, int status)
{
  int ended;
  return waitpid(child, &ended, 0) == child && WIFEXITED(ended) && WEXITSTATUS(ended) == status;
}

static void lose_some(int blocks, size_t bytes)
{
  tell_anew();
  for (int i = 0; i < blocks; i++)
    lose(bytes);
}

/* Like exit(), but without what is written on standard output already. */
static __attribute__((noreturn)) void end(int way, int status)
{
  tell();
  forget();
  if (way % 2 == 0)
    _exit(status);
  exit(status);
}

static __attribute__((noreturn)) void be_child(int number)
{
  lose_some(1 + number % 7, 100 + (size_t)number);
  const pid_t grandchild = fork();
  if (grandchild == 0) {
    lose_some(1 + number % 5, 10000 + (size_t)number);
    end(number / 2, 5);
  }
  end(number, ended_with(grandchild, 5) ? 3 : 98);
}

int main(int count, char **arguments)
{
  const int threads = number_of(count, arguments, 1), children = number_of(count, arguments, 2);
  pthread_t made[THREADS_MAX];
  int right = 0;
  lose(777);
  for (size_t i = 0; i < (size_t)threads; i++)
    pthread_create(&made[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < children; i++) {
    const pid_t child = fork();
    if (child == 0)
      be_child(i);
    right += ended_with(child, 3);
  }
  is_over = 1;
  for (int i = 0; i < threads; i++)
    pthread_join(made[i], NULL);
  printf("%d children\n", right);
  tell();
  forget();
  return 0;
}
