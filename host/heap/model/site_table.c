/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/model/site_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/heap/model/site_names.h"
#include "host/model/process/identify.h"

/* --- which sites there are --- */

/* Stack ids are what the guest says; sites are numbered as they come, and found by id. */
struct numbered {
  uint64_t stack_id;
  uint32_t site;
};
struct numbering {
  htab_t by_id; /* of struct numbered */
  struct heap *heap;
  uint32_t capacity;
};

HASHED(numbered, struct numbered, (hashval_t)(x->stack_id ^ x->stack_id >> 32), SAME(stack_id))

static void add_site(struct numbering *numbering, uint64_t stack_id, uint32_t *ret)
{
  struct heap *heap = numbering->heap;
  if (heap->site_count == numbering->capacity) {
    uint32_t capacity = 2 * numbering->capacity + 256;
    heap->sites = memory_resize(heap->sites, capacity, sizeof *heap->sites);
    numbering->capacity = capacity;
  }
  heap->sites[heap->site_count] = (struct heap_site){.stack_id = stack_id};
  *ret = heap->site_count++;
}

static void find_or_add_site(struct numbering *numbering, uint64_t stack_id, uint32_t *ret)
{
  struct numbered key = {.stack_id = stack_id};
  void **slot = htab_find_slot(numbering->by_id, &key, INSERT);
  if (!*slot) {
    add_site(numbering, stack_id, &key.site);
    *slot = memory_copy(&key, sizeof key);
  }
  *ret = ((const struct numbered *)*slot)->site;
}

static void number_blocks(struct numbering *numbering)
{
  struct heap *heap = numbering->heap;
  const struct snapshot *snapshot = heap->snapshot;
  heap->site_of = memory_allocate(((size_t)snapshot->block_count + 1) * sizeof *heap->site_of);
  for (uint32_t i = 0; i < snapshot->block_count; i++) {
    const struct heap_block *block = &snapshot->blocks[i];
    find_or_add_site(numbering, block->stack_id, &heap->site_of[i]);
    heap->sites[heap->site_of[i]].live_bytes += block->bytes;
    heap->sites[heap->site_of[i]].live_blocks++;
  }
}

/* Sites without blocks in the snapshot count, too: what they allocated before is of interest. */
static void number_growth(struct numbering *numbering)
{
  struct heap *heap = numbering->heap;
  for (size_t i = 0; i < heap->growth->site_count; i++) {
    const struct growth_site *growth = &heap->growth->sites[i];
    uint32_t number;
    find_or_add_site(numbering, growth->stack_id, &number);
    struct heap_site *site = &heap->sites[number];
    site->growth = growth;
    if (!heap->snapshot && growth->value_count > 0) {
      site->live_bytes = growth->values[growth->value_count - 1].bytes;
      site->live_blocks = growth->values[growth->value_count - 1].blocks;
    }
  }
}

static void number_all(struct heap *heap)
{
  struct numbering numbering = {
    .by_id = HASH_TABLE(numbered, 1024, free), .heap = heap};
  if (heap->snapshot)
    number_blocks(&numbering);
  number_growth(&numbering);
  htab_delete(numbering.by_id);
}

/* --- what they retain --- */

static void measure_retained(struct heap *heap)
{
  struct graph_amount *amounts = memory_allocate(((size_t)heap->site_count + 1) * sizeof *amounts);
  graph_retained_by_sets(heap->graph, heap->site_of, heap->site_count, amounts, &heap->retained_is_exact);
  for (uint32_t i = 0; i < heap->site_count; i++)
    heap->sites[i].retained_bytes = amounts[i].bytes;
  free(amounts);
}

static void measure_sites(struct heap *heap)
{
  if (heap->snapshot) {
    measure_retained(heap);
    return;
  }
  for (uint32_t i = 0; i < heap->site_count; i++)
    heap->sites[i].retained_bytes = heap->sites[i].live_bytes;
}

/* --- names and order --- */

