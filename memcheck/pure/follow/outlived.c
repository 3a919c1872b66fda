/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kinds are numbered as they come, and found by a hash table of their keys. Blocks that keep no loss have no entry of
 * their own. */
#include "memcheck/pure/follow/outlived.h"

#include "memcheck/pure/base/env.h"

enum { FIRST_CAPACITY = 1 << 10 };

struct kind {
  uint64_t key;
  uint32_t number; /* 0: this place of the table is free */
};

struct kept {
  unsigned count;
  struct reference_event events[OUTLIVED_KEPT];
};

struct outlived {
  struct kind *table;
  size_t capacity;  /* a power of two */
  uint32_t *counts; /* by number */
  uint32_t kinds, counts_capacity;
  struct kept **kept; /* by block */
  followed_id kept_limit;
};

struct outlived *outlived_create(void)
{
  struct outlived *outlived = env_allocate("outlived", sizeof *outlived);
  *outlived = (struct outlived){.capacity = FIRST_CAPACITY};
  outlived->table = env_map_pages(FIRST_CAPACITY * sizeof *outlived->table);
  return outlived;
}

void outlived_destroy(struct outlived *outlived)
{
  for (followed_id id = 0; id < outlived->kept_limit; id++)
    env_free(outlived->kept[id]);
  env_free(outlived->kept);
  env_free(outlived->counts);
  env_unmap_pages(outlived->table, outlived->capacity * sizeof *outlived->table);
  env_free(outlived);
}

/* At least as large as asked for; what is new is zero. */
static void *grown(void *old, size_t old_bytes, size_t bytes)
{
  char *larger = env_allocate("outlived", bytes);
  if (old)
    memcpy(larger, old, old_bytes);
  memset(larger + old_bytes, 0, bytes - old_bytes);
  env_free(old);
  return larger;
}

/* --- kinds --- */

static struct kind *place_of(const struct outlived *outlived, uint64_t key)
{
  size_t i = (key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (outlived->capacity - 1);
  while (outlived->table[i].number != 0 && outlived->table[i].key != key)
    i = (i + 1) & (outlived->capacity - 1);
  return &outlived->table[i];
}

static void grow_table(struct outlived *outlived)
{
  struct kind *old = outlived->table;
  const size_t capacity = outlived->capacity;
  outlived->capacity *= 2;
  outlived->table = env_map_pages(outlived->capacity * sizeof *old);
  for (size_t i = 0; i < capacity; i++)
    if (old[i].number != 0)
      *place_of(outlived, old[i].key) = old[i];
  env_unmap_pages(old, capacity * sizeof *old);
}

uint32_t outlived_kind(struct outlived *outlived, uint64_t key)
{
  struct kind *kind = place_of(outlived, key);
  if (kind->number != 0)
    return kind->number;
  if (2 * ((size_t)outlived->kinds + 1) > outlived->capacity) {
    grow_table(outlived);
    kind = place_of(outlived, key);
  }
  *kind = (struct kind){.key = key, .number = ++outlived->kinds};
  if (outlived->kinds >= outlived->counts_capacity) {
    const uint32_t capacity = 2 * outlived->kinds + 64;
    outlived->counts = grown(outlived->counts, outlived->counts_capacity * sizeof *outlived->counts,
                             capacity * sizeof *outlived->counts);
    outlived->counts_capacity = capacity;
  }
  return outlived->kinds;
}

uint32_t outlived_count(const struct outlived *outlived, uint32_t kind)
{
  return kind <= outlived->kinds && kind != 0 ? outlived->counts[kind] : 0;
}

void outlived_change(struct outlived *outlived, uint32_t kind, int change)
{
  if (kind <= outlived->kinds && kind != 0)
    outlived->counts[kind] += (uint32_t)change;
}

/* --- losses --- */

static struct kept *entry_of(struct outlived *outlived, followed_id id)
{
  if (id >= outlived->kept_limit) {
    const followed_id limit = 2 * id + 64;
    outlived->kept =
      grown(outlived->kept, outlived->kept_limit * sizeof *outlived->kept, limit * sizeof *outlived->kept);
    outlived->kept_limit = limit;
  }
  if (!outlived->kept[id]) {
    outlived->kept[id] = env_allocate("outlived", sizeof *outlived->kept[id]);
    outlived->kept[id]->count = 0;
  }
  return outlived->kept[id];
}

/* Instead of the one that was stored first, if there is no room. */
static void keep(struct kept *kept, const struct reference_event *event)
{
  unsigned oldest = 0;
  if (kept->count < OUTLIVED_KEPT) {
    kept->events[kept->count++] = *event;
    return;
  }
  for (unsigned i = 1; i < OUTLIVED_KEPT; i++)
    if (kept->events[i].stored_time < kept->events[oldest].stored_time)
      oldest = i;
  if (kept->events[oldest].stored_time < event->stored_time)
    kept->events[oldest] = *event;
}

void outlived_note(struct outlived *outlived, followed_id id, const struct reference_event *event, bool may_be_owner)
{
  outlived_change(outlived, event->kind, 1);
  if (may_be_owner)
    keep(entry_of(outlived, id), event);
}

void outlived_moved_on(struct outlived *outlived, followed_id id)
{
  struct kept *kept = id < outlived->kept_limit ? outlived->kept[id] : NULL;
  unsigned latest = 0;
  if (!kept)
    return;
  for (unsigned i = 1; i < kept->count; i++)
    if (kept->events[i].time > kept->events[latest].time)
      latest = i;
  kept->events[latest].was_moved_on = true;
}

void outlived_forget(struct outlived *outlived, followed_id id)
{
  if (id >= outlived->kept_limit)
    return;
  env_free(outlived->kept[id]);
  outlived->kept[id] = NULL;
}

const struct reference_event *outlived_of(const struct outlived *outlived, followed_id id, unsigned number)
{
  const struct kept *kept = id < outlived->kept_limit ? outlived->kept[id] : NULL;
  return kept && number < kept->count ? &kept->events[number] : NULL;
}
