/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wagner and Fischer's table, of which three rows are kept: the third is for two letters in the wrong order (optimal
 * string alignment). */
#include "host/base/nearest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 64 };

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

static size_t distance_between(const char *a, size_t a_length, const char *b)
{
  const size_t b_length = strlen(b);
  size_t rows[3][LONGEST + 1], *last = rows[0], *row = rows[1], *before_last = rows[2];
  if (a_length > LONGEST || b_length > LONGEST)
    return SIZE_MAX;
  for (size_t j = 0; j <= b_length; j++)
    last[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      row[j] = smaller(smaller(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = smaller(row[j], before_last[j - 2] + 1);
    }
    size_t *const oldest = before_last;
    before_last = last;
    last = row;
    row = oldest;
  }
  return last[b_length];
}

void nearest_offer(struct nearest *nearest, const char *word)
{
  const size_t distance = distance_between(nearest->typed, nearest->length, word);
  if (!nearest->word || distance < nearest->distance) {
    nearest->word = word;
    nearest->distance = distance;
  }
}

const char *nearest_word(const struct nearest *nearest)
{
  const size_t most = (nearest->length + 1) / 3;
  return nearest->word && nearest->distance <= most ? nearest->word : NULL;
}
