// SPDX-License-Identifier: GPL-2.0-or-later
// Threads that touch the same missing page at the same time all wait for it, while another one provides it, together
// with its neighbours.
// compare: no, Memcheck waits for ever
// needs: root
// run:
// stdout: sum 64, mistakes 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "userfaultfd.h"

enum { PAGE = 4096, AT_ONCE = 4, PIECE = AT_ONCE * PAGE, PIECES = 10, THREADS = 4, ROUNDS = 8, PAUSE_US = 2000 };

static int faults;
static char *pages;
static pthread_barrier_t barrier;
static int mistakes;

static void *provide(void *unused)
{
  static char content[PIECE] __attribute__((aligned(PAGE)));
  struct uffd_msg message;
  (void)unused;
  memset(content, 'x', sizeof content);
  while (read(faults, &message, sizeof message) == sizeof message) {
    const unsigned long offset = message.arg.pagefault.address - (unsigned long)pages;
    struct uffdio_copy copy =
      {.dst = (unsigned long)pages + offset / PIECE * PIECE, .src = (unsigned long)content, .len = PIECE};
    usleep(PAUSE_US);
    mistakes += ioctl(faults, UFFDIO_COPY, &copy) != 0;
  }
  return NULL;
}

static void *touch(void *number)
{
  long sum = 0;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_barrier_wait(&barrier);
    sum += pages[i * PIECE + 7 + 100 * (long)number] == 'x';
    sum += pages[(i + 1) * PIECE - 7 - 100 * (long)number] == 'x';
  }
  return (void *)sum;
}

int main(void)
{
  pthread_t provider, threads[THREADS];
  long sum = 0;
  faults = faults_open(O_CLOEXEC, 0);
  pages = faults_missing_pages(faults, PIECES * PIECE);
  pthread_barrier_init(&barrier, NULL, THREADS);
  pthread_create(&provider, NULL, provide, NULL);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, touch, (void *)i);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (long)result;
  }
  printf("sum %ld, mistakes %d\n", sum, mistakes);
  return 0;
}
