// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: threads that allocate without end, one that forks, one that makes threads, and one that gets signals,
// until there is a file named "over" (or a second has passed): see native_asked.sh.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks -- short
// stdout: ready
// stdout: 0 wrong
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 6, BLOCKS = 32, HELD = 777 };

static volatile int is_over, wrong;
static volatile sig_atomic_t signals;

static void on_signal(int number)
{
  signals++;
}

/* One block is in a register, or on the stack. */
static void *allocate(void *number)
{
  unsigned seed = (unsigned)(unsigned long)number;
  void *blocks[BLOCKS] = {0}, *held = malloc(HELD);
  while (!is_over) {
    const unsigned i = (unsigned)rand_r(&seed) % BLOCKS;
    free(blocks[i]);
    blocks[i] = malloc(1 + (size_t)rand_r(&seed) % 700);
  }
  for (int i = 0; i < BLOCKS; i++)
    free(blocks[i]);
  free(held);
  return NULL;
}

static void *fork_again_and_again(void *unused)
{
  while (!is_over) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
      free(malloc(100));
      _exit(3);
    }
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 3)
      wrong++;
    usleep(10000);
  }
  return unused;
}

static void *make_threads(void *unused)
{
  while (!is_over) {
    pthread_t thread;
    void *block = NULL;
    if (pthread_create(&thread, NULL, (void *(*)(void *))malloc, (void *)10) != 0 || pthread_join(thread, &block) != 0)
      wrong++;
    free(block);
    usleep(3000);
  }
  return unused;
}

int main(int count, char **arguments)
{
  pthread_t threads[THREADS];
  const struct timespec a_little = {0, 3000000};
  const time_t end = time(NULL) + (count > 1 ? 2 : 120);
  signal(SIGUSR1, on_signal);
  for (unsigned long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, i == 0 ? fork_again_and_again : i == 1 ? make_threads : allocate, (void *)(i + 1));
  puts("ready");
  fflush(stdout);
  while (time(NULL) < end && access("over", F_OK) != 0) {
    if (nanosleep(&a_little, NULL) != 0)
      wrong++;
    const int before = signals;
    raise(SIGUSR1);
    wrong += signals != before + 1;
  }
  is_over = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%d wrong\n", wrong);
  return 0;
}
