// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a block that is freed again and again, an address in the middle of one, and what is no block at all
// are reported and not passed on, so the C library does not end the program. Threads may all do so at once.
// compare: no, it is Seep's own
// build: -pthread -Wno-use-after-free -Wno-free-nonheap-object
// run: --checks=leaks
// exit: 3
// stdout: went on
// expect: Invalid free() / delete / delete[] / realloc()
// next: at free
// next: by again (native_frees_go_on.c:@again)
// expect: is 0 bytes inside a block of size 100 free'd
// next: at free
// next: by again (native_frees_go_on.c:@first)
// expect: is 16 bytes inside a block of size 1,001 alloc'd
// expect: definitely lost: 0 bytes in 0 blocks
// expect: ERROR SUMMARY: 201 errors from 2 contexts
// run: --checks=leaks --exit-on-first-error=yes --error-exitcode=9
// exit: 9
// expect: Invalid free()
// expect: Exit program on first error
// reject: Run did not finish
#include "guest.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, TIMES = 50 };

static char *volatile kept;

static void *again(void *unused)
{
  for (int i = 0; i < TIMES; i++) {
    char *volatile block = malloc(100);
    free(block); // @first
    free(block); // @again
  }
  return unused;
}

int main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, again, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  kept = malloc(1001);
  free(kept + 16);
  kept[1000] = 1;
  puts("went on");
  return 3;
}
