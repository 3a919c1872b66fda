/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How fast is the leak scan by itself? Builds a heap of many small blocks in this process and checks it.
 *
 *   leak_bench [BLOCKS [BYTES-EACH]]     default: 5,000,000 blocks of 215 bytes, 1 GiB in all
 *
 * The shapes are one table that points to all blocks, one list through all of them, one ring, rings of two blocks
 * each, and a binary tree; each with the blocks in the order they were allocated in and then shuffled, and each held
 * by a root and then lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_scan.h"

struct heap {
  struct blocks *blocks;
  char *memory;
  size_t bytes;
  size_t count;
  uint64_t *starts; /* in random order */
};

static bool read_all(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  *ret_words = (const uint64_t *)(uintptr_t)start;
  *ret_next = end;
  return true;
}

static bool read_one(void *context, uint64_t address, uint64_t *ret)
{
  *ret = *(const uint64_t *)(uintptr_t)address;
  return true;
}

static unsigned no_files(void *context, uint64_t address)
{
  return 0;
}

static enum leak_layout no_layout(void *context, const struct block *block)
{
  return LEAK_LAYOUT_OTHER;
}

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void shuffle(uint64_t *items, size_t count)
{
  uint64_t seed = 1;
  for (size_t i = count - 1; i > 0; i--) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    size_t other = (seed >> 20) % (i + 1);
    uint64_t item = items[i];
    items[i] = items[other];
    items[other] = item;
  }
}

/* Blocks with the gaps that redzones and the allocator's own words leave. */
static void build_heap(struct heap *heap, size_t count, size_t block_bytes)
{
  size_t step = (block_bytes + 48 + 15) / 16 * 16;
  heap->blocks = blocks_create();
  heap->count = count;
  heap->bytes = step * count;
  heap->memory = env_map_pages(heap->bytes);
  heap->starts = malloc(count * sizeof *heap->starts);
  for (size_t i = 0; i < count; i++) {
    heap->starts[i] = (uint64_t)(uintptr_t)heap->memory + i * step + 16;
    memset((void *)(uintptr_t)heap->starts[i], (int)(i & 0x7f), block_bytes);
    struct block *block = blocks_at(heap->blocks, blocks_add(heap->blocks, 0, heap->starts[i], block_bytes));
    block->alloc_stack_id = 1 + i % 1000;
  }
}

static void set_pointer(const struct heap *heap, size_t from, unsigned word, size_t to)
{
  ((uint64_t *)(uintptr_t)heap->starts[from])[word] = to < heap->count ? heap->starts[to] : 0;
}

static void check_heap(const struct heap *heap, const char *shape, const uint64_t *roots, size_t root_count)
{
  const struct leak_memory memory = {NULL, read_all, read_one, no_files, no_layout};
  const struct leak_options options = {.heuristics = 0x1e};
  const struct leak_root root = {.words = roots, .word_count = root_count, .root_class = RECORD_ROOT_GLOBAL};
  struct leak_result result;
  double start = seconds();
  leak_scan_run(heap->blocks, &memory, &root, 1, &options, &result);
  double elapsed = seconds() - start;
  uint64_t blocks[5] = {0};
  for (size_t i = 0; i < result.loss_count; i++)
    blocks[result.losses[i].kind] += result.losses[i].blocks;
  printf("%-12s %6.3f s  definite %zu indirect %zu possible %zu reachable %zu, %zu records, %zu MiB searched\n", shape,
         elapsed, blocks[1], blocks[2], blocks[3], blocks[4], result.loss_count, (size_t)(result.searched_bytes >> 20));
  leak_result_release(&result);
}

/* Check with a root that holds the first `held` blocks, and with none. */
static void check_held_and_lost(const struct heap *heap, const char *shape, size_t held)
{
  check_heap(heap, shape, heap->starts, held);
  check_heap(heap, "  lost", NULL, 0);
}

static void check_shapes(const struct heap *heap)
{
  for (size_t i = 0; i < heap->count; i++)
    for (unsigned word = 0; word < 4; word++)
      set_pointer(heap, i, word, heap->count);
  check_held_and_lost(heap, "table", heap->count);
  for (size_t i = 0; i < heap->count; i++)
    set_pointer(heap, i, 0, i + 1);
  check_held_and_lost(heap, "list", 1);
  set_pointer(heap, heap->count - 1, 0, 0);
  check_held_and_lost(heap, "ring", 1);
  for (size_t i = 0; i < heap->count; i++)
    set_pointer(heap, i, 0, i ^ 1);
  check_held_and_lost(heap, "small rings", heap->count);
  for (size_t i = 0; i < heap->count; i++) {
    set_pointer(heap, i, 0, 2 * i + 1);
    set_pointer(heap, i, 3, 2 * i + 2);
  }
  check_held_and_lost(heap, "tree", 1);
}

int main(int argc, char **argv)
{
  size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 5000000;
  size_t block_bytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 215;
  if (count == 0 || block_bytes < 32) {
    fprintf(stderr, "usage: leak_bench [BLOCKS [BYTES-EACH, at least 32]]\n");
    return 2;
  }
  struct heap heap;
  build_heap(&heap, count, block_bytes);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%zu blocks of %zu bytes; peak before the checks: %ld MiB\n", count, block_bytes, usage.ru_maxrss >> 10);
  check_shapes(&heap);
  shuffle(heap.starts, heap.count);
  puts("shuffled");
  check_shapes(&heap);
  getrusage(RUSAGE_SELF, &usage);
  printf("peak after them: %ld MiB\n", usage.ru_maxrss >> 10);
  return 0;
}
