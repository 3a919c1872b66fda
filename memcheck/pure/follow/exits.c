/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Watched words are in a hash table, each with a list of its blocks. Few words are watched at a time, one for each
 * frame at work at most, but there may be many blocks at one: a loop may drop one after the other. */
#include "memcheck/pure/follow/exits.h"

#include "memcheck/pure/base/env.h"

enum { WORD = 8, FIRST_CAPACITY = 1 << 8 };

/* By id. */
struct watched {
  uint64_t word;                       /* 0: it is not watched */
  followed_id next, previous;          /* at the same word; 0: none */
  uint32_t exit_count;                 /* all there were */
  struct frame_exit exits[EXITS_KEPT]; /* in turn */
};

struct watched_word {
  uint64_t word; /* 0: this place of the table is free */
  followed_id first;
};

struct exits {
  struct watched_word *table;
  size_t capacity, words; /* capacity: a power of two */
  struct watched *watched;
  followed_id limit;
  size_t count;
};

struct exits *exits_create(void)
{
  struct exits *exits = env_allocate("exits", sizeof *exits);
  *exits = (struct exits){.capacity = FIRST_CAPACITY};
  exits->table = env_map_pages(exits->capacity * sizeof *exits->table);
  return exits;
}

void exits_destroy(struct exits *exits)
{
  env_free(exits->watched);
  env_unmap_pages(exits->table, exits->capacity * sizeof *exits->table);
  env_free(exits);
}

/* --- words --- */

static size_t home_of(const struct exits *exits, uint64_t word)
{
  return (word * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (exits->capacity - 1);
}

static struct watched_word *place_of(const struct exits *exits, uint64_t word)
{
  size_t i = home_of(exits, word);
  while (exits->table[i].word != 0 && exits->table[i].word != word)
    i = (i + 1) & (exits->capacity - 1);
  return &exits->table[i];
}

static void grow_table(struct exits *exits)
{
  struct watched_word *old = exits->table;
  const size_t capacity = exits->capacity;
  exits->capacity *= 2;
  exits->table = env_map_pages(exits->capacity * sizeof *old);
  for (size_t i = 0; i < capacity; i++)
    if (old[i].word != 0)
      *place_of(exits, old[i].word) = old[i];
  env_unmap_pages(old, capacity * sizeof *old);
}

static struct watched_word *make_word(struct exits *exits, uint64_t word)
{
  if (2 * (exits->words + 1) > exits->capacity)
    grow_table(exits);
  struct watched_word *place = place_of(exits, word);
  exits->words += place->word == 0;
  place->word = word;
  return place;
}

/* What lies behind a free place moves up, if its home is not in between. */
static void remove_word(struct exits *exits, struct watched_word *place)
{
  const size_t mask = exits->capacity - 1;
  size_t gap = (size_t)(place - exits->table);
  for (size_t i = (gap + 1) & mask; exits->table[i].word != 0; i = (i + 1) & mask) {
    const size_t home = home_of(exits, exits->table[i].word);
    if (((i - home) & mask) < ((i - gap) & mask))
      continue;
    exits->table[gap] = exits->table[i];
    gap = i;
  }
  exits->table[gap] = (struct watched_word){0};
  exits->words--;
}

/* --- blocks --- */

static struct watched *entry_of(struct exits *exits, followed_id id)
{
  if (id >= exits->limit) {
    const followed_id limit = 2 * id + 64;
    struct watched *larger = env_allocate("exits", limit * sizeof *larger);
    memset(larger, 0, limit * sizeof *larger);
    if (exits->watched)
      memcpy(larger, exits->watched, exits->limit * sizeof *larger);
    env_free(exits->watched);
    exits->watched = larger;
    exits->limit = limit;
  }
  return &exits->watched[id];
}

static void watch(struct exits *exits, followed_id id, uint64_t word)
{
  struct watched *entry = entry_of(exits, id);
  if (word == 0)
    return;
  struct watched_word *place = make_word(exits, word);
  entry->word = word;
  entry->previous = 0;
  entry->next = place->first;
  if (place->first != 0)
    exits->watched[place->first].previous = id;
  place->first = id;
  exits->count++;
}

static void stop_watching(struct exits *exits, followed_id id)
{
  struct watched *entry = entry_of(exits, id);
  if (entry->word == 0)
    return;
  if (entry->next != 0)
    exits->watched[entry->next].previous = entry->previous;
  if (entry->previous != 0) {
    exits->watched[entry->previous].next = entry->next;
  } else {
    struct watched_word *place = place_of(exits, entry->word);
    place->first = entry->next;
    if (place->first == 0)
      remove_word(exits, place);
  }
  entry->word = 0;
  exits->count--;
}

void exits_end(struct exits *exits, followed_id id)
{
  if (id >= exits->limit)
    return;
  stop_watching(exits, id);
  exits->watched[id].exit_count = 0;
}

void exits_begin(struct exits *exits, followed_id id, uint64_t word)
{
  exits_end(exits, id);
  watch(exits, id, word);
}

void exits_give_up(struct exits *exits, followed_id id)
{
  exits_end(exits, id);
}

void exits_move_on(struct exits *exits, followed_id id, struct frame_exit exit, uint64_t outwards)
{
  stop_watching(exits, id);
  struct watched *entry = entry_of(exits, id);
  entry->exits[entry->exit_count++ % EXITS_KEPT] = exit;
  watch(exits, id, outwards);
}

/* --- */

bool exits_next_in(const struct exits *exits, uint64_t start, uint64_t end, uint64_t *ret_word)
{
  uint64_t lowest = UINT64_MAX;
  if (exits->words == 0)
    return false;
  if ((end - start) / WORD <= exits->words) {
    for (uint64_t word = (start + WORD - 1) & ~(uint64_t)(WORD - 1); word < end && lowest == UINT64_MAX; word += WORD)
      if (place_of(exits, word)->word != 0)
        lowest = word;
  } else {
    for (size_t i = 0; i < exits->capacity; i++) {
      const uint64_t word = exits->table[i].word;
      if (word != 0 && word >= start && word < end && word < lowest)
        lowest = word;
    }
  }
  *ret_word = lowest;
  return lowest != UINT64_MAX;
}

followed_id exits_watched_at(const struct exits *exits, uint64_t word)
{
  return place_of(exits, word)->first;
}

const struct frame_exit *exits_of(const struct exits *exits, followed_id id, unsigned number)
{
  if (id >= exits->limit || number >= EXITS_KEPT || number >= exits->watched[id].exit_count)
    return NULL;
  return &exits->watched[id].exits[(exits->watched[id].exit_count - 1 - number) % EXITS_KEPT];
}

size_t exits_count(const struct exits *exits)
{
  return exits->count;
}

bool exits_are_valid(const struct exits *exits)
{
  size_t words = 0, listed = 0, watched = 0;
  for (size_t i = 0; i < exits->capacity; i++) {
    words += exits->table[i].word != 0;
    for (followed_id id = exits->table[i].first; id != 0; id = exits->watched[id].next, listed++)
      if (exits->watched[id].word != exits->table[i].word || place_of(exits, exits->table[i].word) != &exits->table[i])
        return false;
  }
  for (followed_id id = 0; id < exits->limit; id++)
    watched += exits->watched[id].word != 0;
  return words == exits->words && listed == exits->count && watched == exits->count;
}
