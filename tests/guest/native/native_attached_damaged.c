// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: the heap is damaged when seep attach comes, and mended later. See native_attach_old.sh.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: ready
// stdout: 0 wrong
// expect: 1,337 bytes in 1 blocks are definitely lost
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOST = 1337, NEIGHBOUR = 200 };

static int may_wait;
static size_t *volatile first;
static void *volatile second;

static void wait_for(const char *file)
{
  const struct timespec hundredth = {0, 10000000};
  for (int i = 0; i < 3000 && may_wait && access(file, F_OK) != 0; i++)
    nanosleep(&hundredth, NULL);
}

static __attribute__((noinline)) void lose(void)
{
  memset(malloc(LOST), 1, LOST);
}

static __attribute__((noinline)) void clear_stack(void)
{
  volatile char words[4096];
  memset((char *)words, 0, sizeof words);
}

int main(int count, char **arguments)
{
  may_wait = count > 1;
  first = malloc(NEIGHBOUR);
  second = malloc(NEIGHBOUR);
  size_t *const head = (size_t *)second - 1;
  const size_t saved = *head;
  if (may_wait)
    *head = 0x4141414141414141;
  puts("ready");
  fflush(stdout);
  wait_for("attached");
  lose();
  clear_stack();
  *head = saved;
  wait_for("over");
  puts("0 wrong");
  return 0;
}
