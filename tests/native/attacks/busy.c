// SPDX-License-Identifier: GPL-2.0-or-later
// busy SECONDS: for somebody who kills it. It tells what is lost before it begins, works for so long in several
// threads, and leaves a heap that takes a while to search.
#include "attack.h"
#include <pthread.h>
#include <time.h>

enum { THREADS = 3, LISTED = 60000 };

struct item {
  struct item *next;
  char load[40];
};

static struct item *list;
static _Atomic int is_over;

static void *work(void *number)
{
  unsigned seed = (unsigned)(size_t)number;
  while (!is_over)
    free(realloc(malloc(1 + draw(&seed, 500)), 1 + draw(&seed, 9000)));
  return NULL;
}

int main(int count, char **arguments)
{
  const double seconds = count > 1 ? atof(arguments[1]) : 0;
  const struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  pthread_t threads[THREADS];
  lose(1337);
  tell();
  for (int i = 0; i < LISTED; i++) {
    struct item *item = malloc(sizeof *item);
    item->next = list;
    list = item;
  }
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  printf("%d\n", getpid());
  fflush(stdout);
  nanosleep(&time, NULL);
  is_over = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  forget();
  return 0;
}
