/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dominator tree as a person can look at it. A heap has millions of blocks, a treemap a few hundred boxes, so
 * blocks of one site whose dominators are in the same box make one box; so do blocks of a site dominated by blocks of
 * the same site, such as the nodes of a list or a tree. What a box retains is then exactly what would go with its
 * blocks.
 *
 * Boxes are opened in the order of what they retain until there are enough. Those too small to be seen are gathered in
 * one. Every block is looked at once, whatever the heap looks like. */
#include "host/heap/page/heap_page_data.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

enum { CHILDREN_MAX = 200, DEPTH_MAX = 100, SMALLEST_PART = 20000 };

enum box_kind {
  BOX_HEAP,   /* all of it */
  BOX_GROUP,  /* a root; ref: its group */
  BOX_SITE,   /* blocks of a site; ref: the site */
  BOX_OTHERS, /* small ones */
  BOX_SHARED, /* what no root alone holds */
  BOX_LOST,   /* what no root reaches */
};

struct box {
  enum box_kind kind;
  uint32_t parent, ref, depth;
  uint32_t first, last; /* nodes in it that can have children; GRAPH_NO_NODE: none */
  uint64_t blocks, own_bytes, retained_bytes;
  bool is_open;
};

struct boxes {
  struct heap_page *html;
  const struct graph *graph;
  uint32_t *first_child, *next; /* by node; `next` is that of children, then of nodes in a box */
  uint32_t *found;              /* by site: its box while its parent is opened; GRAPH_NO_NODE: none */
  struct box *items;
  size_t count, capacity;
  uint64_t smallest;
};

static bool is_block(const struct boxes *boxes, uint32_t node)
{
  return node >= boxes->graph->first_block;
}

static uint32_t site_of(const struct boxes *boxes, uint32_t node)
{
  return boxes->html->heap->site_of[node - boxes->graph->first_block];
}

static uint64_t bytes_of(const struct boxes *boxes, uint32_t node)
{
  return boxes->graph->snapshot->blocks[node - boxes->graph->first_block].bytes;
}

/* What no root reaches retains itself. */
static uint64_t retained_by(const struct boxes *boxes, uint32_t node)
{
  bool is_lost = boxes->graph->dominators[node] == GRAPH_NO_NODE;
  return is_lost ? bytes_of(boxes, node) : boxes->graph->retained_bytes[node];
}

/* --- boxes --- */

static void add_box(struct boxes *boxes, enum box_kind kind, uint32_t ref, uint32_t parent, uint32_t *ret)
{
  grow((void **)&boxes->items, boxes->count, &boxes->capacity, sizeof *boxes->items);
  *ret = (uint32_t)boxes->count;
  boxes->items[boxes->count++] = (struct box){.kind = kind,
                                              .ref = ref,
                                              .parent = parent,
                                              .first = GRAPH_NO_NODE,
                                              .last = GRAPH_NO_NODE,
                                              .depth = parent == GRAPH_NO_NODE ? 0 : boxes->items[parent].depth + 1};
}

static void put_node(struct boxes *boxes, struct box *box, uint32_t node)
{
  if (box->first == GRAPH_NO_NODE)
    box->first = node;
  else
    boxes->next[box->last] = node;
  box->last = node;
  boxes->next[node] = GRAPH_NO_NODE;
  if (is_block(boxes, node)) {
    box->blocks++;
    box->own_bytes += bytes_of(boxes, node);
  }
}

/* Children of the box's nodes that are of its own site go into it, too, and so do their children. */
static void take_in_own(struct boxes *boxes, struct box *box)
{
  for (uint32_t node = box->first; node != GRAPH_NO_NODE; node = boxes->next[node]) {
    uint32_t kept = GRAPH_NO_NODE;
    for (uint32_t child = boxes->first_child[node], next; child != GRAPH_NO_NODE; child = next) {
      next = boxes->next[child];
      if (is_block(boxes, child) && site_of(boxes, child) == box->ref) {
        put_node(boxes, box, child);
      } else {
        boxes->next[child] = kept;
        kept = child;
      }
    }
    boxes->first_child[node] = kept;
  }
}

