/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tags are kept by the line of 64 groups, in a table of sets with a few places each: of a full set, one line is
 * forgotten in turn. Large ranges with a single tag stand in a short list beside it. `tagged` has a bit for each line
 * of the guest's memory; it is set wherever a line or a range is, and may be set where none is any more, until someone
 * looks. Of memory far up there are such bits only where they are needed. */
#include "memcheck/pure/shadow/origins.h"

#include "memcheck/pure/base/bits.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/origins_layout.h"
#include "memcheck/pure/shadow/shadow.h"

enum {
  GROUPS = ORIGINS_GROUPS,
  LINES = ORIGINS_LINES,
  PLACES = ORIGINS_PLACES,
  RANGES_MAX = ORIGINS_RANGES_MAX,
  SMALL_BYTES = 1 << 14, /* ranges from here on go into the list */
};

#define LINE_BYTES (UINT64_C(1) << ORIGINS_LINE_BITS)
#define TAGGED_BYTES (SHADOW_NEAR_LIMIT >> ORIGINS_GRANULE_BITS << 3)
#define CHUNK_BYTES (ORIGINS_CHUNK_GRANULES * sizeof(uint64_t))

static size_t lines_bytes(const struct origins_table *table)
{
  return ((size_t)PLACES << table->set_bits) * sizeof(struct origins_line);
}

struct origins *origins_create(size_t words_max)
{
  struct origins *origins = env_allocate("origins", sizeof *origins);
  struct origins_table *table = env_allocate("origins", sizeof *table);
  memset(table, 0, sizeof *table);
  while (words_max >> table->set_bits > PLACES * GROUPS / 2)
    table->set_bits++;
  table->lines = table->last = env_map_sparse(lines_bytes(table));
  table->loaded = table->lines;
  table->granule_first = UINT64_MAX;
  origins->table = table;
  origins->tagged = env_map_sparse(TAGGED_BYTES);
  return origins;
}

void origins_destroy(struct origins *origins)
{
  env_unmap_sparse(origins->tagged, TAGGED_BYTES);
  for (unsigned i = 0; i < ORIGINS_CHUNKS; i++)
    if (origins->table->far_tagged[i])
      env_unmap_pages(origins->table->far_tagged[i], CHUNK_BYTES);
  env_unmap_sparse(origins->table->lines, lines_bytes(origins->table));
  env_free(origins->table);
  env_free(origins);
}

/* Cuts [*start, *start + bytes) to the guest's memory and widens it to whole groups; false: nothing is left. */
static bool cut_to_groups(uint64_t *start, uint64_t bytes, uint64_t *ret_end)
{
  if (bytes == 0 || *start >= SHADOW_LIMIT)
    return false;
  uint64_t end = bytes < SHADOW_LIMIT - *start ? *start + bytes : SHADOW_LIMIT;
  *start &= ~UINT64_C(3);
  *ret_end = (end + 3) & ~UINT64_C(3);
  return true;
}

/* --- bits --- */

static uint64_t *make_word(struct origins *origins, uint64_t granule)
{
  uint64_t *word = origins_word(origins, granule);
  if (word)
    return word;
  uint64_t **chunk = &origins->table->far_tagged[granule / ORIGINS_CHUNK_GRANULES];
  *chunk = env_map_pages(CHUNK_BYTES);
  if (!*chunk)
    env_out_of_memory("origins", CHUNK_BYTES);
  return &(*chunk)[granule % ORIGINS_CHUNK_GRANULES];
}

/* The first granule from this one on that may have tags; `end`: there is none. */
static uint64_t next_granule(const struct origins *origins, uint64_t granule, uint64_t end)
{
  while (granule < end) {
    const uint64_t *word = origins_word(origins, granule);
    if (word && *word != 0)
      return granule;
    granule = word ? granule + 1 : (granule / ORIGINS_CHUNK_GRANULES + 1) * ORIGINS_CHUNK_GRANULES;
  }
  return end;
}

