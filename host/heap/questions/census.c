/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each census gives every block a class; then all are counted alike, and classes without blocks are dropped. */
#include "host/heap/questions/census.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"

/* Classes before they are rows. */
struct classes {
  const struct heap *heap;
  uint32_t *of_block;
  uint32_t count;
  struct census_row *rows; /* by class */
  bool is_exact;
};

static void classes_deinit(struct classes *classes)
{
  free(classes->of_block);
  free(classes->rows);
}

static void classes_init(struct classes *classes, const struct heap *heap, uint32_t count)
{
  *classes = (struct classes){.heap = heap,
                              .count = count,
                              .of_block = memory_allocate(((size_t)heap->snapshot->block_count + 1) * sizeof(uint32_t)),
                              .rows = memory_zeroed((size_t)count + 1, sizeof *classes->rows)};
  for (uint32_t i = 0; i < count; i++)
    classes->rows[i].site = UINT32_MAX;
}

/* --- counting --- */

static void count_block(struct census_row *row, const struct heap_block *block, bool is_reached)
{
  row->smallest = row->blocks == 0 || block->bytes < row->smallest ? block->bytes : row->smallest;
  row->largest = block->bytes > row->largest ? block->bytes : row->largest;
  row->bytes += block->bytes;
  row->blocks++;
  row->unreached_bytes += is_reached ? 0 : block->bytes;
}

static void count_blocks(const struct classes *classes)
{
  const struct graph *graph = classes->heap->graph;
  const struct snapshot *snapshot = classes->heap->snapshot;
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    count_block(&classes->rows[classes->of_block[i]], &snapshot->blocks[i],
                graph->depths[graph->first_block + i] != GRAPH_NO_NODE);
}

/* Blocks are sorted by class, by counting; then, class by class, a site counts when this class has not met it yet. */
static void count_sites(const struct classes *classes)
{
  const struct heap *heap = classes->heap;
  const uint32_t count = heap->snapshot->block_count;
  uint32_t *starts = memory_zeroed((size_t)classes->count + 2, sizeof *starts);
  uint32_t *blocks = memory_allocate(((size_t)count + 1) * sizeof *blocks);
  uint32_t *met_by = memory_zeroed((size_t)heap->site_count + 1, sizeof *met_by);
  for (uint32_t i = 0; i < count; i++)
    starts[(size_t)classes->of_block[i] + 1]++;
  for (uint32_t class = 0; class < classes->count; class ++)
    starts[class + 1] += starts[class];
  for (uint32_t i = 0; i < count; i++)
    blocks[starts[classes->of_block[i]]++] = i;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t class = classes->of_block[blocks[i]], site = heap->site_of[blocks[i]];
    classes->rows[class].sites += met_by[site] != class + 1;
    met_by[site] = class + 1;
  }
  free(starts);
  free(blocks);
  free(met_by);
}

static void count_retained(struct classes *classes)
{
  struct graph_amount *amounts = memory_allocate(((size_t)classes->count + 1) * sizeof *amounts);
  graph_retained_by_sets(classes->heap->graph, classes->of_block, classes->count, amounts, &classes->is_exact);
  for (uint32_t i = 0; i < classes->count; i++)
    classes->rows[i].retained_bytes = amounts[i].bytes;
  free(amounts);
}

/* Takes the rows over. */
static void make_census(struct classes *classes, bool with_empty, struct census *ret)
{
  *ret = (struct census){.rows = classes->rows, .is_exact = classes->is_exact};
  for (uint32_t i = 0; i < classes->count; i++)
    if (with_empty || classes->rows[i].blocks > 0)
      ret->rows[ret->count++] = classes->rows[i];
  classes->rows = NULL;
}

/* Takes `classes` over. */
static void count_classes(struct classes *classes, bool with_empty, struct census *ret)
{
  count_blocks(classes);
  count_sites(classes);
  count_retained(classes);
  make_census(classes, with_empty, ret);
  classes_deinit(classes);
}

void census_release(struct census *census)
{
  free(census->rows);
  *census = (struct census){0};
}

/* --- by site, by type --- */

ORDER(by_bytes, struct census_row,
      DOWN(bytes) ?: UP(site) ?: COMPARE(!x->name, !y->name) ?: x->name ? UP_TEXT(name) : 0)

static void count_and_sort(struct classes *classes, struct census *ret)
{
  count_classes(classes, false, ret);
  if (ret->count > 0)
    qsort(ret->rows, ret->count, sizeof *ret->rows, by_bytes);
}

void census_by_site(const struct heap *heap, struct census *ret)
{
  struct classes classes;
  classes_init(&classes, heap, heap->site_count);
  if (heap->snapshot->block_count > 0)
    memcpy(classes.of_block, heap->site_of, heap->snapshot->block_count * sizeof *classes.of_block);
  for (uint32_t i = 0; i < heap->site_count; i++) {
    classes.rows[i].site = i;
    classes.rows[i].name = heap->sites[i].name;
  }
  count_and_sort(&classes, ret);
}

/* --- by type --- */

static int by_type(const void *a, const void *b, void *context)
{
  const struct heap_site *sites = context;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const int order = strcmp(sites[x].type, sites[y].type);
  return order ? order : (x > y) - (x < y);
}

