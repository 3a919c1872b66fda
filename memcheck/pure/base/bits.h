/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words as sets of bits. */
#ifndef SEEP_MEMCHECK_PURE_BASE_BITS_H
#define SEEP_MEMCHECK_PURE_BASE_BITS_H

#include <stdint.h>

/* Bits [first, end) of a word; first < end <= 64. */
static inline uint64_t bits_between(uint64_t first, uint64_t end)
{
  return ~UINT64_C(0) >> (64 - (end - first)) << first;
}

/* How many bits are set: by pairs, fours and bytes, as __builtin_popcountll() would call libgcc. */
static inline unsigned bits_count(uint64_t word)
{
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (unsigned)((word * 0x0101010101010101u) >> 56);
}

#endif
