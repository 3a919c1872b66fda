/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Classes and blocks are in tables; what a word held before is kept beside it. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/follow/counts_private.h"

/* Words that have not changed by one in so many blocks never will. */
enum { QUIET_FREES = 64, COUNT_AT_FIRST_MAX = 8, FIRST_SLOTS = 256 };

static const uint64_t no_count_from = UINT64_C(1) << 24; /* no word that holds as much at first is a count */

struct counts *counts_create(const struct counts_stacks *stacks)
{
  struct counts *counts = env_allocate("counts", sizeof *counts);
  *counts = (struct counts){.stacks = *stacks, .slot_count = FIRST_SLOTS};
  counts->class_slots = env_map_pages(FIRST_SLOTS * sizeof *counts->class_slots);
  return counts;
}

static void release_block(struct counted *block)
{
  for (size_t i = 0; i < FIELDS_MAX; i++)
    if (block->tracks[i]) {
      count_balance_release(&block->tracks[i]->balance);
      env_free(block->tracks[i]);
    }
  env_free(block->values);
  *block = (struct counted){0};
}

void counts_destroy(struct counts *counts)
{
  for (size_t id = 0; id < counts->block_limit; id++)
    release_block(&counts->blocks[id]);
  for (size_t i = 0; i < counts->class_count; i++)
    env_free(counts->classes[i].fields);
  for (size_t i = 0; i < counts->position_count; i++)
    env_free(counts->positions[i]);
  env_free(counts->blocks);
  env_free(counts->classes);
  env_unmap_pages(counts->class_slots, counts->slot_count * sizeof *counts->class_slots);
  env_free(counts);
}

/* --- classes --- */

static uint32_t *class_slot(const struct counts *counts, uint64_t name)
{
  size_t i = name * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (counts->slot_count - 1);
  while (counts->class_slots[i] != 0 && counts->classes[counts->class_slots[i] - 1].name != name)
    i = (i + 1) & (counts->slot_count - 1);
  return &counts->class_slots[i];
}

static void grow_classes(struct counts *counts)
{
  const size_t old_slots = counts->slot_count, capacity = 2 * counts->class_capacity + 64;
  struct count_class *larger = env_allocate("counts", capacity * sizeof *larger);
  if (counts->classes)
    memcpy(larger, counts->classes, counts->class_count * sizeof *larger);
  env_free(counts->classes);
  counts->classes = larger;
  counts->class_capacity = capacity;
  if (old_slots >= 2 * capacity)
    return;
  env_unmap_pages(counts->class_slots, old_slots * sizeof *counts->class_slots);
  while (counts->slot_count < 2 * capacity)
    counts->slot_count *= 2;
  counts->class_slots = env_map_pages(counts->slot_count * sizeof *counts->class_slots);
  for (size_t i = 0; i < counts->class_count; i++)
    *class_slot(counts, counts->classes[i].name) = (uint32_t)(i + 1);
}

static uint32_t class_of(struct counts *counts, uint64_t name)
{
  uint32_t *slot = class_slot(counts, name);
  if (*slot != 0)
    return *slot - 1;
  if (counts->class_count == counts->class_capacity) {
    grow_classes(counts);
    slot = class_slot(counts, name);
  }
  counts->classes[counts->class_count] = (struct count_class){.name = name, .watched = ~UINT64_C(0)};
  *slot = (uint32_t)++counts->class_count;
  return *slot - 1;
}

static uint64_t words_of_fields(const struct count_class *class)
{
  uint64_t words = 0;
  for (size_t i = 0; i < class->field_count; i++)
    words |= UINT64_C(1) << class->fields[i].word;
  return words;
}

/* --- blocks --- */

static void make_room(struct counts *counts, followed_id id)
{
  if (id < counts->block_limit)
    return;
  const size_t limit = 2 * (size_t)id + 64;
  struct counted *larger = env_allocate("counts", limit * sizeof *larger);
  memset(larger, 0, limit * sizeof *larger);
  if (counts->blocks)
    memcpy(larger, counts->blocks, counts->block_limit * sizeof *larger);
  env_free(counts->blocks);
  counts->blocks = larger;
  counts->block_limit = limit;
}

/* Also one that is freed. */
static struct counted *known_block(const struct counts *counts, followed_id id)
{
  return id < counts->block_limit && counts->blocks[id].values ? &counts->blocks[id] : NULL;
}

static bool is_held(const struct counted *block)
{
  for (size_t i = 0; i < FIELDS_MAX; i++)
    if (block->tracks[i] && count_balance_is_held(&block->tracks[i]->balance))
      return true;
  return false;
}

