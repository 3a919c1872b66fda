/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One class after the other, and then one root group after the other, has all its pointers followed, which are counted
 * by the class of their targets. A target has been counted for this source when its mark is the source's number. */
#include "host/heap/graph/class_pointers.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

struct pointing {
  const struct graph *graph;
  const uint32_t *class_of;
  uint32_t class_count;
  uint32_t *starts, *blocks;  /* blocks by class: blocks[starts[c]] up to the next */
  uint32_t *marks;            /* by block: number of the last source that pointed at it; sources count from 1 */
  struct class_pointers_line *tally;  /* by class: what this source has pointed at so far */
  uint32_t *last_from;        /* by class: the last block, from 1, of this source that pointed at it */
  uint32_t *touched, touched_count; /* classes that are in the tally */
  uint32_t source;
  struct class_pointers *points;
  size_t capacity;
};

static void pointing_deinit(struct pointing *work)
{
  free(work->starts);
  free(work->blocks);
  free(work->marks);
  free(work->tally);
  free(work->last_from);
  free(work->touched);
}

static void pointing_init(struct pointing *work)
{
  const size_t blocks = work->graph->snapshot->block_count, classes = work->class_count;
  work->starts = memory_zeroed(classes + 2, sizeof *work->starts);
  work->blocks = memory_allocate((blocks + 1) * sizeof *work->blocks);
  work->marks = memory_zeroed(blocks + 1, sizeof *work->marks);
  work->tally = memory_zeroed(classes + 1, sizeof *work->tally);
  work->last_from = memory_zeroed(classes + 1, sizeof *work->last_from);
  work->touched = memory_allocate((classes + 1) * sizeof *work->touched);
  work->points = memory_zeroed(1, sizeof *work->points);
}

/* By counting: while they are put in, starts[c + 1] is where the next one of class c goes. */
static void sort_blocks(struct pointing *work)
{
  const uint32_t count = work->graph->snapshot->block_count;
  for (uint32_t i = 0; i < count; i++)
    work->starts[(size_t)work->class_of[i] + 2]++;
  for (uint32_t class = 0; class < work->class_count; class++)
    work->starts[(size_t)class + 2] += work->starts[(size_t)class + 1];
  for (uint32_t i = 0; i < count; i++)
    work->blocks[work->starts[(size_t)work->class_of[i] + 1]++] = i;
}

/* `from`: the block that points, from 1; 0: a root. */
static void point_at(struct pointing *work, uint32_t from, uint32_t to)
{
  const uint32_t class = work->class_of[to];
  struct class_pointers_line *line = &work->tally[class];
  if (line->pointers == 0)
    work->touched[work->touched_count++] = class;
  line->pointers++;
  if (from != 0 && work->last_from[class] != from) {
    work->last_from[class] = from;
    line->from_blocks++;
  }
  if (work->marks[to] != work->source) {
    work->marks[to] = work->source;
    line->to_blocks++;
    line->to_bytes += work->graph->snapshot->blocks[to].bytes;
  }
}

/* The tally becomes lines, and is empty again. */
static void finish_source(struct pointing *work, uint32_t from, bool from_root)
{
  struct class_pointers *points = work->points;
  for (uint32_t i = 0; i < work->touched_count; i++) {
    struct class_pointers_line *line = &work->tally[work->touched[i]];
    grow((void **)&points->lines, points->count, &work->capacity, sizeof *points->lines);
    line->from = from;
    line->from_root = from_root;
    line->to = work->touched[i];
    points->lines[points->count++] = *line;
    *line = (struct class_pointers_line){0};
  }
  work->touched_count = 0;
  work->source++;
}

static void follow_classes(struct pointing *work)
{
  const struct snapshot *snapshot = work->graph->snapshot;
  for (uint32_t class = 0; class < work->class_count; class ++) {
    for (uint32_t i = work->starts[class]; i < work->starts[(size_t)class + 1]; i++) {
      const uint32_t block = work->blocks[i];
      for (uint64_t edge = snapshot->edge_starts[block]; edge < snapshot->edge_starts[block + 1]; edge++)
        point_at(work, block + 1, snapshot->edges[edge].to);
    }
    finish_source(work, class, false);
  }
}

static void follow_roots(struct pointing *work)
{
  const struct graph *graph = work->graph;
  for (uint32_t group = 0; group < graph->group_count; group++) {
    for (uint32_t i = graph->group_starts[group]; i < graph->group_starts[group + 1]; i++)
      point_at(work, 0, graph->snapshot->roots[graph->group_roots[i]].to);
    finish_source(work, group, true);
  }
}

ORDER(by_weight, struct class_pointers_line, DOWN(to_bytes) ?: UP(to) ?: DOWN(from_root) ?: UP(from))

struct class_pointers *class_pointers_create(const struct graph *graph, const uint32_t *class_of, uint32_t class_count)
{
  struct pointing work = {.graph = graph, .class_of = class_of, .class_count = class_count, .source = 1};
  pointing_init(&work);
  sort_blocks(&work);
  follow_classes(&work);
  follow_roots(&work);
  if (work.points->count > 0)
    qsort(work.points->lines, work.points->count, sizeof *work.points->lines, by_weight);
  pointing_deinit(&work);
  return work.points;
}

void class_pointers_destroy(struct class_pointers *points)
{
  if (!points)
    return;
  free(points->lines);
  free(points);
}
