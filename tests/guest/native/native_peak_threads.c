// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --snapshot=peak: four threads have 4 * 1,001 blocks at the same moment and free one another's, while a
// fifth one forks. The process has one snapshot, of the peak, which no thread waits for in vain.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --leak-check=no --snapshot=peak
// stdout: 0 wrong
// expect: /Snapshot \d+ \(peak\): (4,0\d|3,9[89])\d blocks, 1,(49[89]|50\d),\d\d\d bytes/
// run: --checks=leaks --leak-check=no --snapshot=peak --snapshot=1000a
// stdout: 0 wrong
// expect: /Snapshot \d+ \(peak\): (4,0\d|3,9[89])\d blocks, 1,(49[89]|50\d),\d\d\d bytes/
// run: --checks=leaks --leak-check=no --snapshot=peak --growth=yes
// stdout: 0 wrong
// expect: /Snapshot \d+ \(peak\): (4,0\d|3,9[89])\d blocks, 1,(49[89]|50\d),\d\d\d bytes/
#include "guest.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, BLOCKS = 1001, BYTES = 376, ROUNDS = 3, FORKS = 7 };

static void *blocks[THREADS][BLOCKS];
static pthread_barrier_t all;
static volatile int wrong;

/* The first rounds are lower. */
static void *work(void *number)
{
  const uintptr_t own = (uintptr_t)number, next = (own + 1) % THREADS;
  for (int round = 1; round <= ROUNDS; round++) {
    const int count = BLOCKS * round / ROUNDS;
    for (int i = 0; i < count; i++)
      blocks[own][i] = malloc(BYTES);
    pthread_barrier_wait(&all);
    for (int i = 0; i < count; i++)
      free(blocks[next][i]);
    pthread_barrier_wait(&all);
  }
  return NULL;
}

static void *fork_often(void *unused)
{
  for (int i = 0; i < FORKS; i++) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
      _exit(37);
    waitpid(child, &status, 0);
    wrong += WEXITSTATUS(status) != 37;
  }
  return NULL;
}

int main(void)
{
  pthread_t threads[THREADS], forker;
  pthread_barrier_init(&all, NULL, THREADS);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  pthread_create(&forker, NULL, fork_often, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  pthread_join(forker, NULL);
  printf("%d wrong\n", wrong);
  return 0;
}
