/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/full_checks.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/foreign_file.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/text_pool.h"

#define REMEDY "; remove it, and all tests are checked fully once"

struct full_checks {
  htab_t by_key;           /* struct full_check */
  struct text_pool *texts; /* all that the checks point to */
};

HASHED(check, struct full_check, HASH(key, 0), SAME(key))

void full_checks_create(struct full_checks **ret)
{
  struct full_checks *checks = memory_zeroed(1, sizeof *checks);
  checks->by_key = HASH_TABLE(check, 64, NULL);
  checks->texts = text_pool_create();
  *ret = checks;
}

void full_checks_destroy(struct full_checks *checks)
{
  if (!checks)
    return;
  hash_table_delete(checks->by_key);
  text_pool_destroy(checks->texts);
  free(checks);
}

const struct full_check *full_checks_find(const struct full_checks *checks, uint64_t key)
{
  const struct full_check wanted = {.key = key};
  return htab_find(checks->by_key, &wanted);
}

void full_checks_put(struct full_checks *checks, const struct full_check *check)
{
  struct full_check *made = text_pool_allocate(checks->texts, sizeof *made);
  struct full_file *files = text_pool_allocate(checks->texts, check->count * sizeof *files);
  for (size_t i = 0; i < check->count; i++) {
    files[i] = check->files[i];
    files[i].path = text_pool_keep(checks->texts, files[i].path);
  }
  *made = *check;
  made->files = files;
  *htab_find_slot(checks->by_key, made, INSERT) = made;
}

void full_checks_note_seen(struct full_checks *checks, uint64_t key, uint64_t time_ns)
{
  const struct full_check wanted = {.key = key};
  struct full_check *known = htab_find(checks->by_key, &wanted);
  if (known && known->seen_ns < time_ns)
    known->seen_ns = time_ns;
}

static int list_check(void **slot, void *context)
{
  const struct full_check ***next = context;
  *(*next)++ = *slot;
  return 1;
}

const struct full_check **full_checks_list(const struct full_checks *checks, size_t *ret_count)
{
  *ret_count = htab_elements(checks->by_key);
  const struct full_check **list = memory_zeroed(*ret_count + 1, sizeof(struct full_check *)), **next = list;
  htab_traverse(checks->by_key, list_check, &next);
  return list;
}

/* --- reading --- */

static void take_entry(struct full_checks *checks, const struct full_state *state, const struct full_state_entry *entry)
{
  struct full_check check = {.key = entry->key, .checked_ns = entry->checked_ns, .seen_ns = entry->seen_ns};
  struct full_file *files = memory_zeroed(entry->count + 1, sizeof *files);
  memcpy(check.statuses, entry->statuses, sizeof check.statuses);
  for (; check.count < entry->count; check.count++) {
    const struct full_state_file *file = full_state_member(state, entry, check.count);
    files[check.count] =
      (struct full_file){.path = full_state_path(state, file), .identity = file->identity, .sum = file->sum};
  }
  check.files = files;
  full_checks_put(checks, &check);
  free(files);
}

static struct error *take_state(struct full_checks *checks, const char *path, const char *data, size_t size,
                                bool *ret_is_other)
{
  struct full_state state;
  struct full_state_fault fault;
  const struct full_state_header *header = (const void *)data;
  *ret_is_other = size >= sizeof *header && header->magic == FULL_STATE_MAGIC && header->version != FULL_STATE_VERSION;
  if (size == 0 || *ret_is_other)
    return NULL;
  if (!full_state_open(data, size, &state, &fault) || !full_state_check(&state, &fault))
    return error_format("%s: byte %zu: %s" REMEDY, path, fault.at, fault.what);
  for (uint64_t i = 0; i < state.header->entries; i++)
    take_entry(checks, &state, &state.entries[i]);
  return NULL;
}

struct error *full_checks_read(const char *path, struct full_checks **ret, bool *ret_is_other)
{
  char *data = NULL;
  size_t size = 0;
  *ret_is_other = false;
  RETURN_IF_ERROR(foreign_file_read(path, FULL_STATE_MAX_BYTES, &data, &size));
  full_checks_create(ret);
  struct error *error = take_state(*ret, path, data, size, ret_is_other);
  free(data);
  if (error)
    full_checks_destroy(*ret);
  return error;
}

/* --- files that were made again --- */

HASHED(file, struct full_file, HASH_TEXT(path) + (hashval_t)x->sum, SAME(sum) && SAME_TEXT(path))

/* What a path of these contents is now; as it was, if they are others. */
static void refresh_file(struct full_file *file, uint64_t time_ns)
{
  struct file_identity now;
  uint64_t sum;
  if (file_identity_of(file->path, &now) && now.bytes == file->identity.bytes &&
      !file_identity_is_equal(&now, &file->identity) && file_identity_is_settled(&now, time_ns) &&
      file_identity_sum(file->path, &now, &sum) && sum == file->sum)
    file->identity = now;
}

struct refreshing {
  htab_t files; /* struct full_file, those that were looked at */
  uint64_t time_ns;
};

static int refresh_check(void **slot, void *context)
{
  struct refreshing *refreshing = context;
  struct full_check *check = *slot;
  struct full_file *files = (struct full_file *)check->files;
  for (size_t i = 0; i < check->count; i++) {
    void **known = htab_find_slot(refreshing->files, &files[i], INSERT);
    if (!*known) {
      refresh_file(&files[i], refreshing->time_ns);
      *known = &files[i];
    }
    files[i].identity = ((struct full_file *)*known)->identity;
  }
  return 1;
}

void full_checks_refresh(struct full_checks *checks, uint64_t time_ns)
{
  struct refreshing refreshing = {.files = HASH_TABLE(file, 64, NULL), .time_ns = time_ns};
  htab_traverse(checks->by_key, refresh_check, &refreshing);
  hash_table_delete(refreshing.files);
}
