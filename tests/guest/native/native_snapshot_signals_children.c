// SPDX-License-Identifier: GPL-2.0-or-later
// A program that gets SIGUSR2, see native_snapshot_signals_children.sh.
// compare: no, the script does
// build: -pthread
#include "guest.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, BLOCKS = 37, SIGNALS = 101 };

static char *arguments[] = {"sh", "-c", "kill -USR2 $$; echo what it executes ignores it", NULL};
static volatile sig_atomic_t is_over, handled;
static void *volatile kept[THREADS][BLOCKS];

static void inherit(int spawns)
{
  struct sigaction now;
  int status;
  pid_t child;
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &now);
  printf("ignored: %d\n", now.sa_handler == SIG_IGN);
  fflush(stdout);
  if (!spawns)
    execv("/bin/sh", arguments);
  child = vfork();
  if (child == 0) {
    execv("/bin/sh", arguments);
    _exit(1);
  }
  waitpid(child, &status, 0);
}

static void end_child(void)
{
  int status = 0;
  const pid_t child = vfork();
  if (child == 0) {
    raise(SIGUSR2);
    _exit(37);
  }
  waitpid(child, &status, 0);
  printf("child: signal %d\n", WTERMSIG(status));
}

static NOINLINE void *keep(void)
{
  return malloc(113);
}

static void *work(void *number)
{
  void *volatile *const own = kept[(uintptr_t)number];
  for (unsigned i = 0; !is_over; i++) {
    void *const old = own[i % BLOCKS];
    own[i % BLOCKS] = keep();
    free(old);
  }
  return NULL;
}

static void count(int signal)
{
  handled++;
}

static void send_often(void)
{
  pthread_t threads[THREADS];
  int wrong = 0;
  signal(SIGUSR2, count);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < SIGNALS; i++) {
    const int before = handled;
    wrong += pthread_kill(threads[i % THREADS], SIGUSR2) != 0;
    while (handled == before)
      usleep(100);
  }
  is_over = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%d signals, %d handled, %d wrong\n", SIGNALS, (int)handled, wrong);
}

int main(int argc, char **argv)
{
  if (strcmp(argv[1], "often") == 0)
    send_often();
  else if (strcmp(argv[1], "vfork") == 0)
    end_child();
  else
    inherit(strcmp(argv[1], "spawn") == 0);
  return 0;
}