/* Number the types from 1, as rows with their names; 0 is "not known". Returns how many numbers there are. `type_of`:
 * by site, 0 so far. `order` has room for all sites. */
static uint32_t number_types(const struct heap *heap, uint32_t *order, uint32_t *type_of, struct census_row *rows)
{
  uint32_t known = 0, count = 1;
  for (uint32_t i = 0; i < heap->site_count; i++)
    if (heap->sites[i].type)
      order[known++] = i;
  if (known > 0)
    qsort_r(order, known, sizeof *order, by_type, heap->sites);
  for (uint32_t i = 0; i < known; i++) {
    const char *type = heap->sites[order[i]].type;
    if (i == 0 || strcmp(type, rows[count - 1].name) != 0)
      rows[count++].name = type;
    type_of[order[i]] = count - 1;
  }
  return count;
}

void census_by_type(const struct heap *heap, struct census *ret)
{
  struct classes classes;
  const size_t sites = heap->site_count;
  uint32_t *order = memory_allocate((sites + 1) * sizeof *order), *type_of = memory_zeroed(sites + 1, sizeof *type_of);
  classes_init(&classes, heap, heap->site_count + 1);
  classes.count = number_types(heap, order, type_of, classes.rows);
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++)
    classes.of_block[i] = type_of[heap->site_of[i]];
  count_and_sort(&classes, ret);
  free(order);
  free(type_of);
}

/* --- by size --- */

enum { POWERS = 65 }; /* class 0: no bytes; class n: from 2^(n-1) up to 2^n; then the same numbers for single sizes */

static uint32_t power_of(uint64_t bytes)
{
  return bytes > 0 ? 64 - (uint32_t)__builtin_clzll(bytes) : 0;
}

static struct census_range range_of(uint32_t power)
{
  if (power == 0)
    return (struct census_range){0, 1};
  return (struct census_range){UINT64_C(1) << (power - 1), power < 64 ? UINT64_C(1) << power : UINT64_MAX};
}

/* A size that may have more than half of a class's bytes, by the majority vote of Boyer and Moore: bytes of the
 * candidate and bytes of others cancel each other out. */
struct vote {
  uint64_t candidate, lead;
  uint64_t bytes, of_candidate; /* when all votes are counted */
};

static void cast_vote(struct vote *vote, uint64_t bytes)
{
  if (bytes == vote->candidate) {
    vote->lead += bytes;
  } else if (vote->lead >= bytes) {
    vote->lead -= bytes;
  } else {
    vote->lead = bytes - vote->lead;
    vote->candidate = bytes;
  }
}

static void hold_votes(const struct snapshot *snapshot, struct vote votes[POWERS])
{
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    cast_vote(&votes[power_of(snapshot->blocks[i].bytes)], snapshot->blocks[i].bytes);
  for (uint32_t i = 0; i < snapshot->block_count; i++) {
    const uint64_t bytes = snapshot->blocks[i].bytes;
    struct vote *of = &votes[power_of(bytes)];
    of->bytes += bytes;
    of->of_candidate += bytes == of->candidate ? bytes : 0;
  }
}

static bool is_won(const struct vote *vote)
{
  return vote->of_candidate > vote->bytes - vote->of_candidate;
}

/* A power's class comes after that of its single size. */
static uint32_t size_class(const struct vote votes[POWERS], uint64_t bytes)
{
  const uint32_t power = power_of(bytes);
  return 2 * power + !(is_won(&votes[power]) && bytes == votes[power].candidate);
}

void census_by_size(const struct heap *heap, struct census *ret)
{
  struct vote votes[POWERS] = {0};
  struct classes classes;
  classes_init(&classes, heap, 2 * POWERS);
  hold_votes(heap->snapshot, votes);
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++)
    classes.of_block[i] = size_class(votes, heap->snapshot->blocks[i].bytes);
  for (uint32_t power = 0; power < POWERS; power++) {
    const uint64_t single = votes[power].candidate;
    classes.rows[2 * power].range = (struct census_range){single, single < UINT64_MAX ? single + 1 : UINT64_MAX};
    classes.rows[2 * power + 1].range = range_of(power);
    classes.rows[2 * power + 1].except = is_won(&votes[power]) ? single : 0;
  }
  count_classes(&classes, false, ret);
}

/* --- by age --- */

void census_by_age(const struct heap *heap, struct census *ret)
{
  enum { PARTS = 10 };
  struct classes classes;
  classes_init(&classes, heap, PARTS);
  const uint64_t allocations = heap->snapshot->head.allocations;
  const uint64_t width = allocations / PARTS + (allocations % PARTS > 0);
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++) {
    const uint64_t part = width > 0 ? heap->snapshot->blocks[i].birth / width : 0;
    classes.of_block[i] = part < PARTS ? (uint32_t)part : PARTS - 1;
  }
  for (uint32_t i = 0; i < PARTS; i++)
    classes.rows[i].range = (struct census_range){i * width, i + 1 < PARTS ? (i + 1) * width : UINT64_MAX};
  count_classes(&classes, true, ret);
}
