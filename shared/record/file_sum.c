/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sum of each piece is seeded with that of the pieces before it. */
#include "shared/record/file_sum.h"

#include "shared/base/mix.h"

enum {
  PIECE_BYTES = 1 << 14,
  WORD_BYTES = sizeof(uint64_t),
  ENDS_BYTES = 1 << 25, /* how much of the beginning and of the end of a long file is read */
};

static bool add_piece(file_sum_read *read, void *context, uint64_t offset, size_t bytes, uint64_t *sum)
{
  uint64_t words[PIECE_BYTES / WORD_BYTES];
  size_t padded = (bytes + WORD_BYTES - 1) & ~(size_t)(WORD_BYTES - 1);
  words[padded / WORD_BYTES - 1] = 0;
  if (!read(context, offset, words, bytes))
    return false;
  *sum = mix_words(words, padded, *sum);
  return true;
}

static bool add_range(file_sum_read *read, void *context, uint64_t start, uint64_t end, uint64_t *sum)
{
  while (start < end) {
    size_t bytes = end - start < PIECE_BYTES ? (size_t)(end - start) : PIECE_BYTES;
    if (!add_piece(read, context, start, bytes, sum))
      return false;
    start += bytes;
  }
  return true;
}

uint64_t file_sum(file_sum_read *read, void *context, uint64_t file_bytes)
{
  uint64_t sum = file_bytes, middle = file_bytes / 2;
  uint64_t first_end = middle < ENDS_BYTES ? middle : ENDS_BYTES;
  uint64_t last_start = file_bytes - middle <= ENDS_BYTES ? first_end : file_bytes - ENDS_BYTES;
  if (!add_range(read, context, 0, first_end, &sum) || !add_range(read, context, last_start, file_bytes, &sum))
    return 0;
  return sum ? sum : 1;
}
