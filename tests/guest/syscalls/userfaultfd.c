// SPDX-License-Identifier: GPL-2.0-or-later
// Pages that a thread of the program provides when they are touched: by loads, stores, copies across two pages, system calls and other
// threads. One that is never touched is not touched by the leak check either.
// compare: no, Memcheck waits for ever
// needs: root
// run:
// stdout: a b, W c, read 100 d, e, written 10, twelve bytes
// stdout: threads 4
// stdout: not registered any more: 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "userfaultfd.h"

enum { PAGE = 4096, PAGES = 64, THREADS = 4, PAGES_EACH = 8, FIRST_OF_THREADS = 16, UNREGISTERED = 48 };

static int faults;

static void *provide(void *unused)
{
  static char content[PAGE] __attribute__((aligned(PAGE)));
  struct uffd_msg message;
  (void)unused;
  for (int served = 0; read(faults, &message, sizeof message) == sizeof message; served++) {
    memset(content, 'a' + served % 26, sizeof content);
    struct uffdio_copy copy = {.dst = message.arg.pagefault.address & ~(PAGE - 1ULL), .src = (unsigned long)content, .len = PAGE};
    ioctl(faults, UFFDIO_COPY, &copy);
  }
  return NULL;
}

static void *touch(void *pages)
{
  long sum = 0;
  for (int i = 0; i < PAGES_EACH; i++)
    sum += ((char *)pages)[i * PAGE + 7];
  return (void *)(sum > 0 ? 1L : 0L);
}

static long touch_in_threads(char *pages)
{
  pthread_t threads[THREADS];
  long sum = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, touch, pages + (FIRST_OF_THREADS + i * PAGES_EACH) * PAGE);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (long)result;
  }
  return sum;
}

int main(void)
{
  pthread_t provider;
  faults = faults_open(O_CLOEXEC, 0);
  char *pages = faults_missing_pages(faults, PAGES * PAGE);
  pthread_create(&provider, NULL, provide, NULL);
  printf("%c ", pages[5]);
  printf("%c, ", pages[PAGE + 5]);
  pages[2 * PAGE + 5] = 'W';
  printf("%c %c, ", pages[2 * PAGE + 5], pages[2 * PAGE + 6]);
  const int zeroes = open("/dev/zero", O_RDONLY), nothing = open("/dev/null", O_WRONLY);
  printf("read %zd ", read(zeroes, pages + 4 * PAGE - 100, 100));
  printf("%c, ", pages[3 * PAGE]);
  printf("%c, ", pages[4 * PAGE + 200]);
  printf("written %zd, ", write(nothing, pages + 5 * PAGE, 10));
  memcpy(pages + 7 * PAGE - 6, "twelve bytes", 12);
  printf("%.12s\nthreads %ld\n", pages + 7 * PAGE - 6, touch_in_threads(pages));
  struct uffdio_range end = {(unsigned long)pages + UNREGISTERED * PAGE, (PAGES - UNREGISTERED) * PAGE};
  ioctl(faults, UFFDIO_UNREGISTER, &end);
  printf("not registered any more: %d\n", pages[50 * PAGE]);
  return 0;
}