/* It is freed, and all that can be learned of it is known. */
static void finish_block(struct counts *counts, struct counted *block)
{
  for (size_t i = 0; i < FIELDS_MAX; i++)
    if (block->tracks[i] && !block->tracks[i]->is_unsure) {
      struct counts_pairing_context context = {counts, &counts->classes[block->class].fields[i]};
      const struct count_pairing pairing = counts_pairing(&context);
      count_balance_settle(&block->tracks[i]->balance, &pairing);
    }
  release_block(block);
}

void counts_follow(struct counts *counts, followed_id id, uint32_t place, uint64_t bytes)
{
  make_room(counts, id);
  if (known_block(counts, id))
    finish_block(counts, &counts->blocks[id]);
  const size_t whole = bytes / COUNTS_WORD_BYTES + (bytes % COUNTS_WORD_BYTES != 0);
  const size_t words = whole < COUNTS_WORDS ? whole : COUNTS_WORDS;
  struct counted block = {.is_live = true, .class = class_of(counts, bytes << 32 | place), .words = words};
  const size_t size = words * (sizeof *block.values + sizeof *block.begun + sizeof *block.written);
  block.values = env_allocate("counts", size + 1);
  memset(block.values, 0, size);
  block.begun = (uint32_t *)(block.values + words);
  block.written = (uint8_t *)(block.begun + words);
  counts->blocks[id] = block;
}

static struct counted *live_block(const struct counts *counts, followed_id id)
{
  struct counted *block = id < counts->block_limit ? &counts->blocks[id] : NULL;
  return block && block->is_live ? block : NULL;
}

bool counts_follows(const struct counts *counts, followed_id id)
{
  return live_block(counts, id) != NULL;
}

static bool is_watched(const struct counts *counts, const struct counted *block, size_t word)
{
  return block && word < block->words && (counts->classes[block->class].watched >> word & 1);
}

bool counts_is_written(const struct counts *counts, followed_id id, size_t word, unsigned half)
{
  return (live_block(counts, id)->written[word] >> 4 * half & 0xf) != 0;
}

bool counts_next_watched(const struct counts *counts, followed_id id, size_t from, size_t *ret_word)
{
  const struct counted *block = live_block(counts, id);
  for (size_t word = from; block && word < block->words; word++)
    if (is_watched(counts, block, word)) {
      *ret_word = word;
      return true;
    }
  return false;
}

/* --- fields --- */

/* 2: by something else than one. */
static int field_change(const struct count_field *field, uint64_t old, uint64_t value)
{
  return count_bytes_change(old, value, field->first, field->bytes);
}

static bool has_field_in(const struct count_class *class, size_t word)
{
  return words_of_fields(class) >> word & 1;
}

static bool overlaps_field(const struct count_class *class, size_t word, unsigned first, unsigned bytes)
{
  for (size_t i = 0; i < class->field_count; i++)
    if (class->fields[i].word == word &&
        (count_bytes_mask(class->fields[i].first, class->fields[i].bytes) & count_bytes_mask(first, bytes)))
      return true;
  return false;
}

static bool may_be_field(unsigned first, unsigned bytes)
{
  return bytes > 0 && bytes <= COUNTS_WORD_BYTES && (bytes & (bytes - 1)) == 0 && first % bytes == 0;
}

static struct count_track *track_of(struct counted *block, size_t field)
{
  if (!block->tracks[field]) {
    block->tracks[field] = env_allocate("counts", sizeof *block->tracks[field]);
    *block->tracks[field] = (struct count_track){0};
  }
  return block->tracks[field];
}

/* The field has its first value other than 0. */
static void begin_track(struct counts *counts, struct counted *block, size_t field, int64_t value, uint32_t stack)
{
  struct count_track *track = track_of(block, field);
  struct counts_pairing_context context = {counts, &counts->classes[block->class].fields[field]};
  const struct count_pairing pairing = counts_pairing(&context);
  track->is_born_as_one = value == 1;
  track->is_unsure |= value < 0 || value > COUNT_AT_FIRST_MAX;
  for (int64_t i = 0; i < value && value <= COUNT_AT_FIRST_MAX; i++)
    count_balance_took(&track->balance, &pairing, stack);
}

/* NULL: there are too many. */
static struct count_position *position_of(struct counts *counts, size_t word, unsigned first, unsigned bytes)
{
  for (size_t i = 0; i < counts->position_count; i++) {
    struct count_position *position = counts->positions[i];
    if (position->word == word && position->first == first && position->bytes == bytes)
      return position;
  }
  if (counts->position_count == POSITIONS_MAX)
    return NULL;
  struct count_position *made = env_allocate("counts", sizeof *made);
  *made = (struct count_position){.word = (uint8_t)word, .first = (uint8_t)first, .bytes = (uint8_t)bytes};
  counts->positions[counts->position_count++] = made;
  return made;
}

