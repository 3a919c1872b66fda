// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: client requests for leak checks, their counts, snapshots and marks are answered as under a full run, and
// change nothing but their result: registers, vector registers and what lies below the stack pointer stay. Others do
// nothing.
// compare: no, it is Seep's own
// build: -O1 -mavx2 -pthread
// run: --checks=leaks
// stdout: lost 1337 in 1, others 0
// stdout: lost 1395 in 2, others 0
// stdout: snapshot 1
// stdout: 0 changed, 0 under the tool
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// expect: 58 (+58) bytes in 1 (+1) blocks are definitely lost
// expect: definitely lost: 1,395 (+58) bytes in 2 (+1) blocks
// expect: Snapshot 1 (by the program: here)
// expect: definitely lost: 1,395 bytes in 2 blocks
#include "lose.h"
#include <immintrin.h>
#include <pthread.h>
#include "../../../include/seep/seep.h"
#include <stdio.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

static volatile int is_over;

static void *work(void *unused)
{
  while (!is_over)
    free(malloc(100));
  return unused;
}

static void count(void)
{
  unsigned long lost = 0, possible = 0, reachable = 0, suppressed = 0, blocks = 0, b = 0, c = 0, d = 0;
  VALGRIND_COUNT_LEAKS(lost, possible, reachable, suppressed);
  VALGRIND_COUNT_LEAK_BLOCKS(blocks, b, c, d);
  printf("lost %lu in %lu, others %lu\n", lost, blocks, possible + suppressed + b + d);
}

/* Returns how many values are others after the request than they were before. */
static NOINLINE int changes(const double *given, long seed)
{
  __m256d vector = _mm256_loadu_pd(given), other = _mm256_mul_pd(vector, vector);
  long values[6] = {seed, seed * 3, seed * 5, seed * 7, seed * 11, seed * 13};
  __asm__ volatile("" : "+r"(values[0]), "+r"(values[1]), "+r"(values[2]), "+r"(values[3]), "+x"(vector), "+x"(other));
  VALGRIND_DO_ADDED_LEAK_CHECK;
  __asm__ volatile("" : "+r"(values[0]), "+r"(values[1]), "+r"(values[2]), "+r"(values[3]), "+x"(vector), "+x"(other));
  int changed = 0;
  double after[8];
  _mm256_storeu_pd(after, vector);
  _mm256_storeu_pd(after + 4, other);
  for (int i = 0; i < 4; i++)
    changed += after[i] != given[i] || after[i + 4] != given[i] * given[i];
  for (int i = 0; i < 6; i++)
    changed += values[i] != seed * (long[]){1, 3, 5, 7, 11, 13}[i];
  return changed;
}

int main(void)
{
  const double given[4] = {1.5, 2.5, 3.5, 4.5};
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  lose(1337);
  scrub();
  VALGRIND_DO_LEAK_CHECK;
  count();
  lose(58);
  scrub();
  const int changed = changes(given, 1234567);
  count();
  printf("snapshot %lu\n", (unsigned long)SEEP_SNAPSHOT("here"));
  SEEP_MARK("there");
  printf("%d changed, %d under the tool\n", changed, (int)RUNNING_ON_VALGRIND);
  is_over = 1;
  pthread_join(thread, NULL);
  return 0;
}
