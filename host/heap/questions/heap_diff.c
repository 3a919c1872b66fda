/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sites, or roots, of both heaps are put into one array and sorted by what makes them the same: each run of equal ones
 * is a line. */
#include "host/heap/questions/heap_diff.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"

const char *heap_change_words(enum heap_change change)
{
  static const char *const words[HEAP_CHANGES] = {
    [HEAP_NEW] = "new", [HEAP_GROWN] = "grown", [HEAP_SHRUNK] = "shrunk", [HEAP_GONE] = "gone", [HEAP_SAME] = "same"};
  return words[change];
}

/* A site or a root of one side. */
struct item {
  const char *key, *name;
  bool is_after;
  const struct heap_site *site;
  const struct root_group *root;
  struct heap_amount amount;
  uint64_t survived_bytes;
};

static uint64_t weight_of(const struct heap_amount *amount)
{
  return amount->bytes > 0 ? amount->bytes : amount->retained_bytes;
}

/* By key; the new side first, and of each side the largest first. */
ORDER(by_key, struct item,
      UP_TEXT(key) ?: DOWN(is_after) ?: COMPARE(weight_of(&y->amount), weight_of(&x->amount)) ?: UP_TEXT(name))

/* --- lines --- */

static void add_amount(struct heap_amount *sum, const struct heap_amount *amount)
{
  sum->bytes += amount->bytes;
  sum->blocks += amount->blocks;
  sum->retained_bytes += amount->retained_bytes;
}

static bool is_there(const struct heap_amount *amount)
{
  return amount->bytes > 0 || amount->blocks > 0 || amount->retained_bytes > 0;
}

/* What a line is about: of sites their own bytes, of roots what they retain. */
static uint64_t bytes_of(const struct heap_diff_line *line, const struct heap_amount *amount)
{
  return line->site ? amount->bytes : amount->retained_bytes;
}

static enum heap_change change_of(const struct heap_diff_line *line)
{
  const uint64_t before = bytes_of(line, &line->before), after = bytes_of(line, &line->after);
  if (!is_there(&line->before))
    return HEAP_NEW;
  if (!is_there(&line->after))
    return HEAP_GONE;
  if (before != after)
    return after > before ? HEAP_GROWN : HEAP_SHRUNK;
  if (line->before.blocks != line->after.blocks)
    return line->after.blocks > line->before.blocks ? HEAP_GROWN : HEAP_SHRUNK;
  return HEAP_SAME;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
  return a > b ? a - b : b - a;
}

static const char *key_of(const struct heap_diff_line *line)
{
  return line->site ? line->site->identity.digits : line->root->name;
}

static int by_difference(const void *a, const void *b)
{
  const struct heap_diff_line *x = a, *y = b;
  const uint64_t x_bytes = distance(bytes_of(x, &x->before), bytes_of(x, &x->after)),
                 y_bytes = distance(bytes_of(y, &y->before), bytes_of(y, &y->after)),
                 x_blocks = distance(x->before.blocks, x->after.blocks),
                 y_blocks = distance(y->before.blocks, y->after.blocks);
  if (x_bytes != y_bytes)
    return x_bytes > y_bytes ? -1 : 1;
  if (x_blocks != y_blocks)
    return x_blocks > y_blocks ? -1 : 1;
  return strcmp(key_of(x), key_of(y));
}

static struct heap_diff_line make_line(const struct item *items, size_t count)
{
  struct heap_diff_line line = {.name = items->name, .site = items->site, .root = items->root};
  for (size_t i = 0; i < count; i++) {
    add_amount(items[i].is_after ? &line.after : &line.before, &items[i].amount);
    line.survived_bytes += items[i].survived_bytes;
  }
  line.change = change_of(&line);
  return line;
}

/* Sorts items. */
static void make_lines(struct item *items, size_t count, struct heap_diff_line **ret, size_t *ret_count)
{
  struct heap_diff_line *lines = memory_allocate((count + 1) * sizeof *lines);
  size_t line_count = 0;
  if (count > 0)
    qsort(items, count, sizeof *items, by_key);
  for (size_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && strcmp(items[next].key, items[i].key) == 0; next++)
      ;
    lines[line_count++] = make_line(&items[i], next - i);
  }
  if (line_count > 0)
    qsort(lines, line_count, sizeof *lines, by_difference);
  *ret = lines;
  *ret_count = line_count;
}

/* --- sites --- */

