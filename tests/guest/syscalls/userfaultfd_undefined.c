// SPDX-License-Identifier: GPL-2.0-or-later
// Of a page that the program provides itself, what was not set where its content came from is not set either.
// compare: no, Memcheck waits for ever
// needs: root
// build: -pthread
// run:
// stdout: 1 2 3
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (userfaultfd_undefined.c:@undefined)
// expect: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (userfaultfd_undefined.c:@block)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "userfaultfd.h"

enum { PAGE = 4096, PAGES = 3, KNOWN = 1337 };

static int faults;

static void *provide(void *content)
{
  struct uffd_msg message;
  while (read(faults, &message, sizeof message) == sizeof message) {
    const unsigned long page = message.arg.pagefault.address & ~(PAGE - 1UL);
    struct uffdio_copy copy = {.dst = page, .src = (unsigned long)content, .len = PAGE};
    memset(content, 1 + (int)(page / PAGE % PAGES), KNOWN);
    ioctl(faults, UFFDIO_COPY, &copy);
  }
  return NULL;
}

int main(void)
{
  pthread_t provider;
  char *const content = malloc(PAGE); // @block
  faults = faults_open(O_CLOEXEC, 0);
  char *const pages = faults_missing_pages(faults, PAGES * PAGE);
  unsigned sum = 0;
  pthread_create(&provider, NULL, provide, content);
  for (int i = 0; i < PAGES; i++)
    sum |= 1u << pages[i * PAGE + KNOWN - 1];
  printf("%d %d %d\n", sum >> 1 & 1, sum >> 2 & 1 ? 2 : 0, sum >> 3 & 1 ? 3 : 0);
  fflush(stdout);
  if (pages[KNOWN] == 77) // @undefined
    puts("77");
  _exit(0);
}
