// SPDX-License-Identifier: GPL-2.0-or-later
// Pages of shared memory whose content is there, but which a thread of the program lets in first (UFFDIO_CONTINUE);
// taken away again, they are let in again. What they hold are no roots while they are away.
// compare: no, Memcheck waits for ever
// needs: root
// run:
// stdout: p q, faults 2, again p, faults 3
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

static int faults, served;

static void *let_in(void *unused)
{
  struct uffd_msg message;
  (void)unused;
  while (read(faults, &message, sizeof message) == sizeof message) {
    struct uffdio_continue request = {.range = {message.arg.pagefault.address & ~(PAGE - 1ULL), PAGE}};
    served++;
    if (ioctl(faults, UFFDIO_CONTINUE, &request) != 0)
      perror("UFFDIO_CONTINUE");
  }
  return NULL;
}

int main(void)
{
  pthread_t thread;
  faults = faults_open(O_CLOEXEC, UFFD_FEATURE_MINOR_SHMEM);
  const int memory = memfd_create("pages", 0);
  if (ftruncate(memory, PAGES * PAGE) != 0)
    return 1;
  char *const writer = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  char *const pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  for (int i = 0; i < PAGES; i++)
    writer[i * PAGE + 9] = (char)('p' + i);
  faults_register(faults, pages, PAGES * PAGE, UFFDIO_REGISTER_MODE_MINOR);
  pthread_create(&thread, NULL, let_in, NULL);
  printf("%c ", pages[9]);
  printf("%c, ", pages[PAGE + 9]);
  printf("faults %d, ", served);
  madvise(pages, PAGE, MADV_DONTNEED);
  printf("again %c, ", pages[9]);
  printf("faults %d\n", served);
  return 0;
}