struct count_track *counts_track(struct counts *counts, struct counted *block, size_t field)
{
  const struct count_field *of = &counts->classes[block->class].fields[field];
  if (!block->tracks[field] && block->begun[of->word] != 0)
    begin_track(counts, block, field, count_field_value(of, block->values[of->word]), block->begun[of->word]);
  return block->tracks[field];
}

/* A store has changed these bytes by one: from now on they are a field. */
static void find_field(struct counts *counts, struct counted *block, size_t word, unsigned first, unsigned bytes,
                       uint64_t old)
{
  struct count_class *class = &counts->classes[block->class];
  struct count_position *position = class->field_count < FIELDS_MAX && !overlaps_field(class, word, first, bytes)
                                      ? position_of(counts, word, first, bytes)
                                      : NULL;
  if (!position)
    return;
  if (!class->fields)
    class->fields = env_allocate("counts", FIELDS_MAX * sizeof *class->fields);
  struct count_field *field = &class->fields[class->field_count++];
  *field =
    (struct count_field){.word = (uint8_t)word, .first = (uint8_t)first, .bytes = (uint8_t)bytes, .position = position};
  const int64_t before = count_field_value(field, old);
  if (before != 0)
    begin_track(counts, block, class->field_count - 1, before, block->begun[word]);
}

static void find_fields(struct counts *counts, struct counted *block, size_t word, unsigned first, unsigned bytes,
                        uint64_t value)
{
  enum { HALF = COUNTS_WORD_BYTES / 2 };
  const uint64_t old = block->values[word];
  const int change = count_bytes_change(old, value, first, bytes);
  if (change == 1 || change == -1) {
    find_field(counts, block, word, first, bytes, old);
    return;
  }
  if (bytes != COUNTS_WORD_BYTES || count_bytes_change(old, value, 0, HALF) == 2 ||
      count_bytes_change(old, value, HALF, HALF) == 2)
    return;
  for (unsigned half = 0; half < 2; half++)
    if (count_bytes_change(old, value, half * HALF, HALF) != 0)
      find_field(counts, block, word, half * HALF, HALF, old);
}

/* --- stores --- */

static bool are_all_written(const struct counted *block, size_t word, unsigned mask)
{
  return (block->written[word] & mask) == mask;
}

static void change_field(struct counts *counts, struct counted *block, size_t number, uint64_t value, uint32_t stack)
{
  struct count_field *field = &counts->classes[block->class].fields[number];
  const uint64_t old = block->values[field->word];
  const int64_t now = count_field_value(field, value);
  const int change = field_change(field, old, value);
  struct count_track *track = change != 0 ? track_of(block, number) : NULL;
  if (change == 1 || change == -1) {
    counts_learn_change(counts, field, track, change, now, stack);
  } else if (change != 0 && count_field_value(field, old) == 0 && track->balance.row_count == 0) {
    begin_track(counts, block, number, now, stack);
  } else if (change != 0) {
    field->sets++;
    track->is_unsure = true;
    track->last_change = track->previous_change = 0;
  }
}

static void change_fields(struct counts *counts, struct counted *block, size_t word, unsigned mask, uint64_t value,
                          uint32_t stack)
{
  const struct count_class *class = &counts->classes[block->class];
  for (size_t i = 0; i < class->field_count; i++) {
    const struct count_field *field = &class->fields[i];
    const unsigned of_field = count_bytes_mask(field->first, field->bytes);
    if (field->word != word || !(of_field & mask))
      continue;
    const bool was_written = are_all_written(block, word, of_field);
    const bool is_written = ((block->written[word] | mask) & of_field) == of_field;
    if (was_written)
      change_field(counts, block, i, value, stack);
    else if (is_written && count_field_value(field, value) != 0)
      begin_track(counts, block, i, count_field_value(field, value), stack);
  }
}

/* Neither a count at first, nor something that changes as counts do. */
static bool speaks_against(const struct counted *block, size_t word, unsigned first, unsigned bytes, uint64_t value)
{
  const unsigned mask = count_bytes_mask(first, bytes);
  const uint64_t old = block->values[word];
  if (are_all_written(block, word, mask) && count_bytes_value(old, first, bytes) != 0)
    return count_bytes_change(old, value, first, bytes) == 2;
  return bytes == COUNTS_WORD_BYTES && ((uint32_t)value >= no_count_from || (uint32_t)(value >> 32) >= no_count_from) &&
         value != ~UINT64_C(0);
}

