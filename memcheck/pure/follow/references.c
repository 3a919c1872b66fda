/* SPDX-License-Identifier: GPL-2.0-or-later */
/* References are in a hash table by their words' addresses. Beside it, references are counted by lines of memory, so
 * that nothing is looked up in lines that have none; lines far apart may share a count. */
#include "memcheck/pure/follow/references.h"

#include "memcheck/pure/base/env.h"

enum {
  WORD = 8,
  LINE_BITS = 8, /* log2 of bytes */
  LINE_COUNTS = 1 << 16,
  FIRST_CAPACITY = 1 << 10,
};

struct references {
  struct reference *table;
  size_t capacity, count; /* capacity: a power of two */
  uint32_t *line_counts;
  struct followed *followed; /* by id; the first one is unused */
  followed_id followed_limit, followed_capacity, free_ids; /* `block` of a free one is the next of these */
  uint64_t time;
  uint32_t serial;
};

struct references *references_create(void)
{
  struct references *references = env_allocate("references", sizeof *references);
  *references = (struct references){.capacity = FIRST_CAPACITY, .followed_limit = 1};
  references->table = env_map_pages(FIRST_CAPACITY * sizeof *references->table);
  references->line_counts = env_map_pages(LINE_COUNTS * sizeof *references->line_counts);
  return references;
}

void references_destroy(struct references *references)
{
  for (followed_id id = 1; id < references->followed_limit; id++)
    env_free(references->followed[id].events);
  env_free(references->followed);
  env_unmap_pages(references->table, references->capacity * sizeof *references->table);
  env_unmap_pages(references->line_counts, LINE_COUNTS * sizeof *references->line_counts);
  env_free(references);
}

/* --- followed blocks --- */

struct followed *references_followed(struct references *references, followed_id id)
{
  return &references->followed[id];
}

followed_id references_limit(const struct references *references)
{
  return references->followed_limit;
}

static followed_id new_id(struct references *references)
{
  const followed_id id = references->free_ids;
  if (id != 0) {
    references->free_ids = references->followed[id].block;
    return id;
  }
  if (references->followed_limit >= references->followed_capacity) {
    const followed_id capacity = 2 * references->followed_limit + 64;
    struct followed *larger = env_allocate("references", capacity * sizeof *larger);
    if (references->followed)
      memcpy(larger, references->followed, references->followed_limit * sizeof *larger);
    env_free(references->followed);
    references->followed = larger;
    references->followed_capacity = capacity;
  }
  return references->followed_limit++;
}

followed_id references_follow(struct references *references, uint64_t start, uint64_t bytes, uint32_t block)
{
  const followed_id id = new_id(references);
  references->followed[id] =
    (struct followed){.start = start, .bytes = bytes, .block = block, .serial = ++references->serial, .is_live = true};
  return id;
}

static void release_if_unused(struct references *references, followed_id id)
{
  struct followed *followed = &references->followed[id];
  if (!followed->is_forgotten || followed->count > 0)
    return;
  followed->serial = 0;
  followed->block = references->free_ids;
  references->free_ids = id;
}

void references_end(struct references *references, followed_id id)
{
  struct followed *followed = &references->followed[id];
  followed->is_live = false;
  env_free(followed->events);
  followed->events = NULL;
  followed->event_count = 0;
}

void references_forget(struct references *references, followed_id id)
{
  references->followed[id].is_forgotten = true;
  release_if_unused(references, id);
}

/* --- words --- */

static uint32_t *line_count(const struct references *references, uint64_t address)
{
  const uint64_t line = address >> LINE_BITS;
  return &references->line_counts[(line ^ line >> 16) % LINE_COUNTS];
}

