// SPDX-License-Identifier: GPL-2.0-or-later
// A program that has thousands of mappings, and as much memory as it let itself have, asks for blocks two million times
// all the same, and is refused at once. It gets one again as soon as it has given memory back, or has a higher limit.
// run:
// limit: 40
// stdout: refused, granted, refused, granted
// expect: ERROR SUMMARY: 0 errors
// compare: no, Memcheck asks the kernel each time
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { MAPPINGS = 4000, PAGE = 4096, LIMIT = 64 << 20, HELD = 16 << 20, WANTED = 13370, ATTEMPTS = 1000000 };

static void *map(size_t bytes)
{
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void limit_to(size_t bytes)
{
  const struct rlimit limit = {bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &limit);
}

static void **kept;

static int is_granted(void)
{
  void **block = malloc(WANTED);
  if (block) {
    *block = kept;
    kept = block;
  }
  return block != NULL;
}

static const char *ask(void)
{
  return is_granted() ? "granted" : "refused";
}

static const char *ask_often(void)
{
  while (is_granted())
    ;
  int granted = 0;
  for (int i = 0; i < ATTEMPTS; i++)
    granted += is_granted();
  return granted == 0 ? "refused" : "granted";
}

int main(void)
{
  void *held = map(HELD);
  for (int i = 0; i < MAPPINGS; i++)
    mprotect(map(2 * PAGE), PAGE, PROT_READ);
  limit_to(LIMIT);
  printf("%s, ", ask_often());
  munmap(held, HELD);
  printf("%s, ", ask());
  printf("%s, ", ask_often());
  limit_to(2 * LIMIT);
  printf("%s\n", ask());
}
