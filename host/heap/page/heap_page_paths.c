/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For each of the sites that retain most: a shortest path from a root to that block of it which retains most.
 * Consecutive blocks of one site are one step, as a list may have millions. */
#include "host/base/memory.h"
#include "host/heap/page/heap_page_data.h"

#include <stdlib.h>
#include <string.h>

#include "host/heap/model/member_path.h"

enum {
  STEPS_MAX = 40,               /* shown of a path */
  WALK_MAX = 50 * 1000 * 1000,  /* blocks looked at for all paths */
  EXPRESSIONS_MAX = 200,        /* sites whose paths are also shown as the program would write them */
  EXPRESSION_STEPS = 8,
};

/* Blocks in a row, and where the last of them points to the next step. */
struct step {
  bool is_group;
  uint32_t ref; /* site or group */
  uint64_t blocks, offset, into;
};

struct path {
  struct step steps[STEPS_MAX]; /* from the block upwards */
  size_t count;
  uint64_t left_out;            /* blocks before the last step */
  bool is_whole;
};

struct paths {
  struct heap_page *html;
  uint32_t *blocks;             /* by site: the one that retains most */
  size_t room;                  /* blocks that may still be walked over */
};

/* --- where a pointer stands --- */

static void find_edge(const struct snapshot *snapshot, uint32_t from, uint32_t to, struct step *step)
{
  for (uint64_t i = snapshot->edge_starts[from]; i < snapshot->edge_starts[from + 1]; i++)
    if (snapshot->edges[i].to == to) {
      step->offset = snapshot->edges[i].offset;
      step->into = snapshot->edges[i].into;
      return;
    }
}

static void find_root(const struct heap *heap, uint32_t group, uint32_t to, struct step *step)
{
  const struct graph *graph = heap->graph;
  for (uint32_t i = graph->group_starts[group]; i < graph->group_starts[group + 1]; i++) {
    const struct heap_root *root = &heap->snapshot->roots[graph->group_roots[i]];
    if (root->to != to)
      continue;
    step->offset = root_names_offset(heap->names, heap->snapshot, graph->group_roots[i]);
    step->into = root->into;
    return;
  }
}

/* --- one path --- */

/* A new step, or one block more in the last one. */
static void add_block(const struct heap *heap, struct path *path, uint32_t block, uint32_t next)
{
  struct step step = {.ref = heap->site_of[block], .blocks = 1, .offset = UINT64_MAX};
  if (path->count > 0 && path->steps[path->count - 1].ref == step.ref) {
    path->steps[path->count - 1].blocks++;
  } else if (path->count < STEPS_MAX - 1) {
    if (next != HEAP_NO_BLOCK)
      find_edge(heap->snapshot, block, next, &step);
    path->steps[path->count++] = step;
  } else {
    path->left_out++;
  }
}

static void find_path(struct paths *paths, uint32_t block, struct path *ret)
{
  const struct heap *heap = paths->html->heap;
  const struct graph *graph = heap->graph;
  uint32_t node = block + graph->first_block, next = HEAP_NO_BLOCK;
  *ret = (struct path){.count = 0};
  for (; node != GRAPH_NO_NODE && node >= graph->first_block && paths->room > 0; node = graph->parents[node]) {
    add_block(heap, ret, node - graph->first_block, next);
    next = node - graph->first_block;
    paths->room--;
  }
  if (node == GRAPH_NO_NODE || node == 0 || node >= graph->first_block)
    return;
  struct step root = {.is_group = true, .ref = node - 1, .offset = UINT64_MAX};
  find_root(heap, node - 1, next, &root);
  ret->steps[ret->count++] = root;
  ret->is_whole = true;
}

/* --- writing --- */

static json_t *make_offset(uint64_t offset)
{
  return offset == UINT64_MAX || offset == UINT32_MAX ? json_null() : json_count(offset);
}

static json_t *make_step(struct heap_page *html, const struct step *step)
{
  json_t *node = step->is_group ? heap_page_group_node(html, step->ref) : heap_page_site_node(html, step->ref);
  return json_pack("[oooo]", node, json_count(step->blocks), make_offset(step->offset), make_offset(step->into));
}

/* "g_server->cache.entries[3].value"; null: not known, or too long. */
static json_t *make_expression(const struct heap *heap, uint32_t block, size_t index)
{
  struct graph_step *steps;
  struct member_path path;
  size_t count;
  if (index >= EXPRESSIONS_MAX || heap->graph->depths[heap->graph->first_block + block] > EXPRESSION_STEPS)
    return json_null();
  graph_path(heap->graph, block, NULL, 0, &steps, &count);
  member_path_find(heap, steps, count, &path);
  free(steps);
  json_t *expression = !path.expression ? json_null() : json_string(path.expression);
  member_path_deinit(&path, count);
  return expression ? expression : json_null(); /* a name that is not UTF-8 */
}

static json_t *make_path(const void *context, size_t index)
{
  struct paths *paths = *(struct paths *const *)context;
  struct path path;
  uint32_t block = paths->blocks[index];
  if (block == HEAP_NO_BLOCK || paths->room == 0)
    return json_null();
  find_path(paths, block, &path);
  if (!path.is_whole)
    return json_null();
  json_t *steps = json_array();
  for (size_t i = path.count; i-- > 0;)
    json_list_add(&steps, make_step(paths->html, &path.steps[i]));
  const struct heap_block *target = &paths->html->heap->snapshot->blocks[block];
  char address[32];
  snprintf(address, sizeof address, "0x%llx", (unsigned long long)target->start);
  return json_pack("[soooo]", address, json_count(target->bytes), json_count(path.left_out), steps,
                   make_expression(paths->html->heap, block, index));
}

static void choose_blocks(struct paths *paths, uint32_t count)
{
  const struct heap *heap = paths->html->heap;
  const uint64_t *retained = heap->graph->retained_bytes + heap->graph->first_block;
  paths->blocks = memory_allocate(((size_t)count + 1) * sizeof *paths->blocks);
  memset(paths->blocks, 0xff, count * sizeof *paths->blocks);
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++) {
    bool is_reached = heap->graph->parents[i + heap->graph->first_block] != GRAPH_NO_NODE;
    if (heap->site_of[i] >= count || !is_reached)
      continue;
    uint32_t *best = &paths->blocks[heap->site_of[i]];
    if (*best == HEAP_NO_BLOCK || retained[i] > retained[*best])
      *best = i;
  }
}

void heap_page_write_paths(struct heap_page *html)
{
  struct paths paths = {.html = html, .room = WALK_MAX}, *context = &paths;
  uint32_t count = html->site_count < HEAP_PAGE_PATHS ? html->site_count : HEAP_PAGE_PATHS;
  choose_blocks(&paths, count);
  json_write_list_member(html->output, "paths", make_path, &context, count);
  free(paths.blocks);
}
