/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared/base/mix.h"

enum { LANES = 4, TURN = 29, OTHER_TURN = 43 };

static const uint64_t odd = 0x9e3779b97f4a7c15;

static uint64_t step(uint64_t lane, uint64_t word)
{
  lane = (lane ^ word) * odd;
  return lane << TURN | lane >> (64 - TURN);
}

uint64_t mix_words(const void *data, size_t bytes, uint64_t seed)
{
  const uint64_t *words = data;
  size_t count = bytes / sizeof *words, i = 0;
  uint64_t lanes[LANES] = {seed, seed + odd, seed + 2 * odd, seed + 3 * odd};
  for (; i + LANES <= count; i += LANES)
    for (unsigned lane = 0; lane < LANES; lane++)
      lanes[lane] = step(lanes[lane], words[i + lane]);
  for (; i < count; i++)
    lanes[i % LANES] = step(lanes[i % LANES], words[i]);
  uint64_t sum = bytes * odd;
  for (unsigned lane = 0; lane < LANES; lane++)
    sum = step(sum, lanes[lane]);
  sum ^= sum >> OTHER_TURN;
  sum *= odd;
  return sum ^ sum >> TURN;
}
