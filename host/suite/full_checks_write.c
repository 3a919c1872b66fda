/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that several checks have in common are written once: numbers lead to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/replace_file.h"
#include "host/suite/full_checks.h"
#include "host/suite/preload/full_state.h"

static const uint64_t kept_ns = UINT64_C(180) * 86400 * 1000000000;
enum { ENTRIES_MOST = 100000, WRITTEN_MOST = FULL_STATE_MAX_BYTES / 2 };

struct writing {
  const struct full_check **checks;
  size_t count;
  struct full_state_file *files;
  size_t file_count, file_capacity;
  uint64_t *members;
  size_t member_count, member_capacity;
  struct full_state_entry *entries;
  char *texts;
  size_t text_bytes;
  htab_t numbers; /* struct numbered */
};

struct numbered {
  const struct full_file *file;
  uint64_t number;
};

HASHED(numbered, struct numbered, htab_hash_string(x->file->path) + (hashval_t)x->file->sum,
       x->file->sum == y->file->sum && strcmp(x->file->path, y->file->path) == 0 &&
         file_identity_is_equal(&x->file->identity, &y->file->identity))

ORDER_POINTERS(by_time_seen, struct full_check, DOWN(seen_ns) ?: UP(key))
ORDER_POINTERS(by_key, struct full_check, UP(key))

/* As if no two had a file in common. */
static size_t most_bytes_of(const struct full_check *check)
{
  size_t bytes = sizeof(struct full_state_entry);
  for (size_t i = 0; i < check->count; i++)
    bytes += sizeof(uint64_t) + sizeof(struct full_state_file) + strlen(check->files[i].path) + 1;
  return bytes;
}

static void choose_checks(struct writing *writing, uint64_t now)
{
  size_t kept = 0;
  qsort(writing->checks, writing->count, sizeof(struct full_check *), by_time_seen);
  for (size_t bytes = 0; kept < writing->count && kept < ENTRIES_MOST; kept++) {
    const struct full_check *check = writing->checks[kept];
    bytes += most_bytes_of(check);
    if (bytes > WRITTEN_MOST || (check->seen_ns < now && now - check->seen_ns > kept_ns))
      break;
  }
  writing->count = kept;
  qsort(writing->checks, writing->count, sizeof(struct full_check *), by_key);
}

static uint64_t number_of_file(struct writing *writing, const struct full_file *file)
{
  const struct numbered wanted = {.file = file};
  void **slot = htab_find_slot(writing->numbers, &wanted, INSERT);
  if (*slot)
    return ((struct numbered *)*slot)->number;
  struct numbered *made = memory_zeroed(1, sizeof *made);
  const size_t bytes = strlen(file->path) + 1;
  *made = (struct numbered){.file = file, .number = writing->file_count};
  *slot = made;
  writing->texts = memory_resize(writing->texts, writing->text_bytes + bytes, 1);
  memcpy(writing->texts + writing->text_bytes, file->path, bytes);
  *NEW_ITEM(writing->files, writing->file_count, writing->file_capacity) =
    (struct full_state_file){.path = writing->text_bytes, .identity = file->identity, .sum = file->sum};
  writing->text_bytes += bytes;
  return made->number;
}

static void add_check(struct writing *writing, size_t index)
{
  const struct full_check *check = writing->checks[index];
  writing->entries[index] = (struct full_state_entry){.key = check->key,
                                                      .checked_ns = check->checked_ns,
                                                      .seen_ns = check->seen_ns,
                                                      .first = writing->member_count,
                                                      .count = check->count};
  memcpy(writing->entries[index].statuses, check->statuses, sizeof check->statuses);
  for (size_t i = 0; i < check->count; i++) {
    const uint64_t number = number_of_file(writing, &check->files[i]);
    *NEW_ITEM(writing->members, writing->member_count, writing->member_capacity) = number;
  }
}

/* The whole is a multiple of a number's size. */
static void pad_texts(struct writing *writing)
{
  const size_t padded = (writing->text_bytes + sizeof(uint64_t) - 1) & ~(sizeof(uint64_t) - 1);
  writing->texts = memory_resize(writing->texts, padded + 1, 1);
  memset(writing->texts + writing->text_bytes, 0, padded - writing->text_bytes);
  writing->text_bytes = padded;
}

static size_t put(char *data, size_t at, const void *part, size_t bytes)
{
  if (bytes > 0)
    memcpy(data + at, part, bytes);
  return at + bytes;
}

/* One piece of memory, as its sum is taken of it. */
static struct error *write_state(void *context, FILE *output)
{
  struct writing *writing = context;
  struct full_state state;
  struct full_state_header header = {
    .magic = FULL_STATE_MAGIC,
    .version = FULL_STATE_VERSION,
    .files = writing->file_count,
    .entries = writing->count,
    .members = writing->member_count,
    .text_bytes = writing->text_bytes,
  };
  const size_t file_bytes = writing->file_count * sizeof *writing->files;
  const size_t entry_bytes = writing->count * sizeof *writing->entries;
  const size_t member_bytes = writing->member_count * sizeof *writing->members;
  const size_t size = sizeof header + file_bytes + entry_bytes + member_bytes + writing->text_bytes;
  char *data = memory_allocate(size);
  size_t at = put(data, 0, &header, sizeof header);
  at = put(data, at, writing->files, file_bytes);
  at = put(data, at, writing->entries, entry_bytes);
  at = put(data, at, writing->members, member_bytes);
  put(data, at, writing->texts, writing->text_bytes);
  state.header = (const struct full_state_header *)data;
  ((struct full_state_header *)data)->sum = full_state_sum(&state);
  fwrite(data, 1, size, output);
  free(data);
  return NULL;
}

struct error *full_checks_write(const struct full_checks *checks, const char *path, uint64_t time_ns)
{
  struct writing writing = {.numbers = HASH_TABLE(numbered, 64, free)};
  writing.checks = full_checks_list(checks, &writing.count);
  choose_checks(&writing, time_ns);
  writing.entries = memory_zeroed(writing.count + 1, sizeof *writing.entries);
  for (size_t i = 0; i < writing.count; i++)
    add_check(&writing, i);
  pad_texts(&writing);
  struct error *error = replace_file(path, true, write_state, &writing);
  hash_table_delete(writing.numbers);
  free(writing.checks);
  free(writing.entries);
  free(writing.files);
  free(writing.members);
  free(writing.texts);
  return error;
}
