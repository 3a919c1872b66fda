/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leak check.
 *
 * The heap is a graph. Its nodes are the roots (registers, and the words of memory that is no block) and the blocks
 * that leak_index.h lets take part. Its edges are the words, aligned, that hold the address of a block. An edge to a
 * block's first byte is a start-pointer; one to any other byte is an interior-pointer, and may be just a number that
 * looks like an address. A start-pointer is believed. An interior-pointer is believed only if leak_heuristic.c knows a
 * reason.
 *
 * Each block gets one of four verdicts:
 *
 *   reachable   some path of believed pointers leads to it from a root
 *   possible    paths lead to it from a root, but each has a pointer that is not believed
 *   indirect    no path does, and it hangs from another block that is lost
 *   definite    no path does, and nothing lost leads to it
 *
 * The first two are found by following pointers from the roots. A block may be possible at first and become reachable
 * when a better path is found; then it is scanned again, so that what it points to becomes reachable, too. Roots are
 * followed class by class, the best class first and each to its end: so the class that first makes a block reachable is
 * its best.
 *
 * What is left is lost, and here every pointer counts. Lost blocks are taken by ascending address. Each one that is
 * still unclaimed leads a clique: it claims what it leads to and nobody has claimed yet, and also the leaders of
 * earlier cliques together with these. So in the end every clique has one leader, the definite loss; the others are
 * indirectly lost, as freeing the leader properly would have freed them.
 *
 * Where two leaders lead to one block, the one with the lower address has it. In a cycle every block leads to every
 * other, and the one with the lowest address is the leader only because some block has to be; so the result also tells
 * which blocks form a cycle (leak_cycle.c). Memcheck goes by ascending address as well, so that both name the same
 * leaders.
 *
 * Verdicts do not depend on the order in which pointers are followed, save that choice of leaders. */
#include "memcheck/pure/leak/leak_scan.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_private.h"

static void scan_begin(struct leak_scan *scan, struct blocks *blocks, const struct leak_memory *memory,
                       const struct leak_options *options)
{
  memset(scan, 0, sizeof *scan);
  scan->blocks = blocks;
  scan->memory = memory;
  scan->options = options;
  leak_index_build(&scan->index, blocks);
  scan->pointers.index = &scan->index;
  scan->lost_count = scan->index.block_count;
  id_set_init(&scan->pending, scan->index.mark_limit);
}

static void scan_end(struct leak_scan *scan)
{
  ENV_CHECK(id_set_is_valid(&scan->pending));
  leak_cycle_release(scan);
  id_set_deinit(&scan->pending);
  leak_index_release(&scan->index);
}

static void follow_roots_of_class(struct leak_scan *scan, const struct leak_root *roots, size_t root_count,
                                  uint8_t root_class)
{
  scan->root_class = root_class;
  for (size_t i = 0; i < root_count; i++)
    if (roots[i].root_class == root_class)
      leak_mark_root(scan, &roots[i]);
  leak_mark_all(scan);
}

static void follow_roots(struct leak_scan *scan, const struct leak_root *roots, size_t root_count)
{
  for (uint8_t root_class = RECORD_ROOT_GLOBAL; root_class <= RECORD_ROOT_REGISTER; root_class++)
    follow_roots_of_class(scan, roots, root_count, root_class);
}

static void gather_clique(void *context, block_id id)
{
  struct leak_scan *scan = context;
  if (scan->index.marks[id].kind != RECORD_LEAK_DEFINITE)
    return;
  scan->leader = id;
  scan->is_led_back_to = false;
  leak_mark_block(scan, id);
  leak_mark_all(scan);
  if (scan->is_led_back_to)
    leak_cycle_note_leader(scan);
}

static void gather_cliques(struct leak_scan *scan)
{
  if (scan->lost_count)
    leak_index_walk(&scan->index, gather_clique, scan);
}

/* Where hardly any pointers lead to what precedes some word of the blocks of a malloc() in front, and several to that
 * word, it has put so much in front of each. */
static uint64_t bytes_in_front(const struct leak_front *front)
{
  uint64_t before = 0;
  for (uint64_t words = 0; words <= LEAK_FRONT_WORDS; words++) {
    if (front->pointers[words] >= LEAK_FRONT_SURE && front->pointers[words] >= LEAK_FRONT_RARE * before)
      return words * LEAK_WORD_BYTES;
    before += front->pointers[words];
  }
  return 0;
}

/* What is learned of a malloc() in front needs all pointers, so then everything is done again. */
static uint64_t learn_front(struct blocks *blocks, const struct leak_memory *memory, const struct leak_root *roots,
                            size_t root_count, const struct leak_options *options)
{
  struct leak_scan scan;
  scan_begin(&scan, blocks, memory, options);
  follow_roots(&scan, roots, root_count);
  const uint64_t bytes = bytes_in_front(&scan.front);
  scan_end(&scan);
  return bytes;
}

void leak_scan_run(struct blocks *blocks, const struct leak_memory *memory, const struct leak_root *roots,
                size_t root_count, const struct leak_options *options, struct leak_result *ret)
{
  struct leak_scan scan;
  const uint64_t front_bytes = options->has_fronts ? learn_front(blocks, memory, roots, root_count, options) : 0;
  scan_begin(&scan, blocks, memory, options);
  scan.front.bytes = front_bytes;
  follow_roots(&scan, roots, root_count);
  gather_cliques(&scan);
  leak_cycle_find(&scan);
  leak_loss_sum_up(&scan, ret);
  scan_end(&scan);
}

void leak_result_release(struct leak_result *result)
{
  env_free(result->losses);
  env_free(result->cycles.stack_ids);
  env_free(result->cycles.ends);
  result->losses = NULL;
  result->loss_count = 0;
  result->cycles = (struct leak_cycles){0};
}
