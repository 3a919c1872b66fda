/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file knows blocks by ids, and lists them in that order. Here they are sorted by address, ids become numbers, and
 * edges are sorted by the block they lie in, by counting. The peak of memory is about twice what remains. */
#include "host/heap/graph/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/heap/graph/large_pages.h"
#include "host/heap/graph/snapshot_frames.h"
#include "host/record/record_file.h"

/* --- blocks by address --- */

struct place {
  uint64_t start;
  uint32_t index; /* in the order of ids */
};

/* A radix sort, eleven bits at a time: a quarter of the time of qsort(). Bits in which all addresses agree are
 * skipped. */
enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static unsigned digit_of(const struct place *place, unsigned shift)
{
  return (unsigned)(place->start >> shift) & (DIGITS - 1);
}

static void sort_by_digit(const struct place *places, size_t count, unsigned shift, struct place *ret)
{
  size_t starts[DIGITS + 1] = {0};
  for (size_t i = 0; i < count; i++)
    starts[digit_of(&places[i], shift) + 1]++;
  for (unsigned digit = 0; digit < DIGITS; digit++)
    starts[digit + 1] += starts[digit];
  for (size_t i = 0; i < count; i++)
    ret[starts[digit_of(&places[i], shift)]++] = places[i];
}

/* Sorts *places by start; may put another array in its stead. */
static void sort_by_start(struct place **places, size_t count)
{
  struct place *other = memory_allocate((count + 1) * sizeof *other);
  uint64_t differing = 0;
  for (size_t i = 1; i < count; i++)
    differing |= (*places)[i].start ^ (*places)[0].start;
  for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
    if (differing >> shift & (DIGITS - 1)) {
      sort_by_digit(*places, count, shift, other);
      struct place *sorted = other;
      other = *places;
      *places = sorted;
    }
  free(other);
}

static int by_block_bytes(const void *a, const void *b, void *context)
{
  const struct place *x = a, *y = b;
  const struct heap_block *blocks = context;
  if (blocks[x->index].bytes != blocks[y->index].bytes)
    return blocks[x->index].bytes > blocks[y->index].bytes ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Blocks inside others come after them, also when both have the same start; the order of ids is the last resort. */
static void sort_equals(struct place *places, size_t count, struct heap_block *blocks)
{
  for (size_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && places[next].start == places[i].start; next++)
      ;
    if (next - i > 1)
      qsort_r(&places[i], next - i, sizeof *places, by_block_bytes, blocks);
  }
}

/* In the order of `places`. Two arrays for a moment: moving blocks within one, along the cycles of the permutation,
 * waits for memory at each step. */
static void move_blocks(struct snapshot *snapshot, const struct place *places)
{
  const size_t bytes = ((size_t)snapshot->block_count + 1) * sizeof *snapshot->blocks;
  struct heap_block *moved = in_large_pages(memory_allocate(bytes), bytes);
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    moved[i] = snapshot->blocks[places[i].index];
  free(snapshot->blocks);
  snapshot->blocks = moved;
}

