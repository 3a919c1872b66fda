/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uses are counted process by process, as limits are for one process: a suite that grows must not break them. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "suppressions/entry.h"

bool suppressions_are_conditional(const struct suppressions *set)
{
  for (size_t i = 0; i < set->entries.count; i++)
    if (extensions_are_conditional(&((const struct entry *)set->entries.items[i])->extensions))
      return true;
  return false;
}

const char *suppressions_extension(const struct suppression *entry, const char *name)
{
  return extensions_text(&((const struct entry *)entry)->extensions, name);
}

bool suppressions_holds(const struct suppression *entry, const struct suppressions_context *context)
{
  return extensions_hold(&((const struct entry *)entry)->extensions, context);
}

static void raise_all(uint64_t most[EXTENSIONS], const uint64_t values[EXTENSIONS])
{
  for (size_t i = 0; i < EXTENSIONS; i++)
    if (values[i] > most[i])
      most[i] = values[i];
}

void suppressions_count_process(struct suppressions *set, const struct suppressions_context *context,
                                const struct suppressions_use *uses, size_t use_count)
{
  for (size_t i = 0; i < set->entries.count; i++) {
    struct entry *entry = set->entries.items[i];
    entry->shown.process_count += extensions_hold(&entry->extensions, context);
  }
  for (size_t i = 0; i < use_count; i++) {
    uses[i].entry->used_findings += uses[i].findings;
    raise_all(uses[i].entry->most, uses[i].amounts);
  }
}

/* --- sums --- */

static struct entry *add_copy(struct suppressions *set, const struct entry *entry)
{
  struct entry *copy = entry_create();
  copy->name = memory_text(entry->name);
  copy->extensions = extensions_copy(&entry->extensions);
  copy->shown.name = copy->name;
  copy->shown.file = set_keep_file_name(set, entry->shown.file);
  copy->shown.line = entry->shown.line;
  pointer_list_add(&set->entries, copy);
  return copy;
}

static struct entry *find_same(const struct suppressions *set, const struct entry *entry)
{
  for (size_t i = 0; i < set->entries.count; i++) {
    struct entry *other = set->entries.items[i];
    if (other->shown.line == entry->shown.line && strcmp(other->shown.file, entry->shown.file) == 0)
      return other;
  }
  return NULL;
}

void suppressions_add_counts(struct suppressions *sum, const struct suppressions *part)
{
  for (size_t i = 0; i < part->entries.count; i++) {
    const struct entry *entry = part->entries.items[i];
    if (!extensions_have_limits(&entry->extensions))
      continue;
    struct entry *same = find_same(sum, entry);
    if (!same)
      same = add_copy(sum, entry);
    same->shown.process_count += entry->shown.process_count;
    same->shown.used_findings += entry->shown.used_findings;
    raise_all(same->shown.most, entry->shown.most);
  }
}

/* --- what is broken --- */

void suppressions_find_unmet(const struct suppressions *set, time_t now, struct suppressions_unmet **ret,
                             size_t *ret_count)
{
  char today[sizeof "YYYY-MM-DD" + 16];
  struct tm day;
  struct suppressions_unmet *breaks = memory_zeroed(set->entries.count * EXTENSIONS, sizeof *breaks);
  strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &day));
  size_t count = 0;
  for (size_t i = 0; i < set->entries.count; i++) {
    const struct entry *entry = set->entries.items[i];
    count += extensions_check(&entry->extensions, &entry->shown, today, breaks + count);
  }
  *ret = breaks;
  *ret_count = count;
}

void suppressions_unmet_release(struct suppressions_unmet *breaks, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free(breaks[i].message);
  free(breaks);
}
