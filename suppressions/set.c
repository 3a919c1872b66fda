/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set is a list of entries in the order they were loaded. The index over them is built when it is first needed after
 * a load. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/entry.h"

/* --- kinds --- */

static const struct kind kinds[] = {
#define KIND(name, canonical, owner, extra) {name, canonical, KIND_##owner, KIND_EXTRA_##extra},
#include "suppressions/suppression_kinds.def"
#undef KIND
};

const struct kind *kind_find(const char *name)
{
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].name, name) == 0)
      return &kinds[i];
  return NULL;
}

const char *kind_tool(const struct kind *kind)
{
  static const char *const tools[] = {[KIND_TOOL] = "Memcheck", [KIND_CORE] = "CoreError", [KIND_SEEP] = "Seep"};
  return tools[kind->owner];
}

static const struct leak_word {
  const char *name;
  enum suppressions_leak_kind kind;
} leak_words[] = {
  {"definite", SUPPRESSIONS_DEFINITE},
  {"indirect", SUPPRESSIONS_INDIRECT},
  {"possible", SUPPRESSIONS_POSSIBLE},
  {"reachable", SUPPRESSIONS_REACHABLE},
};
enum { LEAK_WORDS = sizeof leak_words / sizeof *leak_words };

const char *leak_kind_name(enum suppressions_leak_kind kind)
{
  for (size_t i = 0; i < LEAK_WORDS; i++)
    if (leak_words[i].kind == kind)
      return leak_words[i].name;
  return NULL;
}

unsigned leak_kind_bit(const char *name)
{
  for (size_t i = 0; i < LEAK_WORDS; i++)
    if (strcmp(leak_words[i].name, name) == 0)
      return leak_words[i].kind;
  return 0;
}

/* --- lists and entries --- */

void pointer_list_add(struct pointer_list *list, void *item)
{
  *NEW_ITEM(list->items, list->count, list->capacity) = item;
}

struct entry *entry_create(void)
{
  struct entry *entry = memory_zeroed(1, sizeof *entry);
  entry->leak_kinds = LEAK_KINDS_ALL;
  return entry;
}

void entry_destroy(struct entry *entry)
{
  for (size_t i = 0; i < entry->location_count; i++)
    free(entry->locations[i].text);
  free(entry->locations);
  free(entry->name);
  free(entry->remarks);
  free(entry->extra);
  extensions_deinit(&entry->extensions);
  free(entry);
}

/* Remove all but the first `count` entries and file names. */
static void truncate_set(struct suppressions *set, size_t entry_count, size_t file_count)
{
  while (set->entries.count > entry_count)
    entry_destroy(set->entries.items[--set->entries.count]);
  while (set->file_names.count > file_count)
    free(set->file_names.items[--set->file_names.count]);
}

/* --- the set --- */

struct suppressions *set_create(void)
{
  return memory_zeroed(1, sizeof(struct suppressions));
}

void suppressions_create(struct suppressions **ret)
{
  *ret = set_create();
}

void suppressions_destroy(struct suppressions *set)
{
  if (!set)
    return;
  index_destroy(set->index);
  truncate_set(set, 0, 0);
  for (size_t i = 0; i < set->search_dirs.count; i++)
    free(set->search_dirs.items[i]);
  free(set->search_dirs.items);
  free(set->sets_dir);
  free(set->entries.items);
  free(set->file_names.items);
  free(set);
}

void suppressions_add_search_dir(struct suppressions *set, const char *directory)
{
  pointer_list_add(&set->search_dirs, print_text("%s/", directory));
}

void suppressions_set_own_dir(struct suppressions *set, const char *own_dir)
{
  free(set->sets_dir);
  set->sets_dir = print_text("%s/sets", own_dir);
}

const char *set_keep_file_name(struct suppressions *set, const char *name)
{
  char *copy = memory_text(name);
  pointer_list_add(&set->file_names, copy);
  return copy;
}

void suppressions_set_frame_limit(struct suppressions *set, size_t frames)
{
  set->frame_limit = frames;
}

/* Cut the entry to its first `limit` locations, but never so far that only "..." is left. */
static void limit_locations(struct entry *entry, size_t limit)
{
  size_t concrete = 0;
  while (entry->locations[concrete].type == LOCATION_ANY)
    concrete++;
  if (limit <= concrete)
    limit = concrete + 1;
  while (entry->location_count > limit)
    free(entry->locations[--entry->location_count].text);
}

/* Keep what a load added since the set had `entry_count` entries, or nothing of it. */
static struct error *finish_load(struct suppressions *set, struct error *error, size_t entry_count, size_t file_count)
{
  if (error) {
    truncate_set(set, entry_count, file_count);
    return error;
  }
  for (size_t i = entry_count; set->frame_limit > 0 && i < set->entries.count; i++)
    limit_locations(set->entries.items[i], set->frame_limit);
  index_destroy(set->index);
  set->index = NULL;
  return NULL;
}

struct error *suppressions_load(struct suppressions *set, const char *path)
{
  size_t entry_count = set->entries.count, file_count = set->file_names.count;
  return finish_load(set, load_file(set, path), entry_count, file_count);
}

struct error *suppressions_load_text(struct suppressions *set, const char *name, const char *text, size_t size)
{
  size_t entry_count = set->entries.count, file_count = set->file_names.count;
  return finish_load(set, load_text(set, name, text, size), entry_count, file_count);
}

size_t set_match(struct suppressions *set, const struct suppressions_finding *finding, const unsigned **ret)
{
  if (!set->index)
    set->index = index_create(set);
  return index_match(set->index, finding, ret);
}

void suppressions_match_all(struct suppressions *set, const struct suppressions_finding *finding, const unsigned **ret,
                            size_t *ret_count)
{
  *ret_count = set_match(set, finding, ret);
}

void suppressions_match(struct suppressions *set, const struct suppressions_finding *finding, struct suppression **ret)
{
  const unsigned *found;
  const size_t count = set_match(set, finding, &found);
  *ret = count > 0 ? &((struct entry *)set->entries.items[found[0]])->shown : NULL;
}

void suppressions_count_use(struct suppression *suppression, uint64_t count, uint64_t bytes, uint64_t blocks)
{
  suppression->used_count += count;
  suppression->used_bytes += bytes;
  suppression->used_blocks += blocks;
}

size_t suppressions_size(const struct suppressions *set)
{
  return set->entries.count;
}

const struct suppression *suppressions_at(const struct suppressions *set, size_t index)
{
  const struct entry *entry = set->entries.items[index];
  return &entry->shown;
}