/* *ret_numbers: of each block in the order of ids its number, that is its place in the order of addresses. */
static void sort_blocks(struct snapshot *snapshot, uint32_t **ret_numbers)
{
  const uint32_t count = snapshot->block_count;
  struct place *places = memory_allocate(((size_t)count + 1) * sizeof *places);
  uint32_t *numbers = memory_allocate(((size_t)count + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < count; i++)
    places[i] = (struct place){snapshot->blocks[i].start, i};
  sort_by_start(&places, count);
  sort_equals(places, count, snapshot->blocks);
  move_blocks(snapshot, places);
  for (uint32_t i = 0; i < count; i++)
    numbers[places[i].index] = i;
  free(places);
  *ret_numbers = numbers;
}

static uint64_t end_of(const struct heap_block *block)
{
  return block->start + block->bytes;
}

static bool has_overlaps(const struct snapshot *snapshot)
{
  uint64_t end = 0;
  for (uint32_t i = 0; i < snapshot->block_count; i++) {
    if (snapshot->blocks[i].start < end)
      return true;
    end = end_of(&snapshot->blocks[i]);
  }
  return false;
}

/* Blocks of pools and custom allocators lie in superblocks, which are blocks themselves. Those that are left out
 * between a block and its outer one end before the block does, so a search for an address needs not look at them. */
static void find_outers(struct snapshot *snapshot)
{
  if (!has_overlaps(snapshot))
    return;
  snapshot->outers = memory_allocate(snapshot->block_count * sizeof *snapshot->outers);
  for (uint32_t i = 0; i < snapshot->block_count; i++) {
    uint32_t outer = i > 0 ? i - 1 : HEAP_NO_BLOCK;
    while (outer != HEAP_NO_BLOCK && end_of(&snapshot->blocks[outer]) <= end_of(&snapshot->blocks[i]))
      outer = snapshot->outers[outer];
    snapshot->outers[i] = outer;
  }
}

/* --- ids to numbers --- */

/* A table when ids are dense enough, else a search. */
struct id_map {
  const uint32_t *ids, *numbers; /* in step */
  uint32_t count, first;
  uint32_t *table;               /* by id - first; HEAP_NO_BLOCK: there is none */
  size_t table_size;             /* 0: there is no table */
};

enum { TABLE_PER_BLOCK = 8 };

static void id_map_init(struct id_map *map, const uint32_t *ids, const uint32_t *numbers, uint32_t count)
{
  *map = (struct id_map){.ids = ids, .numbers = numbers, .count = count, .first = count > 0 ? ids[0] : 0};
  size_t wanted = count > 0 ? (size_t)ids[count - 1] - ids[0] + 1 : 0;
  if (wanted == 0 || wanted > (size_t)count * TABLE_PER_BLOCK)
    return;
  map->table = in_large_pages(memory_allocate(wanted * sizeof *map->table), wanted * sizeof *map->table);
  map->table_size = wanted;
  memset(map->table, 0xff, wanted * sizeof *map->table);
  for (uint32_t i = 0; i < count; i++)
    map->table[ids[i] - map->first] = numbers[i];
}

static uint32_t search_id(const struct id_map *map, uint32_t id)
{
  uint32_t start = FIRST_NOT(i, map->count, map->ids[i] < id);
  return start < map->count && map->ids[start] == id ? map->numbers[start] : HEAP_NO_BLOCK;
}

static uint32_t find_number(const struct id_map *map, uint32_t id)
{
  if (map->table_size == 0)
    return search_id(map, id);
  uint32_t index = id - map->first;
  return index < map->table_size ? map->table[index] : HEAP_NO_BLOCK;
}

/* --- pointers --- */

/* Does a block have byte `into`? One past its end is taken for it, too; so is all of a block of no bytes. */
static bool block_reaches(const struct snapshot *snapshot, uint32_t number, uint32_t into)
{
  return number != HEAP_NO_BLOCK && into <= snapshot->blocks[number].bytes;
}

/* What points nowhere is damage, but when the file was cut off its target may be what is missing. */
static struct error *pointer_to_nowhere(const struct snapshot_frames *frames, const char *what, uint32_t id)
{
  if (!frames->has_ended)
    return NULL;
  return error_format("%s to block %u, which has no such place; the file is damaged, take the snapshot again", what,
                      id);
}

/* Prefetch what the next edges need: entries of the table, then blocks. */
static void fetch_ahead(const struct snapshot_frames *frames, const struct id_map *map, uint64_t i)
{
  enum { AHEAD = 16 };
  if (map->table_size == 0 || i + 2 * AHEAD >= frames->edge_count)
    return;
  const uint32_t far = frames->edges[i + 2 * AHEAD].to - map->first;
  const uint32_t near = find_number(map, frames->edges[i + AHEAD].to);
  if (far < map->table_size)
    __builtin_prefetch(&map->table[far]);
  if (near != HEAP_NO_BLOCK)
    __builtin_prefetch(&frames->snapshot->blocks[near].bytes);
}

/* Ids of edges become numbers; what points nowhere is dropped. */
static struct error *number_edges(struct snapshot_frames *frames, const struct id_map *map)
{
  const struct snapshot *snapshot = frames->snapshot;
  uint64_t kept = 0;
  for (uint64_t i = 0; i < frames->edge_count; i++) {
    const struct raw_edge *edge = &frames->edges[i];
    fetch_ahead(frames, map, i);
    const uint32_t from = find_number(map, edge->from), to = find_number(map, edge->to);
    bool fits = from != HEAP_NO_BLOCK && edge->offset < snapshot->blocks[from].bytes;
    if (fits && block_reaches(snapshot, to, edge->into)) {
      frames->edges[kept++] = (struct raw_edge){from, to, edge->offset, edge->into};
      continue;
    }
    RETURN_IF_ERROR(
      pointer_to_nowhere(frames, fits ? "a pointer leads" : "a pointer belongs", fits ? edge->to : edge->from));
  }
  frames->edge_count = kept;
  return NULL;
}

static void sort_edges(struct snapshot_frames *frames)
{
  struct snapshot *snapshot = frames->snapshot;
  const size_t start_count = (size_t)snapshot->block_count + 2;
  const size_t edge_bytes = (frames->edge_count + 1) * sizeof *snapshot->edges;
  uint64_t *starts = in_large_pages(memory_zeroed(start_count, sizeof *starts), start_count * sizeof *starts);
  snapshot->edge_starts = starts;
  snapshot->edges = in_large_pages(memory_allocate(edge_bytes), edge_bytes);
  for (uint64_t i = 0; i < frames->edge_count; i++)
    starts[frames->edges[i].from + 2]++;
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    starts[i + 2] += starts[i + 1];
  for (uint64_t i = 0; i < frames->edge_count; i++) {
    const struct raw_edge *edge = &frames->edges[i];
    snapshot->edges[starts[edge->from + 1]++] = (struct heap_edge){edge->to, edge->offset, edge->into};
  }
  snapshot->edge_count = frames->edge_count;
}

/* A word points once. Offsets that do not fit are alike. */
static struct error *check_offsets(const struct snapshot *snapshot)
{
  for (uint32_t block = 0; block < snapshot->block_count; block++)
    for (uint64_t i = snapshot->edge_starts[block] + 1; i < snapshot->edge_starts[block + 1]; i++)
      if (snapshot->edges[i].offset <= snapshot->edges[i - 1].offset && snapshot->edges[i].offset != UINT32_MAX)
        return error_format("pointers of the block at 0x%llx are out of order at its byte %u; the file is damaged, "
                            "take the snapshot again", (unsigned long long)snapshot->blocks[block].start,
                            snapshot->edges[i].offset);
  return NULL;
}

ORDER(by_class, struct heap_root, UP(class) ?: UP(address) ?: UP(tid) ?: UP(to))

static struct error *number_roots(struct snapshot_frames *frames, const struct id_map *map)
{
  struct snapshot *snapshot = frames->snapshot;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < snapshot->root_count; i++) {
    struct heap_root root = snapshot->roots[i];
    const uint32_t id = root.to;
    root.to = find_number(map, id);
    struct error *error = NULL;
    if (block_reaches(snapshot, root.to, root.into))
      snapshot->roots[kept++] = root;
    else
      error = pointer_to_nowhere(frames, "a root leads", id);
    if (error)
      return error;
  }
  snapshot->root_count = kept;
  if (kept > 0)
    qsort(snapshot->roots, kept, sizeof *snapshot->roots, by_class);
  return NULL;
}