/* Sizes of a site's blocks. */
struct site_sizes {
  uint64_t common;  /* that all are, or their greatest common divisor; 0: nothing is known */
  bool are_various;
};

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void find_sizes(const struct heap *heap, struct site_sizes **ret)
{
  struct site_sizes *sizes = memory_zeroed((size_t)heap->site_count + 1, sizeof *sizes);
  for (uint32_t i = 0; heap->snapshot && i < heap->snapshot->block_count; i++) {
    struct site_sizes *of_site = &sizes[heap->site_of[i]];
    const uint64_t bytes = heap->snapshot->blocks[i].bytes;
    of_site->are_various |= of_site->common != 0 && bytes != of_site->common;
    of_site->common = common_divisor(of_site->common, bytes);
  }
  *ret = sizes;
}

/* What fits blocks of various sizes fits their common divisor: "struct node[]". */
static void find_type(struct heap *heap, struct heap_site *site, const struct site_sizes *sizes)
{
  if (!site->stack || sizes->common == 0)
    return;
  char *type = site_type(heap->process, site->stack, sizes->common);
  if (!type || !sizes->are_various) {
    site->type = type;
    return;
  }
  const char *count = strrchr(type, '[');
  const size_t length = count && sizes->common > 1 ? (size_t)(count - type) : strlen(type);
  site->type = print_text("%.*s[]", (int)length, type);
  free(type);
}

static void name_site(struct heap *heap, struct heap_site *site, const struct site_sizes *sizes)
{
  struct stack *stack = stack_table_find(heap->process->stacks, site->stack_id);
  stack_table_resolve(heap->process->stacks, stack);
  identify_site(stack, heap->process, &site->identity);
  site->stack = stack;
  site->name = stack ? site_name(heap->process, stack) : memory_text("an unknown place");
  find_type(heap, site, sizes);
}

ORDER_POINTERS(by_weight, struct heap_site,
               DOWN(retained_bytes) ?: DOWN(live_bytes) ?: UP_TEXT(identity.digits) ?: UP(stack_id))

/* Give blocks the numbers that their sites have after sorting. */
static void renumber(struct heap *heap, struct heap_site *const *order, uint32_t *numbers)
{
  for (uint32_t i = 0; i < heap->site_count; i++)
    numbers[order[i] - heap->sites] = i;
  for (uint32_t i = 0; heap->snapshot && i < heap->snapshot->block_count; i++)
    heap->site_of[i] = numbers[heap->site_of[i]];
}

static void sort_sites(struct heap *heap)
{
  const size_t count = heap->site_count;
  struct heap_site **order = memory_allocate((count + 1) * sizeof(struct heap_site *));
  struct heap_site *sorted = memory_allocate((count + 1) * sizeof *sorted);
  uint32_t *numbers = memory_allocate((count + 1) * sizeof *numbers);
  for (size_t i = 0; i < count; i++)
    order[i] = &heap->sites[i];
  qsort(order, count, sizeof *order, by_weight);
  renumber(heap, order, numbers);
  for (size_t i = 0; i < count; i++)
    sorted[i] = *order[i];
  free(heap->sites);
  heap->sites = sorted;
  free(order);
  free(numbers);
}

/* --- all of it --- */

void site_table_init(struct heap *heap)
{
  number_all(heap);
  measure_sites(heap);
  struct site_sizes *sizes = NULL;
  find_sizes(heap, &sizes);
  for (uint32_t i = 0; i < heap->site_count; i++)
    name_site(heap, &heap->sites[i], &sizes[i]);
  free(sizes);
  sort_sites(heap);
}

void site_table_deinit(struct heap *heap)
{
  for (uint32_t i = 0; heap->sites && i < heap->site_count; i++) {
    free(heap->sites[i].name);
    free(heap->sites[i].type);
  }
  free(heap->sites);
  free(heap->site_of);
}

const struct heap_site *site_table_find(const struct heap *heap, const struct growth_site *growth)
{
  uint32_t index = 0;
  while (heap->sites[index].growth != growth)
    index++;
  return &heap->sites[index];
}