static size_t home_of(const struct references *references, uint64_t address)
{
  return (address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (references->capacity - 1);
}

static struct reference *place_of(const struct references *references, uint64_t address)
{
  size_t i = home_of(references, address);
  while (references->table[i].target != 0 && references->table[i].address != address)
    i = (i + 1) & (references->capacity - 1);
  return &references->table[i];
}

static void grow(struct references *references)
{
  struct reference *old = references->table;
  const size_t capacity = references->capacity;
  references->capacity *= 2;
  references->table = env_map_pages(references->capacity * sizeof *old);
  for (size_t i = 0; i < capacity; i++)
    if (old[i].target != 0)
      *place_of(references, old[i].address) = old[i];
  env_unmap_pages(old, capacity * sizeof *old);
}

struct reference *references_find(struct references *references, uint64_t address)
{
  if (*line_count(references, address) == 0)
    return NULL;
  struct reference *place = place_of(references, address);
  return place->target != 0 ? place : NULL;
}

void references_add(struct references *references, const struct reference *reference)
{
  ENV_CHECK(!references_find(references, reference->address) && reference->address % WORD == 0);
  if (4 * (references->count + 1) > 3 * references->capacity)
    grow(references);
  struct reference *place = place_of(references, reference->address);
  *place = *reference;
  place->stored_time = ++references->time;
  references->count++;
  ++*line_count(references, reference->address);
  struct followed *followed = &references->followed[reference->target];
  followed->count++;
  followed->count_outside += reference->holder == 0;
  followed->was_stored |= reference->holder != reference->target;
  if (reference->may_be_owner)
    followed->owner_stored_time = place->stored_time;
}

/* What lies behind a free place moves up, if its home is not in between. */
static void close_gap(struct references *references, size_t gap)
{
  const size_t mask = references->capacity - 1;
  for (size_t i = (gap + 1) & mask; references->table[i].target != 0; i = (i + 1) & mask) {
    const size_t home = home_of(references, references->table[i].address);
    if (((i - home) & mask) < ((i - gap) & mask))
      continue;
    references->table[gap] = references->table[i];
    gap = i;
  }
  references->table[gap] = (struct reference){0};
}

void references_remove(struct references *references, uint64_t address)
{
  struct reference *place = place_of(references, address);
  const struct reference gone = *place;
  close_gap(references, (size_t)(place - references->table));
  references->count--;
  --*line_count(references, address);
  struct followed *followed = &references->followed[gone.target];
  followed->count--;
  followed->count_outside -= gone.holder == 0;
  release_if_unused(references, gone.target);
}

/* Of a large range it is quicker to look at all there are. */
static bool next_of_all(struct references *references, uint64_t start, uint64_t end, uint64_t *ret_address)
{
  uint64_t lowest = UINT64_MAX;
  size_t cursor = 0;
  for (const struct reference *reference; (reference = references_next(references, &cursor)) != NULL;)
    if (reference->address >= start && reference->address < end && reference->address < lowest)
      lowest = reference->address;
  *ret_address = lowest;
  return lowest != UINT64_MAX;
}

bool references_next_in(struct references *references, uint64_t start, uint64_t end, uint64_t *ret_address)
{
  uint64_t address = (start + WORD - 1) & ~(uint64_t)(WORD - 1);
  if (references->count == 0 || address >= end)
    return false;
  if ((end - address) >> LINE_BITS > references->capacity)
    return next_of_all(references, address, end, ret_address);
  while (address < end) {
    if (*line_count(references, address) == 0) {
      address = ((address >> LINE_BITS) + 1) << LINE_BITS;
    } else if (place_of(references, address)->target != 0) {
      *ret_address = address;
      return true;
    } else {
      address += WORD;
    }
  }
  return false;
}

const struct reference *references_next(const struct references *references, size_t *cursor)
{
  while (*cursor < references->capacity) {
    const struct reference *reference = &references->table[(*cursor)++];
    if (reference->target != 0)
      return reference;
  }
  return NULL;
}

size_t references_count(const struct references *references)
{
  return references->count;
}

/* --- events --- */

bool references_may_be_last(const struct references *references, const struct reference *gone)
{
  const struct followed *target = &references->followed[gone->target];
  return target->is_live && target->count_outside == (gone->holder == 0);
}

void references_take_time(struct references *references, struct reference_event *event)
{
  event->time = ++references->time;
  event->holder_serial = event->holder != 0 ? references->followed[event->holder].serial : 0;
}

void references_note_event(struct references *references, followed_id target, struct reference_event event)
{
  struct followed *followed = &references->followed[target];
  if (!followed->is_live)
    return;
  if (!followed->events)
    followed->events = env_allocate("references", REFERENCE_EVENTS * sizeof *followed->events);
  followed->events[followed->event_count++ % REFERENCE_EVENTS] = event;
}

const struct reference_event *references_event(const struct followed *followed, unsigned number)
{
  if (number >= REFERENCE_EVENTS || number >= followed->event_count)
    return NULL;
  return &followed->events[(followed->event_count - 1 - number) % REFERENCE_EVENTS];
}

static bool is_among(const followed_id *ids, size_t count, followed_id id)
{
  for (size_t i = 0; i < count; i++)
    if (ids[i] == id)
      return true;
  return false;
}

static bool came_from_within(const struct references *references, const struct reference_event *event,
                             const followed_id *members, size_t count)
{
  return event->holder != 0 && references->followed[event->holder].serial == event->holder_serial &&
         is_among(members, count, event->holder);
}

const struct reference_event *references_loss(struct references *references, const followed_id *members, size_t count,
                                              followed_id *ret_target)
{
  const struct reference_event *last = NULL;
  for (size_t i = 0; i < count; i++) {
    const struct followed *followed = &references->followed[members[i]];
    for (unsigned number = 0;; number++) {
      const struct reference_event *event = references_event(followed, number);
      if (!event || (last && event->time < last->time))
        break;
      if (came_from_within(references, event, members, count))
        continue;
      last = event;
      *ret_target = members[i];
      break;
    }
  }
  return last;
}

/* --- cycles --- */

/* Adds what the words of a block point to and is not there yet. */
static size_t add_targets(struct references *references, followed_id id, followed_id *found, size_t count, size_t room)
{
  const struct followed *followed = &references->followed[id];
  uint64_t address = followed->start;
  for (; references_next_in(references, address, followed->start + followed->bytes, &address); address += WORD) {
    const followed_id target = place_of(references, address)->target;
    if (count < room && references->followed[target].is_live && !is_among(found, count, target))
      found[count++] = target;
  }
  return count;
}

static bool points_to_any(struct references *references, followed_id id, const followed_id *targets, size_t count)
{
  const struct followed *followed = &references->followed[id];
  uint64_t address = followed->start;
  for (; references_next_in(references, address, followed->start + followed->bytes, &address); address += WORD)
    if (is_among(targets, count, place_of(references, address)->target))
      return true;
  return false;
}

/* First all that it leads to; of these, again and again, those that lead to one that is known to lead back come to the
 * front. */
size_t references_cycle(struct references *references, followed_id id, followed_id *ret, size_t room)
{
  size_t found = 1, members = 1;
  ret[0] = id;
  for (size_t i = 0; i < found; i++)
    found = add_targets(references, ret[i], ret, found, room);
  for (size_t i = 1; i < found; i++) {
    if (i < members || !points_to_any(references, ret[i], ret, members))
      continue;
    const followed_id member = ret[i];
    ret[i] = ret[members];
    ret[members++] = member;
    i = members - 1;
  }
  return members;
}

/* --- */

bool references_is_valid(struct references *references)
{
  size_t count = 0, cursor = 0, targets = 0;
  for (const struct reference *reference; (reference = references_next(references, &cursor)) != NULL; count++)
    if (place_of(references, reference->address) != reference || reference->target >= references->followed_limit ||
        *line_count(references, reference->address) == 0)
      return false;
  for (followed_id id = 1; id < references->followed_limit; id++)
    targets += references->followed[id].count;
  return count == references->count && targets == count;
}
