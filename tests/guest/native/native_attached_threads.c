// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: threads that do nothing but allocate, resize and free, also one another's blocks, while seep attach
// comes and goes; no block is another's, and none is lost. See native_attach.sh.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks
// stdout: ready
// stdout: 0 wrong
// reject: definitely lost
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 8, BLOCKS = 200, SHARED = 64, SMALL = 500, LARGE = 300000 };

static _Atomic long wrong;
static _Atomic int is_over;
static void *_Atomic shared[SHARED];

static unsigned next(unsigned *seed)
{
  *seed = *seed * 1103515245 + 12345;
  return *seed >> 8;
}

static void *make(unsigned kind, size_t bytes)
{
  void *block = NULL;
  switch (kind % 4) {
  case 0:
    return calloc(1, bytes);
  case 1:
    return posix_memalign(&block, 64, bytes) == 0 ? block : NULL;
  case 2:
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
  default:
    return malloc(bytes);
  }
}

static void mark(unsigned char *block, size_t bytes, unsigned number)
{
  if (!block || malloc_usable_size(block) < bytes) {
    wrong++;
    return;
  }
  block[0] = block[bytes - 1] = (unsigned char)number;
}

static void *use_heap(void *argument)
{
  unsigned seed = (unsigned)(size_t)argument;
  unsigned char *blocks[BLOCKS] = {NULL};
  size_t bytes[BLOCKS] = {0};
  while (!is_over) {
    const unsigned i = next(&seed) % BLOCKS, how = next(&seed);
    if (blocks[i] && (blocks[i][0] != (unsigned char)i || blocks[i][bytes[i] - 1] != (unsigned char)i))
      wrong++;
    if (!blocks[i] || how % 4 == 0) {
      bytes[i] = 1 + next(&seed) % (how % 64 == 0 ? LARGE : SMALL);
      blocks[i] = blocks[i] ? realloc(blocks[i], bytes[i]) : make(how / 64, bytes[i]);
      mark(blocks[i], bytes[i], i);
    } else {
      free(how % 8 == 1 ? atomic_exchange(&shared[how % SHARED], blocks[i]) : blocks[i]);
      blocks[i] = NULL;
    }
  }
  for (unsigned i = 0; i < BLOCKS; i++)
    free(blocks[i]);
  return NULL;
}

int main(int count, char **arguments)
{
  pthread_t threads[THREADS];
  const struct timespec a_little = {0, 10000000};
  puts("ready");
  fflush(stdout);
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, use_heap, (void *)(i + 1));
  for (int i = 0; i < (count > 1 ? 6000 : 10) && access("over", F_OK) != 0; i++)
    nanosleep(&a_little, NULL);
  is_over = 1;
  for (size_t i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (unsigned i = 0; i < SHARED; i++)
    free(shared[i]);
  printf("%ld wrong\n", wrong);
  return 0;
}