/* The lines of a granule that are among [first, last], as bits. */
static uint64_t lines_between(uint64_t granule, uint64_t first, uint64_t last)
{
  return bits_between(granule == first / LINES ? first % LINES : 0, granule == last / LINES ? last % LINES + 1 : LINES);
}

static void set_bits(struct origins *origins, uint64_t start, uint64_t end)
{
  struct origins_table *table = origins->table;
  const uint64_t first = start >> ORIGINS_LINE_BITS, last = (end - 1) >> ORIGINS_LINE_BITS;
  for (uint64_t granule = first / LINES; granule <= last / LINES; granule++)
    *make_word(origins, granule) |= lines_between(granule, first, last);
  if (first / LINES < table->granule_first)
    table->granule_first = first / LINES;
  if (last / LINES >= table->granule_end)
    table->granule_end = last / LINES + 1;
}

/* --- lines --- */

static struct origins_line *take_line(struct origins *origins, uint64_t number)
{
  struct origins_line *line = NULL;
  for (unsigned i = 0; i < PLACES && !line; i++)
    if (origins_place(origins->table, number, i)->name == 0)
      line = origins_place(origins->table, number, i);
  if (!line)
    line = origins_place(origins->table, number, origins->table->turn++ % PLACES);
  line->name = number + 1;
  line->present = 0;
  set_bits(origins, number << ORIGINS_LINE_BITS, (number + 1) << ORIGINS_LINE_BITS);
  return line;
}

/* Stores come close to one another. */
static inline struct origins_line *make_line(struct origins *origins, uint64_t number)
{
  struct origins_table *table = origins->table;
  if (table->last->name == number + 1)
    return table->last;
  struct origins_line *line = origins_find_line(table, number);
  return table->last = line ? line : take_line(origins, number);
}

/* The groups of line `number` that lie in [start, end), as bits. */
static uint64_t groups_in(uint64_t number, uint64_t start, uint64_t end)
{
  const uint64_t line_start = number << ORIGINS_LINE_BITS, line_end = line_start + LINE_BYTES;
  const uint64_t from = start > line_start ? start - line_start : 0;
  const uint64_t to = end < line_end ? end - line_start : LINE_BYTES;
  return bits_between(from / ORIGINS_GROUP_BYTES, to / ORIGINS_GROUP_BYTES);
}

/* `groups` are neighbours. */
static void set_in_line(struct origins_line *line, uint64_t groups, origin_tag tag)
{
  line->present |= groups;
  for (int i = __builtin_ctzll(groups); i < GROUPS - __builtin_clzll(groups); i++)
    line->tags[i] = tag;
}

/* --- ranges --- */

static const struct origins_range *find_range(const struct origins_table *table, uint64_t start, uint64_t end)
{
  for (unsigned i = 0; i < table->range_count; i++)
    if (table->ranges[i].start < end && start < table->ranges[i].end)
      return &table->ranges[i];
  return NULL;
}

static void remove_range(struct origins_table *table, unsigned i)
{
  table->range_count--;
  memmove(&table->ranges[i], &table->ranges[i + 1], (table->range_count - i) * sizeof table->ranges[i]);
}

static void add_range(struct origins_table *table, uint64_t start, uint64_t end, origin_tag tag)
{
  if (table->range_count == RANGES_MAX)
    remove_range(table, 0);
  table->ranges[table->range_count++] = (struct origins_range){start, end, tag};
}

/* Take [start, end) out of all ranges. What is left behind the gap counts as new. */
static void trim_ranges(struct origins_table *table, uint64_t start, uint64_t end)
{
  for (unsigned i = table->range_count; i-- > 0;) {
    const struct origins_range range = table->ranges[i];
    if (range.end <= start || end <= range.start)
      continue;
    remove_range(table, i);
    if (range.start < start)
      add_range(table, range.start, start, range.tag);
    if (end < range.end)
      add_range(table, end, range.end, range.tag);
  }
}

/* --- tags --- */

