/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sites and roots hold pointers to blocks of which sites: what one follows from step to step. Millions of
 * pointers have few different pairs of ends, so they are counted by these; of each site's holders, and of what each
 * holds, those with most pointers are shown. */
#include "host/heap/page/heap_page_data.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/order.h"
#include "host/base/text_pool.h"
#include "host/base/memory.h"

enum { LINKS_MAX = 500000, SHOWN_EACH = 10 };

/* `from` is a site, or, after the last one, a group. */
struct link {
  uint32_t from, to;
  uint64_t pointers, offset; /* offset: UINT64_MAX when they differ */
  bool is_shown;
};

struct links {
  struct heap_page *html;
  htab_t by_ends;
  struct text_pool *memory;
  struct link **items, *last;
  size_t count, capacity;
};

HASHED(link, struct link, (x->from * 0x9e3779b1u) ^ (x->to * 0x85ebca6bu), SAME(from) && SAME(to))

static void make_link(struct links *links, const struct link *key, void **slot)
{
  struct link *made = text_pool_allocate(links->memory, sizeof *made);
  grow((void **)&links->items, links->count, &links->capacity, sizeof(struct link *));
  *made = *key;
  links->items[links->count++] = made;
  *slot = made;
}

/* NULL in links->last: there are too many already. */
static void find_link(struct links *links, const struct link *key)
{
  bool is_full = links->count == LINKS_MAX;
  void **slot = htab_find_slot(links->by_ends, key, is_full ? NO_INSERT : INSERT);
  if (!*slot)
    make_link(links, key, slot);
  links->last = *slot;
}

static void count_pointer(struct links *links, uint32_t from, uint32_t to, uint64_t offset)
{
  struct link key = {.from = from, .to = to, .offset = offset};
  if (!links->last || !equal_link(links->last, &key))
    find_link(links, &key);
  if (!links->last)
    return;
  links->last->pointers++;
  if (links->last->offset != offset)
    links->last->offset = UINT64_MAX;
}

/* --- all pointers --- */

static void count_edges(struct links *links)
{
  const struct heap *heap = links->html->heap;
  const struct snapshot *snapshot = heap->snapshot;
  for (uint32_t block = 0; block < snapshot->block_count; block++)
    for (uint64_t i = snapshot->edge_starts[block]; i < snapshot->edge_starts[block + 1]; i++) {
      uint32_t to = heap->site_of[snapshot->edges[i].to];
      if (heap->site_of[block] < links->html->site_count && to < links->html->site_count)
        count_pointer(links, heap->site_of[block], to, snapshot->edges[i].offset);
    }
}

static void count_roots(struct links *links)
{
  const struct heap *heap = links->html->heap;
  for (uint32_t i = 0; i < heap->snapshot->root_count; i++) {
    const struct heap_root *root = &heap->snapshot->roots[i];
    uint32_t group = heap->graph->root_groups[i], to = heap->site_of[root->to];
    if (to < links->html->site_count)
      count_pointer(links, heap->site_count + group, to, root_names_offset(heap->names, heap->snapshot, i));
  }
}

/* --- those that are shown --- */

ORDER_POINTERS(by_to, struct link, UP(to) ?: DOWN(pointers) ?: UP(from))

ORDER_POINTERS(by_from, struct link, UP(from) ?: UP(to)) /* most retained bytes first */

static void show_some(struct links *links, int (*order)(const void *, const void *))
{
  size_t run = 0;
  qsort(links->items, links->count, sizeof *links->items, order);
  for (size_t i = 0; i < links->count; i++) {
    const struct link *link = links->items[i], *before = i > 0 ? links->items[i - 1] : NULL;
    bool is_same = before && (order == by_to ? before->to == link->to : before->from == link->from);
    run = is_same ? run + 1 : 0;
    if (run < SHOWN_EACH)
      links->items[i]->is_shown = true;
  }
}

/* Those to sites that retain most come first. */
static void choose_shown(struct links *links)
{
  size_t shown = 0;
  if (links->count == 0)
    return;
  show_some(links, by_from);
  show_some(links, by_to);
  for (size_t i = 0; i < links->count && shown < HEAP_PAGE_LINKS; i++)
    if (links->items[i]->is_shown)
      links->items[shown++] = links->items[i];
  links->count = shown;
}

static json_t *make_item(const void *context, size_t index)
{
  const struct links *links = context;
  const struct link *link = links->items[index];
  uint32_t site_count = links->html->heap->site_count;
  json_t *from = link->from < site_count ? heap_page_site_node(links->html, link->from)
                                         : heap_page_group_node(links->html, link->from - site_count);
  return json_pack("[oooo]", from, heap_page_site_node(links->html, link->to), json_count(link->pointers),
                   link->offset == UINT64_MAX ? json_null() : json_count(link->offset));
}

static void write_shown(struct links *links)
{
  const struct json_output *output = links->html->output;
  json_write_member(output, "link_count", json_count(links->count));
  choose_shown(links);
  json_write_list_member(output, "links", make_item, links, links->count);
}

void heap_page_write_links(struct heap_page *html)
{
  struct links links = {.html = html,
                        .by_ends = HASH_TABLE(link, 1024, NULL),
                        .memory = text_pool_create()};
  count_edges(&links);
  count_roots(&links);
  write_shown(&links);
  hash_table_delete(links.by_ends);
  if (links.memory)
    text_pool_destroy(links.memory);
  free(links.items);
}
