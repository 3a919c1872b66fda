// SPDX-License-Identifier: GPL-2.0-or-later
// Constant-time code done right is silent: selecting and comparing with masks, and declassifying the result.
// build: -O2
// run:
// reject: Conditional jump
// reject: Use of uninitialised
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdint.h>
#include <valgrind/memcheck.h>
static NOINLINE uint64_t choose(uint64_t bit, uint64_t if_set, uint64_t if_clear)
{
  uint64_t mask = -bit;
  __asm__("" : "+r"(mask));
  return (if_set & mask) | (if_clear & ~mask);
}
static NOINLINE uint64_t differs(const unsigned char *a, const unsigned char *b, int size)
{
  uint64_t all = 0;
  for (int i = 0; i < size; i++)
    all |= a[i] ^ b[i];
  __asm__("" : "+r"(all));
  return (all | -all) >> 63;
}
int main(void)
{
  unsigned char secret[16] = "fifteen letters", guess[16] = "fifteen letterz";
  uint64_t key = 1;
  VALGRIND_MAKE_MEM_UNDEFINED(secret, sizeof secret);
  VALGRIND_MAKE_MEM_UNDEFINED(&key, sizeof key);
  uint64_t chosen = choose(key & 1, 10, 20), different = differs(secret, guess, sizeof secret);
  VALGRIND_MAKE_MEM_DEFINED(&chosen, sizeof chosen);
  VALGRIND_MAKE_MEM_DEFINED(&different, sizeof different);
  return chosen == 10 && different == 1 ? 0 : 1;
}
