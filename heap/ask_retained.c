/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What would go with each root, and with blocks. Of a list each block retains all those behind it; one of them, the first,
 * says it all. So only such blocks are told that are not held by a block of their own site. */
#include <stdlib.h>

#include "heap/ask_roots.h"
#include "heap/path_view.h"
#include "report/numbers.h"

/* Nodes with most retained bytes first. */
struct ranking {
  uint32_t *nodes;
  uint32_t count;
};

static int by_retained(const void *left_item, const void *right_item, void *context)
{
  const struct graph *graph = context;
  uint32_t left = *(const uint32_t *)left_item, right = *(const uint32_t *)right_item;
  if (graph->retained_bytes[left] != graph->retained_bytes[right])
    return graph->retained_bytes[left] > graph->retained_bytes[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static bool is_root(const struct heap *heap, uint32_t node)
{
  return node >= 1 && node < heap->graph->first_block;
}

static bool is_head(const struct heap *heap, uint32_t node)
{
  const struct graph *graph = heap->graph;
  uint32_t above = graph->dominators[node];
  if (node < graph->first_block || above == GRAPH_NO_NODE || graph->retained_blocks[node] < 2)
    return false;
  return above < graph->first_block ||
         heap->site_of[above - graph->first_block] != heap->site_of[node - graph->first_block];
}

static struct error *rank(const struct heap *heap, bool (*is_wanted)(const struct heap *heap, uint32_t node),
                          struct ranking *ret)
{
  struct ranking ranking = {.nodes = malloc(((size_t)heap->graph->node_count + 1) * sizeof *ranking.nodes)};
  if (!ranking.nodes)
    return error_no_memory();
  for (uint32_t node = 1; node < heap->graph->node_count; node++)
    if (is_wanted(heap, node))
      ranking.nodes[ranking.count++] = node;
  if (ranking.count > 0)
    qsort_r(ranking.nodes, ranking.count, sizeof *ranking.nodes, by_retained, heap->graph);
  *ret = ranking;
  return NULL;
}

static void add_amounts(struct table *table, const struct heap *heap, uint32_t node)
{
  table_number(table, heap->graph->retained_bytes[node]);
  table_real(table, heap->snapshot->bytes ? (double)heap->graph->retained_bytes[node] / (double)heap->snapshot->bytes : 0);
  table_number(table, heap->graph->retained_blocks[node]);
}

/* "global g_cache (cache.c:12)" */
static char *root_words(const struct root_group *group)
{
  char *words, *title = root_group_title(group);
  if (!title || !group->file || group->line == 0)
    return title;
  int size = asprintf(&words, "%s (%s:%u)", title, group->file, group->line);
  free(title);
  return size < 0 ? NULL : words;
}

struct error *ask_put_roots(const struct question *question, const char *heading, uint64_t limit)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "retained", CELL_BYTES}, {"share", "share", CELL_SHARE}, {"retained_blocks", "blocks", CELL_COUNT},
    {"name", NULL, CELL_EXTRA}, {"object", NULL, CELL_EXTRA}, {"file", NULL, CELL_EXTRA}, {"line", NULL, CELL_NUMBER},
    {"thread", NULL, CELL_NUMBER}, {"root", "root", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct ranking ranking = {0};
  struct error *error = rank(heap, is_root, &ranking);
  if (error)
    return error;
  struct table *table = table_open(question->view, "roots", columns, 9);
  for (uint32_t i = 0; i < ranking.count && i < limit; i++) {
    const struct root_group *group = &heap->names->groups[ranking.nodes[i] - 1];
    char *words = root_words(group);
    add_amounts(table, heap, ranking.nodes[i]);
    table_text(table, group->name);
    table_text(table, group->object);
    table_text(table, group->file);
    table_number(table, group->line);
    table_number(table, group->tid);
    table_text(table, words);
    free(words);
  }
  table_close(table, heading, ranking.count);
  free(ranking.nodes);
  return NULL;
}

static struct error *put_blocks(const struct question *question)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "retained", CELL_BYTES}, {"share", "share", CELL_SHARE}, {"retained_blocks", "blocks", CELL_COUNT},
    {"address", NULL, CELL_NUMBER}, {"bytes", NULL, CELL_NUMBER}, {"site", NULL, CELL_EXTRA}, {"type", NULL, CELL_EXTRA},
    {"block", "block", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct ranking ranking = {0};
  struct error *error = rank(heap, is_head, &ranking);
  if (error)
    return error;
  struct table *table = table_open(question->view, "blocks", columns, 8);
  for (uint32_t i = 0; i < ranking.count && i < question->limit; i++) {
    uint32_t number = ranking.nodes[i] - heap->graph->first_block;
    const struct heap_block *block = &heap->snapshot->blocks[number];
    const struct heap_site *site = &heap->sites[heap->site_of[number]];
    char *words = path_node_words(heap, ranking.nodes[i]), *placed = NULL;
    if (words && asprintf(&placed, "0x%llx: %s", (unsigned long long)block->start, words) < 0)
      placed = NULL;
    add_amounts(table, heap, ranking.nodes[i]);
    table_number(table, block->start);
    table_number(table, block->bytes);
    table_text(table, site->name);
    table_text(table, site->type);
    table_text(table, placed);
    free(placed);
    free(words);
  }
  view_gap(question->view);
  table_close(table, "Blocks that hold others alone (first of each chain)", ranking.count);
  if (ranking.count > 0) {
    unsigned long long start = heap->snapshot->blocks[ranking.nodes[0] - heap->graph->first_block].start;
    view_gap(question->view);
    ask_suggest(question, "what holds the first one", "why 0x%llx", start);
  }
  free(ranking.nodes);
  return NULL;
}

struct error *ask_retained(const struct question *question)
{
  struct error *error = ask_put_roots(question, "What would go with each root", question->limit);
  return error ? error : put_blocks(question);
}
