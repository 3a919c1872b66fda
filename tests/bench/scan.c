// SPDX-License-Identifier: GPL-2.0-or-later A heap of ARGUMENT million blocks of 214 bytes on average: linked as lists
// and trees from a table of roots, one block in a thousand lost. Prints the processor time that one leak check on
// demand takes, in milliseconds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <valgrind/memcheck.h>

struct block {
  struct block *first, *second;
  uint64_t value;
};

enum { ROOTS = 4096 };

static struct block *roots[ROOTS];

static double processor_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static struct block *make_block(uint64_t number)
{
  struct block *block = malloc(24 + number * 7919 % 381);
  block->value = number;
  return block;
}

static void build_blocks(uint64_t blocks)
{
  for (uint64_t i = 0; i < blocks; i++) {
    struct block *block = make_block(i), **root = &roots[i * 2654435761u % ROOTS];
    block->first = block->second = NULL;
    if (i % 1000 == 0)
      continue;
    block->first = *root;
    block->second = *root ? (*root)->first : NULL;
    *root = block;
  }
}

int main(int count, char **arguments)
{
  build_blocks((uint64_t)(1e6 * (count > 1 ? atof(arguments[1]) : 1)));
  double start = processor_ms();
  VALGRIND_DO_QUICK_LEAK_CHECK;
  double end = processor_ms();
  unsigned long leaked, dubious, reachable, suppressed;
  VALGRIND_COUNT_LEAK_BLOCKS(leaked, dubious, reachable, suppressed);
  printf("scan_ms %.1f blocks %lu\n", end - start, leaked + dubious + reachable + suppressed);
  _Exit(0);
}
