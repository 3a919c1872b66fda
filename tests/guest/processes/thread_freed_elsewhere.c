// SPDX-License-Identifier: GPL-2.0-or-later
// A block one thread allocated and another freed.
// build: -pthread
// run:
// expect: Invalid read of size 1
// next: at main (thread_freed_elsewhere.c:@read)
// next: is 5 bytes inside a block of size 1,337 free'd
// next: at free
// next: by work (thread_freed_elsewhere.c:@free)
// expect: Block was alloc'd at
// next: at calloc
// next: by main (thread_freed_elsewhere.c:@malloc)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <pthread.h>
static void *work(void *block)
{
  free(block); // @free
  return 0;
}
int main(void)
{
  pthread_t thread;
  volatile char *volatile p = calloc(1, 1337); // @malloc
  pthread_create(&thread, 0, work, (void *)p);
  pthread_join(thread, 0);
  sink = p[5]; // @read
}