/* --- opening --- */

/* The box for a child, in the one that is being opened. */
static void box_for(struct boxes *boxes, uint32_t parent, uint32_t node, uint32_t *ret)
{
  if (!is_block(boxes, node)) {
    add_box(boxes, BOX_GROUP, node - 1, parent, ret);
    return;
  }
  uint32_t *found = &boxes->found[site_of(boxes, node)];
  if (*found == GRAPH_NO_NODE)
    add_box(boxes, BOX_SITE, site_of(boxes, node), parent, found);
  *ret = *found;
}

static void sort_into_boxes(struct boxes *boxes, uint32_t parent)
{
  for (uint32_t node = boxes->items[parent].first; node != GRAPH_NO_NODE; node = boxes->next[node])
    for (uint32_t child = boxes->first_child[node], next; child != GRAPH_NO_NODE; child = next) {
      uint32_t box;
      next = boxes->next[child];
      box_for(boxes, parent, child, &box);
      put_node(boxes, &boxes->items[box], child);
      boxes->items[box].retained_bytes += retained_by(boxes, child);
    }
}

ORDER(by_retained, struct box, DOWN(retained_bytes) ?: UP(kind) ?: UP(ref))

/* Boxes from `start` on are sorted; the small ones at the end become one. */
static void count_small(struct boxes *boxes, uint32_t parent, size_t start)
{
  size_t end = start;
  while (end < boxes->count && end - start < CHILDREN_MAX && boxes->items[end].retained_bytes > boxes->smallest)
    end++;
  if (boxes->count - end < 2)
    return;
  struct box others = {.kind = BOX_OTHERS, .parent = parent, .first = GRAPH_NO_NODE, .is_open = true,
                       .depth = boxes->items[parent].depth + 1, .ref = (uint32_t)(boxes->count - end)};
  for (size_t i = end; i < boxes->count; i++) {
    others.blocks += boxes->items[i].blocks;
    others.own_bytes += boxes->items[i].own_bytes;
    others.retained_bytes += boxes->items[i].retained_bytes;
  }
  boxes->items[end] = others;
  boxes->count = end + 1;
}

static void open_box(struct boxes *boxes, uint32_t index)
{
  size_t start = boxes->count;
  boxes->items[index].is_open = true;
  sort_into_boxes(boxes, index);
  for (size_t i = start; i < boxes->count; i++) {
    if (boxes->items[i].kind == BOX_SITE) {
      boxes->found[boxes->items[i].ref] = GRAPH_NO_NODE;
      take_in_own(boxes, &boxes->items[i]);
    }
  }
  if (boxes->count == start)
    return;
  qsort(boxes->items + start, boxes->count - start, sizeof *boxes->items, by_retained);
  count_small(boxes, index, start);
}

static uint32_t largest_closed(const struct boxes *boxes)
{
  uint32_t best = GRAPH_NO_NODE;
  for (size_t i = 0; i < boxes->count; i++) {
    const struct box *box = &boxes->items[i];
    bool is_better = best == GRAPH_NO_NODE || box->retained_bytes > boxes->items[best].retained_bytes;
    if (!box->is_open && box->depth < DEPTH_MAX && box->retained_bytes > boxes->smallest && is_better)
      best = (uint32_t)i;
  }
  return best;
}

/* --- the first boxes --- */

/* Blocks that several groups hold hang from the root of the graph, what nothing reaches from none: both have boxes
 * beside those of the groups. */
static void put_top(struct boxes *boxes, uint32_t node, uint32_t shared, uint32_t lost)
{
  uint32_t dominator = boxes->graph->dominators[node];
  struct box *box = &boxes->items[dominator == GRAPH_NO_NODE ? lost : shared];
  boxes->next[node] = box->first;
  box->first = node;
  box->retained_bytes += retained_by(boxes, node);
}

