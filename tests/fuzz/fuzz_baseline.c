/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a baseline; after a NUL byte, another one. What is checked beside memory: a baseline is the same as itself,
 * and lowered to another one it is nowhere above either. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "host/verdicts/gate/baseline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct counted_findings *parse(const uint8_t *data, size_t size)
{
  struct counted_findings *counted = NULL;
  error_free(baseline_parse("fuzz.json", (const char *)data, size, &counted));
  return counted;
}

/* Are there only these changes, a set of 1 << enum finding_change? */
static void check_changes(const struct counted_findings *before, const struct counted_findings *after, unsigned changes)
{
  struct finding_difference *differences;
  size_t count;
  counted_findings_compare(before, after, &differences, &count);
  for (size_t i = 0; i < count; i++)
    if (!(changes >> differences[i].change & 1))
      abort();
  free(differences);
}

static void update(const struct counted_findings *before, const struct counted_findings *now)
{
  struct counted_findings *updated;
  struct baseline_changes changes;
  const unsigned lower = 1 << FINDING_CHANGE_SAME | 1 << FINDING_CHANGE_SHRUNK | 1 << FINDING_CHANGE_FIXED;
  baseline_update(before, now, false, &updated, &changes);
  if (changes.added + changes.raised > 0)
    abort();
  check_changes(before, updated, lower | 1 << FINDING_CHANGE_MOVED);
  check_changes(now, updated, lower);
  counted_findings_destroy(updated);
  baseline_update(before, now, true, &updated, &changes);
  check_changes(now, updated, 1 << FINDING_CHANGE_SAME);
  counted_findings_destroy(updated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
  size_t first = nul ? (size_t)(nul - data) : size;
  struct counted_findings *before = parse(data, first), *now = nul ? parse(nul + 1, size - first - 1) : NULL;
  if (before)
    check_changes(before, before, 1 << FINDING_CHANGE_SAME);
  if (before && now)
    update(before, now);
  counted_findings_destroy(before);
  counted_findings_destroy(now);
  return 0;
}
