// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program that seep attach comes to while it runs: it has blocks from before, which hold later ones,
// frees and resizes them, and loses others. Its C library is as it was when Seep has gone. See native_attach.sh.
// compare: no, it is Seep's own
// run: --checks=leaks
// exit: 3
// stdout: ready
// stdout: 0 wrong
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: by lose_later
// expect: 2,672 bytes in 2 blocks are definitely lost
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  BLOCKS = 40,
  OLD_BYTES = 400,
  NEW_BYTES = 777,
  LATER_BYTES = 1337,
  BEFORE_FREE_BYTES = 1336,
  FREED_BYTES = 3000,
  CODE_BYTES = 16
};

static struct old {
  void *later;
  char rest[OLD_BYTES];
} * old[BLOCKS];
static void *resized[BLOCKS];
static int wrong;

static __attribute__((noinline)) void lose_later(void)
{
  char *const block = malloc(LATER_BYTES);
  memset(block, 1, LATER_BYTES);
}

/* The C library has pointers to free memory, which begins within the last bytes of the blocks in front of it. */
static __attribute__((noinline)) void lose_in_front_of_free_memory(void)
{
  void *freed[2];
  for (int i = 0; i < 2; i++) {
    char *const block = malloc(BEFORE_FREE_BYTES);
    memset(block, 1, BEFORE_FREE_BYTES);
    freed[i] = malloc(FREED_BYTES);
    if (!malloc(1)) /* lost as well: one byte */
      wrong++;
  }
  free(freed[0]);
  free(freed[1]);
}

static __attribute__((noinline)) void clear_stack(void)
{
  volatile char words[4096];
  memset((char *)words, 0, sizeof words);
}

static int is_there(const char *file)
{
  return access(file, F_OK) == 0;
}

/* Every call waits as long as it should, and the error number stays. */
static void wait_for(const char *file)
{
  const struct timespec tenth = {0, 10000000};
  for (int i = 0; i < 3000 && !is_there(file); i++) {
    errno = 77;
    wrong += nanosleep(&tenth, NULL) != 0 || errno != 77;
  }
}

static void use_heap(void)
{
  for (int i = 0; i < BLOCKS; i++) {
    old[i]->later = calloc(1, NEW_BYTES);
    resized[i] = realloc(resized[i], 2 * OLD_BYTES + i);
    wrong += !resized[i] || *(char *)resized[i] != i || malloc_usable_size(resized[i]) < 2 * OLD_BYTES;
    free(malloc(i + 1));
  }
  lose_later();
  lose_in_front_of_free_memory();
  clear_stack();
}

int main(int count, char **arguments)
{
  unsigned char code[2][CODE_BYTES];
  for (int i = 0; i < BLOCKS; i++) {
    old[i] = calloc(1, sizeof *old[i]);
    resized[i] = malloc(OLD_BYTES);
    memset(resized[i], i, OLD_BYTES);
  }
  memcpy(code[0], (void *)malloc, CODE_BYTES);
  puts("ready");
  fflush(stdout);
  if (count > 1)
    wait_for("attached");
  use_heap();
  if (count > 1)
    wait_for("over");
  for (int i = 0; i < BLOCKS; i += 2) {
    free(old[i]->later);
    free(old[i]);
    free(resized[i]);
    old[i] = resized[i] = NULL;
  }
  memcpy(code[1], (void *)malloc, CODE_BYTES);
  if (count > 2 && memcmp(code[0], code[1], CODE_BYTES) != 0)
    puts("malloc() has changed");
  printf("%d wrong\n", wrong);
  return 3;
}