static void link_children(struct boxes *boxes, uint32_t shared, uint32_t lost)
{
  const struct graph *graph = boxes->graph;
  memset(boxes->first_child, 0xff, graph->node_count * sizeof *boxes->first_child);
  memset(boxes->next, 0xff, graph->node_count * sizeof *boxes->next);
  for (uint32_t node = graph->node_count; node-- > 1;) {
    uint32_t dominator = graph->dominators[node];
    if (is_block(boxes, node) && (dominator == GRAPH_NO_NODE || dominator == 0)) {
      put_top(boxes, node, shared, lost);
    } else if (dominator != GRAPH_NO_NODE) {
      boxes->next[node] = boxes->first_child[dominator];
      boxes->first_child[dominator] = node;
    }
  }
}

/* Node 0 stands for the parent of what is in it. */
static void open_top(struct boxes *boxes, uint32_t index)
{
  struct box *box = &boxes->items[index];
  boxes->first_child[0] = box->first;
  box->first = box->last = 0;
  boxes->next[0] = GRAPH_NO_NODE;
  open_box(boxes, index);
}

/* Groups are what node 0 has for children. */
static void make_top(struct boxes *boxes)
{
  uint32_t heap, shared, lost;
  add_box(boxes, BOX_HEAP, 0, GRAPH_NO_NODE, &heap);
  add_box(boxes, BOX_SHARED, 0, heap, &shared);
  add_box(boxes, BOX_LOST, 0, heap, &lost);
  link_children(boxes, shared, lost);
  boxes->items[heap].retained_bytes = boxes->graph->snapshot->bytes;
  boxes->items[heap].blocks = boxes->graph->snapshot->block_count;
  boxes->items[heap].first = boxes->items[heap].last = 0;
  boxes->next[0] = GRAPH_NO_NODE;
  boxes->smallest = boxes->graph->snapshot->bytes / SMALLEST_PART;
  open_box(boxes, heap);
  open_top(boxes, shared);
  open_top(boxes, lost);
}

static void make_boxes(struct boxes *boxes)
{
  make_top(boxes);
  for (uint32_t next; boxes->count < HEAP_PAGE_TREE && (next = largest_closed(boxes)) != GRAPH_NO_NODE;)
    open_box(boxes, next);
}

/* --- writing --- */

/* The number in the page of a group or site; what is not there has none. */
static json_t *make_ref(const struct boxes *boxes, const struct box *box)
{
  if (box->kind == BOX_GROUP)
    return heap_page_number(heap_page_group(boxes->html, box->ref));
  if (box->kind == BOX_SITE)
    return heap_page_number(box->ref < boxes->html->site_count ? box->ref : UINT32_MAX);
  return json_count(box->ref);
}

static json_t *make_box(const void *context, size_t index)
{
  const struct boxes *boxes = context;
  const struct box *box = &boxes->items[index];
  return json_pack("[oioooo]", json_index(box->parent == GRAPH_NO_NODE ? SIZE_MAX : box->parent), (int)box->kind,
                   make_ref(boxes, box), json_count(box->blocks), json_count(box->own_bytes),
                   json_count(box->retained_bytes));
}

static void boxes_init(struct boxes *boxes, struct heap_page *html)
{
  size_t nodes = html->heap->graph->node_count, sites = html->heap->site_count;
  *boxes = (struct boxes){.html = html,
                          .graph = html->heap->graph,
                          .first_child = memory_allocate((nodes + 1) * sizeof *boxes->first_child),
                          .next = memory_allocate((nodes + 1) * sizeof *boxes->next),
                          .found = memory_allocate((sites + 1) * sizeof *boxes->found)};
  memset(boxes->found, 0xff, sites * sizeof *boxes->found);
}

void heap_page_write_tree(struct heap_page *html)
{
  struct boxes boxes;
  boxes_init(&boxes, html);
  make_boxes(&boxes);
  json_write_list_member(html->output, "tree", make_box, &boxes, boxes.count);
  free(boxes.first_child);
  free(boxes.next);
  free(boxes.found);
  free(boxes.items);
}