origin_tag origins_get(const struct origins *origins, uint64_t address)
{
  const uint64_t number = address >> ORIGINS_LINE_BITS, group = address / ORIGINS_GROUP_BYTES % GROUPS;
  if (address >= SHADOW_LIMIT || !origins_has_bit(origins, number))
    return 0;
  const struct origins_line *line = origins_find_line(origins->table, number);
  if (line && line->present >> group & 1)
    return line->tags[group];
  const struct origins_range *range = find_range(origins->table, address, address + 1);
  return range ? range->tag : 0;
}

static void drop_in_line(struct origins *origins, uint64_t number, uint64_t start, uint64_t end)
{
  struct origins_line *line = origins_find_line(origins->table, number);
  if (line) {
    line->present &= ~groups_in(number, start, end);
    if (line->present)
      return;
    line->name = 0;
  }
  const uint64_t line_start = number << ORIGINS_LINE_BITS;
  if (!find_range(origins->table, line_start, line_start + LINE_BYTES))
    *make_word(origins, number / LINES) &= ~(UINT64_C(1) << number % LINES);
}

void origins_drop(struct origins *origins, uint64_t start, uint64_t bytes)
{
  struct origins_table *table = origins->table;
  uint64_t end;
  if (!cut_to_groups(&start, bytes, &end))
    return;
  const uint64_t first = start >> ORIGINS_LINE_BITS, last = (end - 1) >> ORIGINS_LINE_BITS;
  const uint64_t stop = last / LINES < table->granule_end ? last / LINES + 1 : table->granule_end;
  uint64_t granule = first / LINES > table->granule_first ? first / LINES : table->granule_first;
  bool trimmed = false;
  for (; (granule = next_granule(origins, granule, stop)) < stop; granule++) {
    uint64_t found = *origins_word(origins, granule) & lines_between(granule, first, last);
    if (found && !trimmed)
      trim_ranges(table, start, end);
    trimmed |= found != 0;
    for (; found; found &= found - 1)
      drop_in_line(origins, granule * LINES + (unsigned)__builtin_ctzll(found), start, end);
  }
  ENV_CHECK(origins_get(origins, start) == 0 && origins_get(origins, end - 1) == 0);
}

void origins_set_range(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag)
{
  uint64_t end;
  if (!cut_to_groups(&start, bytes, &end))
    return;
  if (tag != 0 && end - start < SMALL_BYTES) {
    origins_set(origins, start, end - start, tag);
    return;
  }
  origins_drop(origins, start, end - start);
  if (tag == 0 || end - start > SHADOW_NEAR_LIMIT) /* its bits would be too many */
    return;
  add_range(origins->table, start, end, tag);
  set_bits(origins, start, end);
  ENV_CHECK(origins_get(origins, start) == tag && origins_get(origins, end - 1) == tag);
}

void origins_set(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag)
{
  uint64_t end;
  if (!cut_to_groups(&start, bytes, &end))
    return;
  if (tag == 0 || end - start >= SMALL_BYTES) {
    origins_set_range(origins, start, end - start, tag);
    return;
  }
  for (uint64_t number = start >> ORIGINS_LINE_BITS; number <= (end - 1) >> ORIGINS_LINE_BITS; number++)
    set_in_line(make_line(origins, number), groups_in(number, start, end), tag);
}

void origins_set_groups(struct origins *origins, uint64_t start, uint32_t groups, origin_tag tag)
{
  const uint64_t first = start / ORIGINS_GROUP_BYTES % GROUPS;
  if (start >= SHADOW_LIMIT || groups == 0) /* a line without tags would have driven out another one */
    return;
  if (tag == 0 || (uint64_t)groups << first >> first != groups) { /* or some are in the next line */
    for (; groups; groups &= groups - 1)
      origins_set(origins, start + ORIGINS_GROUP_BYTES * (uint64_t)__builtin_ctz(groups), 1, tag);
    return;
  }
  struct origins_line *line = make_line(origins, start >> ORIGINS_LINE_BITS);
  line->present |= (uint64_t)groups << first;
  for (; groups; groups &= groups - 1)
    line->tags[first + (unsigned)__builtin_ctz(groups)] = tag;
}