static bool is_one_at_first(const struct counted *block, size_t word, unsigned first, unsigned bytes, uint64_t value)
{
  return !are_all_written(block, word, count_bytes_mask(first, bytes)) &&
         (count_bytes_value(value, first, bytes) == 1 ||
          (bytes == COUNTS_WORD_BYTES && ((uint32_t)value == 1 || (uint32_t)(value >> 32) == 1)));
}

bool counts_want_stack(const struct counts *counts, followed_id id, size_t word, unsigned first, unsigned bytes,
                       uint64_t value)
{
  const struct counted *block = live_block(counts, id);
  if (!is_watched(counts, block, word))
    return false;
  const uint64_t old = block->values[word];
  const bool has_changed = count_bytes_value(old, first, bytes) != count_bytes_value(value, first, bytes);
  if (!are_all_written(block, word, count_bytes_mask(first, bytes)))
    return is_one_at_first(block, word, first, bytes, value) || has_field_in(&counts->classes[block->class], word);
  return has_changed &&
         (has_field_in(&counts->classes[block->class], word) || !speaks_against(block, word, first, bytes, value));
}

static void note_written(struct counted *block, size_t word, unsigned mask, uint64_t value)
{
  block->values[word] = value;
  block->written[word] |= (uint8_t)mask;
}

bool counts_stored(struct counts *counts, followed_id id, size_t word, unsigned first, unsigned bytes, uint64_t value,
                   uint32_t stack)
{
  struct counted *block = live_block(counts, id);
  if (!is_watched(counts, block, word))
    return false;
  struct count_class *class = &counts->classes[block->class];
  const unsigned mask = count_bytes_mask(first, bytes);
  if (is_one_at_first(block, word, first, bytes, value))
    block->begun[word] = stack;
  if (may_be_field(first, bytes) && are_all_written(block, word, mask))
    find_fields(counts, block, word, first, bytes, value);
  change_fields(counts, block, word, mask, value, stack);
  if (!has_field_in(class, word) && speaks_against(block, word, first, bytes, value))
    class->watched &= ~(UINT64_C(1) << word);
  note_written(block, word, mask, value);
  return is_watched(counts, block, word);
}

/* --- pointers --- */

bool counts_tracks(const struct counts *counts, followed_id id)
{
  const struct counted *block = live_block(counts, id);
  for (size_t i = 0; block && i < FIELDS_MAX; i++)
    if (block->tracks[i])
      return true;
  return false;
}

void counts_held(struct counts *counts, followed_id id, uint64_t address, uint32_t stack)
{
  const struct counted *block = live_block(counts, id);
  for (size_t i = 0; block && i < FIELDS_MAX; i++)
    if (block->tracks[i])
      count_balance_stored(&block->tracks[i]->balance, address, stack);
}

bool counts_holds(const struct counts *counts, followed_id id, uint64_t address)
{
  const struct counted *block = known_block(counts, id);
  for (size_t i = 0; block && i < FIELDS_MAX; i++)
    if (block->tracks[i] && count_balance_holds(&block->tracks[i]->balance, address))
      return true;
  return false;
}

void counts_dropped(struct counts *counts, followed_id id, uint64_t address, uint32_t stack, bool is_with_holder)
{
  struct counted *block = known_block(counts, id);
  for (size_t i = 0; block && i < FIELDS_MAX; i++)
    if (block->tracks[i])
      count_balance_dropped(&block->tracks[i]->balance, address, stack, is_with_holder);
  if (block && !block->is_live && !is_held(block))
    finish_block(counts, block);
}

void counts_moved(struct counts *counts, followed_id id, uint64_t from, uint64_t to)
{
  const struct counted *block = live_block(counts, id);
  for (size_t i = 0; block && i < FIELDS_MAX; i++)
    if (block->tracks[i])
      count_balance_moved(&block->tracks[i]->balance, from, to);
}

/* --- the end --- */

void counts_end(struct counts *counts, followed_id id, uint32_t stack)
{
  struct counted *block = live_block(counts, id);
  if (!block)
    return;
  struct count_class *class = &counts->classes[block->class];
  for (size_t i = 0; i < class->field_count; i++) {
    struct count_field *field = &class->fields[i];
    if (field->word < block->words && are_all_written(block, field->word, count_bytes_mask(field->first, field->bytes)))
      counts_learn_end(counts, field, block->tracks[i], count_field_value(field, block->values[field->word]), stack);
  }
  if (++class->frees == QUIET_FREES)
    class->watched &= words_of_fields(class);
  block->is_live = false;
  if (!is_held(block))
    finish_block(counts, block);
}
