/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers that follow from a seed, the same on every machine (SplitMix64). */
#ifndef SEEP_TESTS_SUPPORT_RANDOM_H
#define SEEP_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

struct random {
  uint64_t state;
};

static inline uint64_t random_word(struct random *random)
{
  uint64_t word = random->state += UINT64_C(0x9e3779b97f4a7c15);
  word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
  return word ^ word >> 31;
}

/* Below `end`, which is not zero. */
static inline unsigned random_below(struct random *random, unsigned end)
{
  return (unsigned)(random_word(random) % end);
}

#endif
