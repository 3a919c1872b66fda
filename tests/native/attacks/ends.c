// SPDX-License-Identifier: GPL-2.0-or-later
// ends WAY: a process with threads that allocate ends in one of many ways, by any of its threads.
#include "attack.h"
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

enum { THREADS = 4 };

static const char *way;
static pthread_t first;

static int is(const char *name)
{
  return strcmp(way, name) == 0;
}

static void on_signal(int number)
{
  (void)number;
  _exit(7);
}

static void *work(void *number)
{
  unsigned seed = 1 + (unsigned)(size_t)number;
  for (int i = 0;; i++) {
    free(realloc(malloc(1 + draw(&seed, 500)), 1 + draw(&seed, 9000)));
    if ((size_t)number != 1 || i < 2000)
      continue;
    if (is("thread-exit"))
      exit(7);
    if (is("thread-_exit"))
      _exit(7);
    if (is("main-gone") && pthread_join(first, NULL) == 0) {
      forget();
      exit(7);
    }
  }
  return NULL;
}

static void end(void)
{
  const struct itimerval soon = {{0, 0}, {0, 3777}};
  if (is("_exit"))
    _exit(7);
  if (is("exit"))
    exit(7);
  if (is("quick"))
    quick_exit(7);
  if (is("group"))
    syscall(SYS_exit_group, 7);
  if (is("main-gone"))
    pthread_exit(NULL);
  if (is("alarm"))
    setitimer(ITIMER_REAL, &soon, NULL);
  if (is("abort"))
    abort();
  if (is("term"))
    raise(SIGTERM);
  if (is("fault"))
    *(volatile int *)8 = 1;
  pause();
}

int main(int count, char **arguments)
{
  way = count > 1 ? arguments[1] : "exit";
  first = pthread_self();
  signal(SIGALRM, on_signal);
  lose(1337);
  tell();
  puts("begun");
  fflush(stdout);
  forget();
  for (size_t i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)i);
  }
  end();
  return 92;
}
