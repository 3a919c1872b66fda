// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of one word are stored by different places: of those that are used, the last place where one was stored.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_partial.c:@use)
// expect: /The value was in the global variable "word[^"]*"; it was stored there in store_(low|high)\(\)/
// expect: Uninitialised value was created by a heap allocation
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_partial.c:@other)
// expect: /The value was in the global variable "word[^"]*"; it was stored there in store_high\(\) \(path_partial.c:@high\)\./
#include <stdint.h>
#include "undefined.h"
static union {
  uint64_t all;
  uint32_t halves[2];
  uint8_t bytes[8];
} word;
static NOINLINE void store_low(const uint8_t *origin)
{
  word.bytes[0] = origin[3];
  word.bytes[1] = origin[4];
}
static NOINLINE void store_high(const uint8_t *origin)
{
  word.halves[1] = origin[5]; // @high
}
int main(void)
{
  uint8_t *origin = malloc(1337);
  store_low(origin);
  store_high(origin);
  free(origin);
  DECIDE(word.all == 77); // @use
  DECIDE(word.halves[1] == 77); // @other
  return 0;
}
