// SPDX-License-Identifier: GPL-2.0-or-later
// A loop whose data is undefined for long is run precisely at once after a while; what it and others report stays the same.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (promoted_code.c:@branch)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: main (promoted_code.c:@block)
// expect: Invalid read of size 8
// next: sum (promoted_code.c:@load)
// next: main (promoted_code.c:@beyond)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: -v -v --track-origins=no --engine=speculative
// only: seep
// expect: /promotions to precise code: [1-9]/
#include <stdint.h>
#include <stdlib.h>
#include "guest.h"

enum { WORDS = 1337, ROUNDS = 2000 };

static NOINLINE uint64_t sum(const uint64_t *words, int count)
{
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += words[i]; // @load
  return sum;
}

static NOINLINE void fill(uint64_t *words)
{
  for (int i = 0; i < WORDS; i++)
    words[i] = (uint64_t)i;
}

int main(void)
{
  uint64_t *words = malloc(WORDS * sizeof *words); // @block
  volatile uint64_t total = 0;
  for (int i = 0; i < ROUNDS; i++)
    total = sum(words, WORDS);
  if (total == 1337) // @branch
    words[0] = 1;
  fill(words);
  total = sum(words, WORDS);
  if (total != (uint64_t)WORDS * (WORDS - 1) / 2)
    abort();
  total = sum(words + 1, WORDS); // @beyond
  free(words);
  return 0;
}
