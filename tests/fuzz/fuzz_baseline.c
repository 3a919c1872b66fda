/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a baseline; after a NUL byte, another one. What is checked beside memory: a baseline is the same as itself, and
 * lowered to another one it is nowhere above either. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/gate/baseline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(struct error *error)
{
  if (!error)
    return;
  fprintf(stderr, "%s\n", error_message(error));
  abort();
}

static struct tally *parse(const uint8_t *data, size_t size)
{
  struct tally *tally = NULL;
  error_free(baseline_parse("fuzz.json", (const char *)data, size, &tally));
  return tally;
}

/* Are there only these changes, a set of 1 << enum tally_change? */
static void check_changes(const struct tally *before, const struct tally *after, unsigned changes)
{
  struct tally_difference *differences;
  size_t count;
  must(tally_compare(before, after, &differences, &count));
  for (size_t i = 0; i < count; i++)
    if (!(changes >> differences[i].change & 1))
      abort();
  free(differences);
}

static void update(const struct tally *before, const struct tally *now)
{
  struct tally *updated;
  struct baseline_changes changes;
  const unsigned lower = 1 << TALLY_SAME | 1 << TALLY_SHRUNK | 1 << TALLY_FIXED;
  must(baseline_update(before, now, false, &updated, &changes));
  if (changes.added + changes.raised > 0)
    abort();
  check_changes(before, updated, lower | 1 << TALLY_MOVED);
  check_changes(now, updated, lower);
  tally_destroy(updated);
  must(baseline_update(before, now, true, &updated, &changes));
  check_changes(now, updated, 1 << TALLY_SAME);
  tally_destroy(updated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
  size_t first = nul ? (size_t)(nul - data) : size;
  struct tally *before = parse(data, first), *now = nul ? parse(nul + 1, size - first - 1) : NULL;
  if (before)
    check_changes(before, before, 1 << TALLY_SAME);
  if (before && now)
    update(before, now);
  tally_destroy(before);
  tally_destroy(now);
  return 0;
}
