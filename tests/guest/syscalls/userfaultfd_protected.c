// SPDX-License-Identifier: GPL-2.0-or-later
// Pages that are protected from stores: loads go on, a store waits until a thread of the program allows it, once and
// again; what a system call stores, too.
// compare: no, Memcheck waits for ever
// needs: root
// run:
// stdout: loads a a, faults 0
// stdout: stores b, faults 1, then c, faults 1
// stdout: again d, faults 2, call 5, faults 3
// stdout: writes 3, protections 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "userfaultfd.h"

enum { PAGE = 4096, PAGES = 8 };

static int faults, served, writes, protections;

static void protect(void *start, unsigned long mode)
{
  struct uffdio_writeprotect change = {.range = {(unsigned long)start & ~(PAGE - 1UL), PAGE}, .mode = mode};
  if (ioctl(faults, UFFDIO_WRITEPROTECT, &change) != 0)
    perror("UFFDIO_WRITEPROTECT");
}

static void *allow(void *unused)
{
  struct uffd_msg message;
  (void)unused;
  while (read(faults, &message, sizeof message) == sizeof message) {
    writes += (message.arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WRITE) != 0;
    protections += (message.arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP) != 0;
    served++;
    protect((void *)message.arg.pagefault.address, 0);
  }
  return NULL;
}

int main(void)
{
  pthread_t thread;
  faults = faults_open(O_CLOEXEC, 0);
  char *const pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(pages, 'a', PAGES * PAGE);
  faults_register(faults, pages, PAGES * PAGE, UFFDIO_REGISTER_MODE_WP);
  pthread_create(&thread, NULL, allow, NULL);
  for (int i = 0; i < PAGES; i++)
    protect(pages + i * PAGE, UFFDIO_WRITEPROTECT_MODE_WP);
  printf("loads %c %c, faults %d\n", pages[5], pages[PAGE + 5], served);
  pages[5] = 'b';
  printf("stores %c, faults %d, ", pages[5], served);
  pages[6] = 'c';
  printf("then %c, faults %d\n", pages[6], served);
  protect(pages, UFFDIO_WRITEPROTECT_MODE_WP);
  pages[5] = 'd';
  printf("again %c, faults %d, ", pages[5], served);
  const int zeroes = open("/dev/zero", O_RDONLY);
  printf("call %zd, faults ", read(zeroes, pages + PAGE + 100, 5));
  printf("%d\n", served);
  printf("writes %d, protections %d\n", writes, protections);
  return 0;
}
