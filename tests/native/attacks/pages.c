// SPDX-License-Identifier: GPL-2.0-or-later
// pages ROUNDS: threads map memory, put addresses into it, close, empty, move and unmap it, and go on with it while the
// program is searched.
#include "attack.h"
#include <pthread.h>
#include <sys/mman.h>

enum { THREADS = 6, PAGE = 4096, PAGES_MAX = 200 };

static void *volatile places[THREADS];

static void *work(void *number)
{
  unsigned seed = 7 + (unsigned)(size_t)number;
  for (;;) {
    const size_t bytes = PAGE * (1 + (size_t)draw(&seed, PAGES_MAX));
    char *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
      continue;
    for (size_t at = 0; at < bytes; at += 512)
      *(void **)(start + at) = (void *)places;
    places[(size_t)number] = start;
    switch (draw(&seed, 5)) {
    case 0:
      mprotect(start, bytes, PROT_NONE);
      break;
    case 1:
      madvise(start, bytes, MADV_DONTNEED);
      break;
    case 2:
      munmap(start + bytes / 2 / PAGE * PAGE, PAGE);
      break;
    case 3:
      mprotect(start + bytes / 2 / PAGE * PAGE, PAGE, PROT_NONE);
      break;
    default:
      start = mremap(start, bytes, bytes, MREMAP_MAYMOVE);
      break;
    }
    munmap(start, bytes);
  }
  return NULL;
}

int main(int count, char **arguments)
{
  const int rounds = number_of(count, arguments, 1);
  for (size_t i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)i);
  }
  for (int i = 0; i < rounds; i++) {
    free(malloc(1 + (size_t)(i * 37 % 300000)));
    if (i % 50 == 0)
      lose(1 + (size_t)i % 250);
  }
  puts("done");
  tell();
  forget();
  return 0;
}