/* --- the whole --- */

static struct error *number_pointers(struct snapshot_frames *frames, const uint32_t *numbers)
{
  struct id_map map;
  id_map_init(&map, frames->ids, numbers, frames->snapshot->block_count);
  struct error *error = number_edges(frames, &map);
  if (!error)
    error = number_roots(frames, &map);
  free(map.table);
  return error;
}

static struct error *sort_snapshot(struct snapshot_frames *frames)
{
  struct snapshot *snapshot = frames->snapshot;
  uint32_t *numbers = NULL;
  sort_blocks(snapshot, &numbers);
  struct error *error = number_pointers(frames, numbers);
  free(numbers);
  if (!error)
    sort_edges(frames);
  if (!error)
    error = check_offsets(snapshot);
  if (error)
    return error;
  find_outers(snapshot);
  return NULL;
}

/* The counts are what was read. */
static void finish_head(struct snapshot *snapshot, const struct snapshot_frames *frames)
{
  snapshot->is_whole = frames->has_ended;
  snapshot->head.blocks = snapshot->block_count;
  snapshot->head.bytes = snapshot->bytes;
  snapshot->head.edges = snapshot->edge_count;
  snapshot->head.pause_ns = frames->end.pause_ns;
}

static struct error *read_into(const char *path, struct snapshot_frames *frames)
{
  bool is_cut;
  RETURN_IF_ERROR(record_file_read(path, snapshot_frames_take, frames, &is_cut));
  if (!frames->has_begun)
    return error_format("%s: it ends before it says what it is a snapshot of; take it again", path);
  struct error *error = error_context(sort_snapshot(frames), "%s", path);
  if (!error)
    finish_head(frames->snapshot, frames);
  return error;
}

struct error *snapshot_read(const char *path, struct snapshot **ret)
{
  struct snapshot_frames frames = {.snapshot = memory_zeroed(1, sizeof *frames.snapshot)};
  frames.snapshot->path = memory_text(path);
  struct error *error = read_into(path, &frames);
  snapshot_frames_deinit(&frames);
  if (error)
    snapshot_destroy(frames.snapshot);
  else
    *ret = frames.snapshot;
  return error;
}

void snapshot_destroy(struct snapshot *snapshot)
{
  if (!snapshot)
    return;
  for (size_t i = 0; i < snapshot->thread_count; i++) {
    free(snapshot->threads[i].sps);
    free(snapshot->threads[i].tls_blocks);
  }
  free((char *)snapshot->head.file.data);
  free((char *)snapshot->head.label.data);
  free((char *)snapshot->head.problem.data);
  free(snapshot->threads);
  free(snapshot->roots);
  free(snapshot->edges);
  free(snapshot->edge_starts);
  free(snapshot->outers);
  free(snapshot->blocks);
  free(snapshot->path);
  free(snapshot);
}

/* The last block that begins at or before the address; HEAP_NO_BLOCK: none does. */
static uint32_t last_before(const struct snapshot *snapshot, uint64_t address)
{
  uint32_t start = FIRST_NOT(i, snapshot->block_count, snapshot->blocks[i].start <= address);
  return start > 0 ? start - 1 : HEAP_NO_BLOCK;
}

static bool block_holds(const struct heap_block *block, uint64_t address)
{
  return address - block->start < (block->bytes > 0 ? block->bytes : 1);
}

uint32_t snapshot_find(const struct snapshot *snapshot, uint64_t address)
{
  uint32_t block = last_before(snapshot, address);
  while (block != HEAP_NO_BLOCK && !block_holds(&snapshot->blocks[block], address))
    block = snapshot->outers ? snapshot->outers[block] : HEAP_NO_BLOCK;
  return block;
}