/* Of a piece of at most a line. */
static bool has_any(const struct origins *origins, uint64_t start, uint64_t end)
{
  if (end > SHADOW_LIMIT)
    end = SHADOW_LIMIT;
  if (end <= SHADOW_NEAR_LIMIT)
    return origins_may_be_in(origins, start, end - start);
  return start < end && (origins_has_bit(origins, origins_line_number(start)) ||
                         origins_has_bit(origins, origins_line_number(end - 1)));
}

/* One piece of at most a line; the source is read before anything is written. */
static void copy_piece(struct origins *origins, uint64_t to, uint64_t from, uint64_t bytes)
{
  origin_tag tags[GROUPS + 1];
  unsigned count = 0;
  if (!has_any(origins, from, from + bytes)) {
    if (has_any(origins, to, to + bytes))
      origins_drop(origins, to, bytes);
    return;
  }
  const uint64_t step = ORIGINS_GROUP_BYTES;
  for (uint64_t at = to; at < to + bytes; at = (at | (step - 1)) + 1)
    tags[count++] = origins_get(origins, from + (at - to));
  count = 0;
  for (uint64_t at = to; at < to + bytes; at = (at | (step - 1)) + 1)
    origins_set(origins, at, 1, tags[count++]);
}

/* A whole line that becomes one, by its number; false: it is not in the table, but may be in a range. */
static bool copy_line(struct origins *origins, uint64_t to, uint64_t from)
{
  const struct origins_line *const line = origins_find_line(origins->table, from);
  const uint64_t start = from << ORIGINS_LINE_BITS;
  if (!line || find_range(origins->table, start, start + LINE_BYTES))
    return false;
  const struct origins_line copy = *line; /* which may have to make room */
  origins_drop(origins, to << ORIGINS_LINE_BITS, LINE_BYTES);
  struct origins_line *const copied = make_line(origins, to);
  copied->present = copy.present;
  memcpy(copied->tags, copy.tags, sizeof copy.tags);
  return true;
}

/* Where the ranges do not overlap: from one tagged line to the next. */
static void copy_lines(struct origins *origins, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t done = 0;
  while (done < bytes) {
    const uint64_t lowest = origins_lowest_in(origins, from + done, from + bytes);
    const uint64_t untagged = lowest == UINT64_MAX ? bytes - done : (lowest > from + done ? lowest - (from + done) : 0);
    origins_drop(origins, to + done, untagged);
    done += untagged;
    const uint64_t in_line = LINE_BYTES - (from + done) % LINE_BYTES,
                   piece = bytes - done < in_line ? bytes - done : in_line;
    const bool is_whole = piece == LINE_BYTES && (to + done) % LINE_BYTES == 0;
    if (piece > 0 && !(is_whole && copy_line(origins, (to + done) / LINE_BYTES, (from + done) / LINE_BYTES)))
      copy_piece(origins, to + done, from + done, piece);
    done += piece;
  }
}

void origins_copy(struct origins *origins, uint64_t to, uint64_t from, uint64_t bytes)
{
  if (to >= SHADOW_LIMIT || from >= SHADOW_LIMIT)
    return;
  if (bytes > SHADOW_LIMIT)
    bytes = SHADOW_LIMIT;
  if (to >= from + bytes || from >= to + bytes) {
    copy_lines(origins, to, from, bytes);
    return;
  }
  for (uint64_t done = 0; done < bytes;) {
    uint64_t piece = bytes - done < LINE_BYTES ? bytes - done : LINE_BYTES;
    uint64_t offset = to > from ? bytes - done - piece : done;
    copy_piece(origins, to + offset, from + offset, piece);
    done += piece;
  }
}

