// SPDX-License-Identifier: GPL-2.0-or-later
// Another process provides the pages, some at once; while a thread waits for one the others run. One that nobody
// provides is not waited for at the end, not even by a thread that has touched it; and a handler of a signal runs while
// its thread waits.
// compare: no, Memcheck waits for ever
// needs: root
// run:
// stdout: first x, then x, of the last x, counted 1
// stdout: handler ran
// stdout: end
// expect: 4 pages that the program would provide (userfaultfd) are not there, and are not searched.
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "userfaultfd.h"

enum { PAGE = 4096, AT_ONCE = 4, PIECE = AT_ONCE * PAGE, PIECES = 4, LEFT = 3, PAUSE_US = 20000 };

static int faults;
static char *pages;
static volatile int counts, counted;
static sigjmp_buf before;

/* The last piece is never provided. */
static void provide(int end)
{
  static char content[PIECE] __attribute__((aligned(PAGE)));
  struct uffd_msg message;
  struct pollfd events[] = {{.fd = faults, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  memset(content, 'x', sizeof content);
  while (poll(events, 2, -1) > 0 && events[1].revents == 0) {
    if (read(faults, &message, sizeof message) != sizeof message)
      continue;
    const unsigned long piece = (message.arg.pagefault.address - (unsigned long)pages) / PIECE;
    struct uffdio_copy copy = 
      {.dst = (unsigned long)pages + piece * PIECE, .src = (unsigned long)content, .len = PIECE};
    usleep(PAUSE_US);
    if (piece != LEFT && ioctl(faults, UFFDIO_COPY, &copy) != 0)
      perror("UFFDIO_COPY");
  }
}

static void *count(void *unused)
{
  (void)unused;
  while (counts)
    counted++;
  return NULL;
}

static void *wait_for_ever(void *page)
{
  return (void *)(long)*(volatile char *)page;
}

static void on_alarm(int signal)
{
  (void)signal;
  puts("handler ran");
  siglongjmp(before, 1);
}

int main(void)
{
  pthread_t thread;
  int ends[2];
  setvbuf(stdout, NULL, _IOLBF, 0);
  faults = faults_open(O_NONBLOCK, 0);
  pages = faults_missing_pages(faults, PIECES * PIECE);
  if (pipe(ends) != 0)
    return 3;
  const pid_t provider = fork();
  if (provider == 0) {
    close(ends[1]);
    provide(ends[0]);
    _exit(0);
  }
  printf("first %c, ", pages[PAGE + 5]);
  counts = 1;
  pthread_create(&thread, NULL, count, NULL);
  while (counted == 0)
    ;
  const int counted_before = counted;
  printf("then %c, ", pages[PIECE + PAGE + 5]);
  const int has_counted = counted > counted_before;
  printf("of the last %c, counted %d\n", pages[3 * PIECE - 1], has_counted);
  counts = 0;
  pthread_join(thread, NULL);
  signal(SIGALRM, on_alarm);
  if (sigsetjmp(before, 1) == 0) {
    alarm(1);
    wait_for_ever(pages + LEFT * PIECE);
  }
  pthread_create(&thread, NULL, wait_for_ever, pages + LEFT * PIECE + PAGE);
  usleep(PAUSE_US);
  close(ends[1]);
  waitpid(provider, NULL, 0);
  puts("end");
  return 0;
}
