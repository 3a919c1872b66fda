// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: what a program had allocated before seep attach came: blocks of the main arena, of a thread's and
// with pages of their own, of which some are lost, some are held in several ways, and some are freed, resized or lost
// later. See native_attach_old.sh.
// compare: no, it is Seep's own
// build: -pthread -O0
// run: --checks=leaks
// stdout: ready
// stdout: 0 wrong
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 2,337 bytes in 1 blocks are definitely lost
// expect: 3,337 bytes in 1 blocks are definitely lost
// expect: 303,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 310,348 bytes in 4 blocks
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  LOST = 1337,
  LOST_OF_THREAD = 2337,
  LOST_WITH_PAGES = 303337,
  LOST_LATER = 3337,
  HELD = 555,
  HELD_INSIDE = 1555,
  FREED = 100,
  BLOCKS = 64
};

static void *held[BLOCKS], *freed[BLOCKS], *resized[BLOCKS], *lost_later, *held_by_thread;
static char *held_inside;
static pthread_barrier_t barrier;
static int may_wait, wrong;

static void *make(size_t bytes)
{
  void *const block = malloc(bytes);
  memset(block, 0, bytes);
  return block;
}

static __attribute__((noinline)) void lose(size_t bytes)
{
  (void)make(bytes);
}

static __attribute__((noinline)) void clear_stack(void)
{
  volatile char words[4096];
  memset((char *)words, 0, sizeof words);
}

/* Freed blocks are kept by the C library in each of its ways. */
static __attribute__((noinline)) void make_some(void **to)
{
  for (int i = 0; i < BLOCKS; i++) {
    to[i] = make(HELD + (size_t)i);
    freed[i] = make(FREED + (size_t)i % 4 * 400);
    resized[i] = make(HELD + (size_t)i);
  }
  for (int i = 0; i < BLOCKS; i++) {
    free(freed[i]);
    if (i % 2 == 0) {
      free(resized[i]);
      resized[i] = NULL;
    }
  }
}

static int is_over(const char *file)
{
  return access(file, F_OK) == 0;
}

static __attribute__((noinline)) void wait_for(const char *file)
{
  const struct timespec hundredth = {0, 10000000};
  for (int i = 0; i < 3000 && may_wait && !is_over(file); i++)
    nanosleep(&hundredth, NULL);
}

static void *run_thread(void *unused)
{
  held_by_thread = make(HELD);
  lose(LOST_OF_THREAD);
  clear_stack();
  pthread_barrier_wait(&barrier);
  wait_for("over");
  pthread_barrier_wait(&barrier);
  return unused;
}

static __attribute__((noinline)) void begin(void)
{
  make_some(held);
  lose(LOST);
  lose(LOST_WITH_PAGES);
  lost_later = make(LOST_LATER);
  held_inside = (char *)make(HELD_INSIDE) + 1000;
}

static __attribute__((noinline)) void go_on(void)
{
  for (int i = 1; i < BLOCKS; i += 4) {
    resized[i] = realloc(resized[i], 3000);
    free(held[i]);
    held[i] = NULL;
    wrong += *(char *)resized[i] != 0;
  }
  lost_later = NULL;
}

int main(int count, char **arguments)
{
  pthread_t thread;
  may_wait = count > 1;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, run_thread, NULL);
  pthread_barrier_wait(&barrier);
  begin();
  clear_stack();
  puts("ready");
  fflush(stdout);
  wait_for("attached");
  go_on();
  clear_stack();
  wait_for("over");
  printf("%d wrong\n", wrong);
  fflush(stdout);
  _exit(0);
}
