/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of a word as numbers. */
#include "memcheck/pure/follow/counts_private.h"

unsigned count_bytes_mask(unsigned first, unsigned bytes)
{
  return ((1u << bytes) - 1) << first;
}

int64_t count_bytes_value(uint64_t word, unsigned first, unsigned bytes)
{
  const unsigned unused = 64 - 8 * bytes;
  return (int64_t)(word >> 8 * first << unused) >> unused;
}

int64_t count_field_value(const struct count_field *field, uint64_t word)
{
  return count_bytes_value(word, field->first, field->bytes);
}

int count_bytes_change(uint64_t old, uint64_t value, unsigned first, unsigned bytes)
{
  const uint64_t before = (uint64_t)count_bytes_value(old, first, bytes);
  const uint64_t now = (uint64_t)count_bytes_value(value, first, bytes);
  const int64_t narrow = count_bytes_value(now - before, 0, bytes);
  return narrow >= -1 && narrow <= 1 ? (int)narrow : 2;
}