/* Blocks of the new side that were made before the snapshot of the old one. */
static void add_survivors(const struct heap *before, const struct heap *after, struct item *items,
                          const uint32_t *item_of)
{
  for (uint32_t i = 0; i < after->snapshot->block_count; i++) {
    const struct heap_block *block = &after->snapshot->blocks[i];
    struct item *item = &items[item_of[after->site_of[i]]];
    if (block->birth <= before->snapshot->head.allocations)
      item->survived_bytes += block->bytes;
  }
}

/* item_of: by site; NULL: not wanted. */
static size_t add_sites(const struct heap *heap, bool is_after, struct item *items, size_t count, uint32_t *item_of)
{
  for (uint32_t i = 0; i < heap->site_count; i++) {
    const struct heap_site *site = &heap->sites[i];
    const struct heap_amount amount = {site->live_bytes, site->live_blocks, site->retained_bytes};
    if (item_of)
      item_of[i] = (uint32_t)count;
    if (amount.blocks > 0)
      items[count++] = (struct item){.key = site->identity.digits, .name = site->name, .is_after = is_after,
                                     .site = site, .amount = amount};
  }
  return count;
}

static void compare_sites(const struct heap *before, const struct heap *after, struct heap_diff *diff)
{
  const size_t room = (size_t)before->site_count + after->site_count + 1;
  struct item *items = memory_allocate(room * sizeof *items);
  uint32_t *item_of = memory_allocate(((size_t)after->site_count + 1) * sizeof *item_of);
  size_t count = add_sites(after, true, items, add_sites(before, false, items, 0, NULL), item_of);
  if (diff->is_same_process)
    add_survivors(before, after, items, item_of);
  make_lines(items, count, &diff->sites, &diff->site_count);
  free(items);
  free(item_of);
}

/* --- roots --- */

static size_t add_roots(const struct heap *heap, bool is_after, struct item *items, size_t count)
{
  for (uint32_t i = 0; i < heap->names->group_count; i++) {
    const struct root_group *root = &heap->names->groups[i];
    const struct heap_amount amount = {.blocks = heap->graph->retained_blocks[1 + i],
                                       .retained_bytes = heap->graph->retained_bytes[1 + i]};
    if (amount.blocks > 0)
      items[count++] = (struct item){.key = root->name, .name = root->name, .is_after = is_after, .root = root,
                                     .amount = amount};
  }
  return count;
}

static void compare_roots(const struct heap *before, const struct heap *after, struct heap_diff *diff)
{
  if (!diff->has_snapshots)
    return;
  const size_t room = (size_t)before->names->group_count + after->names->group_count + 1;
  struct item *items = memory_allocate(room * sizeof *items);
  size_t count = add_roots(after, true, items, add_roots(before, false, items, 0));
  make_lines(items, count, &diff->roots, &diff->root_count);
  free(items);
}

/* --- both --- */

static struct heap_amount all_of(const struct heap *heap)
{
  struct heap_amount all = {0};
  for (uint32_t i = 0; i < heap->site_count; i++) {
    all.bytes += heap->sites[i].live_bytes;
    all.blocks += heap->sites[i].live_blocks;
  }
  all.retained_bytes = heap->graph ? heap->graph->retained_bytes[0] : all.bytes;
  return all;
}

static bool is_same_process(const struct heap *before, const struct heap *after)
{
  if (!before->snapshot || !after->snapshot)
    return false;
  const struct record_snapshot *old = &before->snapshot->head, *new = &after->snapshot->head;
  return old->pid == new->pid && old->start_time_ns == new->start_time_ns && old->allocations <= new->allocations;
}

static void compare_heaps(const struct heap *before, const struct heap *after, struct heap_diff *diff)
{
  diff->has_snapshots = before->snapshot && after->snapshot;
  diff->is_same_process = is_same_process(before, after);
  diff->before = all_of(before);
  diff->after = all_of(after);
  compare_sites(before, after, diff);
  for (size_t i = 0; i < diff->site_count; i++)
    diff->survived_bytes += diff->sites[i].survived_bytes;
  compare_roots(before, after, diff);
}

void heap_diff_create(const struct heap *before, const struct heap *after, struct heap_diff **ret)
{
  struct heap_diff *diff = memory_zeroed(1, sizeof *diff);
  compare_heaps(before, after, diff);
  *ret = diff;
}

void heap_diff_destroy(struct heap_diff *diff)
{
  if (!diff)
    return;
  free(diff->sites);
  free(diff->roots);
  free(diff);
}
