/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uses are counted process by process, as limits are meant for one process: a suite that grows must not break them. */
#include <stdlib.h>

#include "suppressions/entry.h"

bool suppressions_are_conditional(const struct suppressions *set)
{
  for (size_t i = 0; i < set->entries.count; i++)
    if (extras_are_conditional(&((const struct entry *)set->entries.items[i])->extras))
      return true;
  return false;
}

static void raise_to(uint64_t *most, uint64_t value)
{
  if (value > *most)
    *most = value;
}

void suppressions_count_process(struct suppressions *set, const struct suppressions_context *context,
                                const struct suppressions_use *uses, size_t use_count)
{
  for (size_t i = 0; i < set->entries.count; i++) {
    struct entry *entry = set->entries.items[i];
    entry->shown.process_count += extras_hold(&entry->extras, context);
  }
  for (size_t i = 0; i < use_count; i++) {
    uses[i].entry->used_findings += uses[i].findings;
    raise_to(&uses[i].entry->most_bytes, uses[i].bytes);
    raise_to(&uses[i].entry->most_blocks, uses[i].blocks);
  }
}

struct error *suppressions_broken(const struct suppressions *set, time_t now, struct suppressions_break **ret,
                                  size_t *ret_count)
{
  char today[sizeof "YYYY-MM-DD" + 16];
  struct tm day;
  struct suppressions_break *breaks = calloc(set->entries.count * EXTRAS + 1, sizeof *breaks);
  if (!breaks)
    return error_no_memory();
  strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &day));
  size_t count = 0;
  for (size_t i = 0; i < set->entries.count; i++) {
    const struct entry *entry = set->entries.items[i];
    size_t added = 0;
    struct error *error = extras_check(&entry->extras, &entry->shown, today, breaks + count, &added);
    count += added;
    if (error) {
      suppressions_broken_release(breaks, count);
      return error;
    }
  }
  *ret = breaks;
  *ret_count = count;
  return NULL;
}

void suppressions_broken_release(struct suppressions_break *breaks, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free(breaks[i].message);
  free(breaks);
}
