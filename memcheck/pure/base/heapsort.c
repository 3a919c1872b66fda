/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The textbook heap: the parent of item i is item (i - 1) / 2, the largest is item 0. */
#include "memcheck/pure/base/heapsort.h"

#include "memcheck/pure/base/env.h"

struct heap {
  unsigned char *items;
  size_t count, item_bytes;
  bool (*is_before)(const void *a, const void *b, const void *context);
  const void *context;
};

static void *item_at(const struct heap *heap, size_t at)
{
  return heap->items + at * heap->item_bytes;
}

/* Let the item at `hole` sink to its place among the items below it. */
static void sink(const struct heap *heap, size_t hole)
{
  unsigned char item[HEAPSORT_ITEM_MAX_BYTES];
  memcpy(item, item_at(heap, hole), heap->item_bytes);
  for (size_t child; (child = 2 * hole + 1) < heap->count; hole = child) {
    if (child + 1 < heap->count && heap->is_before(item_at(heap, child), item_at(heap, child + 1), heap->context))
      child++;
    if (!heap->is_before(item, item_at(heap, child), heap->context))
      break;
    memcpy(item_at(heap, hole), item_at(heap, child), heap->item_bytes);
  }
  memcpy(item_at(heap, hole), item, heap->item_bytes);
}

static void swap_ends(const struct heap *heap)
{
  unsigned char item[HEAPSORT_ITEM_MAX_BYTES];
  void *last = item_at(heap, heap->count - 1);
  memcpy(item, last, heap->item_bytes);
  memcpy(last, heap->items, heap->item_bytes);
  memcpy(heap->items, item, heap->item_bytes);
}

void heapsort_items(void *items, size_t count, size_t item_bytes,
                    bool (*is_before)(const void *a, const void *b, const void *context), const void *context)
{
  ENV_ASSERT(item_bytes <= HEAPSORT_ITEM_MAX_BYTES);
  struct heap heap = {items, count, item_bytes, is_before, context};
  for (size_t at = count / 2; at-- > 0;)
    sink(&heap, at);
  for (; heap.count > 1; ) {
    swap_ends(&heap);
    heap.count--;
    sink(&heap, 0);
  }
}