/* The lowest tag of one line in [start, end). */
static uint64_t lowest_in_line(const struct origins *origins, uint64_t number, uint64_t start, uint64_t end)
{
  const uint64_t line_start = number << ORIGINS_LINE_BITS;
  const struct origins_line *line = origins_find_line(origins->table, number);
  const uint64_t present = line ? line->present & groups_in(number, start, end) : 0;
  uint64_t lowest = present ? line_start + ORIGINS_GROUP_BYTES * (uint64_t)__builtin_ctzll(present) : UINT64_MAX;
  for (unsigned i = 0; i < origins->table->range_count; i++) {
    const struct origins_range *range = &origins->table->ranges[i];
    const uint64_t from = range->start > start ? range->start : start;
    if (from < end && from < range->end && from < lowest)
      lowest = from;
  }
  return lowest;
}

uint64_t origins_lowest_in(const struct origins *origins, uint64_t start, uint64_t end)
{
  const struct origins_table *table = origins->table;
  if (start >= end || !cut_to_groups(&start, end - start, &end))
    return UINT64_MAX;
  const uint64_t first = start >> ORIGINS_LINE_BITS, last = (end - 1) >> ORIGINS_LINE_BITS;
  const uint64_t stop = last / LINES < table->granule_end ? last / LINES + 1 : table->granule_end;
  uint64_t granule = first / LINES > table->granule_first ? first / LINES : table->granule_first;
  for (; (granule = next_granule(origins, granule, stop)) < stop; granule++) {
    uint64_t found = *origins_word(origins, granule) & lines_between(granule, first, last);
    for (; found; found &= found - 1) {
      uint64_t lowest = lowest_in_line(origins, granule * LINES + (unsigned)__builtin_ctzll(found), start, end);
      if (lowest != UINT64_MAX)
        return lowest;
    }
  }
  return UINT64_MAX;
}

/* --- invariants --- */

static bool lines_are_valid(const struct origins *origins)
{
  const struct origins_table *table = origins->table;
  for (size_t i = 0; i < (size_t)PLACES << table->set_bits; i++) {
    const struct origins_line *line = &table->lines[i];
    if (line->name != 0 && (line->present == 0 || !origins_has_bit(origins, line->name - 1) ||
                            origins_find_line(table, line->name - 1) != line))
      return false;
  }
  return true;
}

static bool ranges_are_valid(const struct origins *origins)
{
  const struct origins_table *table = origins->table;
  for (unsigned i = 0; i < table->range_count; i++) {
    const struct origins_range *range = &table->ranges[i];
    if (range->start >= range->end || range->end > SHADOW_LIMIT || range->tag == 0)
      return false;
    for (unsigned j = 0; j < i; j++)
      if (table->ranges[j].start < range->end && range->start < table->ranges[j].end)
        return false;
    for (uint64_t at = range->start; at < range->end; at += LINE_BYTES)
      if (!origins_has_bit(origins, at >> ORIGINS_LINE_BITS))
        return false;
  }
  return table->range_count <= RANGES_MAX;
}

static void visit_line(const struct origins_line *line, origin_tag tag, void (*visit)(void *context, uint64_t address),
                       void *context)
{
  const uint64_t start = (line->name - 1) << ORIGINS_LINE_BITS;
  for (uint64_t groups = line->present; groups != 0; groups &= groups - 1)
    if (line->tags[__builtin_ctzll(groups)] == tag)
      visit(context, start + (unsigned)__builtin_ctzll(groups) * ORIGINS_GROUP_BYTES);
}

void origins_visit(const struct origins *origins, origin_tag tag, void (*visit)(void *context, uint64_t address),
                   void *context)
{
  const struct origins_table *table = origins->table;
  uint64_t granule = table->granule_first;
  for (; granule < table->granule_end &&
         (granule = next_granule(origins, granule, table->granule_end)) < table->granule_end;
       granule++)
    for (uint64_t lines = *origins_word(origins, granule); lines != 0; lines &= lines - 1) {
      const struct origins_line *line = origins_find_line(table, granule * LINES + (unsigned)__builtin_ctzll(lines));
      if (line)
        visit_line(line, tag, visit, context);
    }
}

bool origins_is_valid(const struct origins *origins)
{
  return lines_are_valid(origins) && ranges_are_valid(origins);
}
