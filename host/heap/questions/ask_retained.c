/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory freed by releasing each root, and blocks. In a list each block retains all those behind it, and the first of
 * them says it all. So only blocks are shown that are not held by a block of their own site, and those of one site that
 * one node holds are shown together. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/path_view.h"
#include "host/model/words/numbers.h"

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

static void rank_nodes(const struct heap *heap, bool (*is_wanted)(const struct heap *heap, uint32_t node),
                       struct ranking *ret)
{
  struct ranking ranking = {.nodes = memory_allocate(((size_t)heap->graph->node_count + 1) * sizeof *ranking.nodes)};
  for (uint32_t node = 1; node < heap->graph->node_count; node++)
    if (is_wanted(heap, node))
      ranking.nodes[ranking.count++] = node;
  if (ranking.count > 0)
    qsort_r(ranking.nodes, ranking.count, sizeof *ranking.nodes, by_retained, heap->graph);
  *ret = ranking;
}

static void add_amounts(struct table *table, const struct heap *heap, uint32_t node)
{
  table_number(table, heap->graph->retained_bytes[node]);
  const uint64_t all = heap->snapshot->bytes;
  table_real(table, all ? (double)heap->graph->retained_bytes[node] / (double)all : 0);
  table_number(table, heap->graph->retained_blocks[node]);
}

/* "global g_cache (cache.c:12)" */
static char *root_words(const struct root_group *group)
{
  char *title = root_group_title(group);
  if (!group->file || group->line == 0)
    return title;
  char *words = print_text("%s (%s:%u)", title, group->file, group->line);
  free(title);
  return words;
}

void ask_put_roots(const struct question *question, const char *heading, uint64_t limit)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "retained", CELL_BYTES}, {"share", "share", CELL_SHARE},
    {"retained_blocks", "blocks", CELL_COUNT},
    {"name", NULL, CELL_EXTRA}, {"object", NULL, CELL_EXTRA}, {"file", NULL, CELL_EXTRA}, {"line", NULL, CELL_NUMBER},
    {"thread", NULL, CELL_NUMBER}, {"root", "root", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct ranking ranking = {0};
  rank_nodes(heap, is_root, &ranking);
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
}

/* Blocks of one site that one node holds, each with all behind it: 256 chains of a hash table, say. */
struct chains {
  uint64_t retained_bytes;
  uint64_t retained_blocks;
  uint32_t heads;
  uint32_t largest; /* node of the head that retains most */
};

static uint32_t site_of_node(const struct heap *heap, uint32_t node)
{
  return heap->site_of[node - heap->graph->first_block];
}

static int by_holder(const void *left_item, const void *right_item, void *context)
{
  const struct heap *heap = context;
  uint32_t left = *(const uint32_t *)left_item, right = *(const uint32_t *)right_item;
  uint32_t left_holder = heap->graph->dominators[left], right_holder = heap->graph->dominators[right];
  if (left_holder != right_holder)
    return left_holder < right_holder ? -1 : 1;
  if (site_of_node(heap, left) != site_of_node(heap, right))
    return site_of_node(heap, left) < site_of_node(heap, right) ? -1 : 1;
  return by_retained(left_item, right_item, heap->graph);
}

ORDER(by_sum, struct chains, DOWN(retained_bytes) ?: UP(largest))

/* What one node holds does not overlap, so it can be added up. */
static void gather_chains(const struct heap *heap, struct chains **ret, size_t *ret_count)
{
  const struct graph *graph = heap->graph;
  struct ranking heads = {0};
  rank_nodes(heap, is_head, &heads);
  struct chains *const all = memory_zeroed((size_t)heads.count + 1, sizeof *all), *last = NULL;
  if (heads.count > 0)
    qsort_r(heads.nodes, heads.count, sizeof *heads.nodes, by_holder, (void *)heap);
  for (uint32_t i = 0; i < heads.count; i++) {
    uint32_t node = heads.nodes[i];
    if (!last || graph->dominators[last->largest] != graph->dominators[node] ||
        site_of_node(heap, last->largest) != site_of_node(heap, node)) {
      last = last ? last + 1 : all;
      last->largest = node;
    }
    last->heads++;
    last->retained_bytes += graph->retained_bytes[node];
    last->retained_blocks += graph->retained_blocks[node];
  }
  *ret_count = last ? (size_t)(last - all) + 1 : 0;
  qsort(all, *ret_count, sizeof *all, by_sum);
  free(heads.nodes);
  *ret = all;
}

/* "256 blocks from f (x.c:3) in global g, the largest at 0x4a2f040", "block of 64 from f (x.c:3) at 0x4a2f040 in ..."
 */
static char *chains_words(const struct heap *heap, const struct chains *chains, const char *holder)
{
  unsigned long long start = heap->snapshot->blocks[chains->largest - heap->graph->first_block].start;
  char *one = chains->heads == 1 ? path_view_node_words(heap, chains->largest) : NULL;
  char *words = one
                  ? print_text("%s, in %s, at 0x%llx", one, holder, start)
                  : print_text("%s blocks from %s, in %s, the largest at 0x%llx", grouped_number(chains->heads).digits,
                               heap->sites[site_of_node(heap, chains->largest)].name, holder, start);
  free(one);
  return words;
}

static void add_chains(struct table *table, const struct heap *heap, const struct chains *chains)
{
  const struct heap_block *block = &heap->snapshot->blocks[chains->largest - heap->graph->first_block];
  const struct heap_site *site = &heap->sites[site_of_node(heap, chains->largest)];
  uint32_t above = heap->graph->dominators[chains->largest];
  char *holder = above == 0 ? NULL : path_view_node_words(heap, above);
  char *words = chains_words(heap, chains, holder ? holder : "several roots");
  table_number(table, chains->retained_bytes);
  table_real(table, heap->snapshot->bytes ? (double)chains->retained_bytes / (double)heap->snapshot->bytes : 0);
  table_number(table, chains->retained_blocks);
  table_number(table, chains->heads);
  table_number(table, block->start);
  table_number(table, block->bytes);
  table_text(table, site->name);
  table_text(table, site->type);
  table_text(table, holder);
  table_text(table, words);
  free(words);
  free(holder);
}

static void put_blocks(const struct question *question)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "retained", CELL_BYTES}, {"share", "share", CELL_SHARE},
    {"retained_blocks", "blocks", CELL_COUNT},
    {"heads", NULL, CELL_NUMBER}, {"address", NULL, CELL_NUMBER}, {"bytes", NULL, CELL_NUMBER},
    {"site", NULL, CELL_EXTRA}, {"type", NULL, CELL_EXTRA}, {"holder", NULL, CELL_EXTRA}, {"words", "with", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct chains *chains = NULL;
  size_t count = 0;
  gather_chains(heap, &chains, &count);
  struct table *table = table_open(question->view, "blocks", columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < count && i < question->limit; i++)
    add_chains(table, heap, &chains[i]);
  view_gap(question->view);
  table_close(table, "Memory freed by releasing each block that holds others alone", count);
  if (count > 0) {
    unsigned long long start = heap->snapshot->blocks[chains[0].largest - heap->graph->first_block].start;
    view_gap(question->view);
    ask_suggest(question, "what holds the first one", "why 0x%llx", start);
  }
  free(chains);
}

struct error *ask_retained(const struct question *question)
{
  ask_put_roots(question, "Memory freed by releasing each root", question->limit);
  put_blocks(question);
  return NULL;
}
