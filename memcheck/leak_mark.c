/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Following pointers.
 *
 * Looking a word up costs a cache miss for the map and one for the block, and scanning a block one more. So nothing is looked
 * up at once: a word goes through a queue of three stages, each of which asks for the memory that the next one needs, and
 * a block that is to be scanned waits behind a few others while its first bytes are fetched. */
#include "memcheck/env.h"
#include "memcheck/leak_private.h"
#include "record/record.h"

enum { WORD_BYTES = 8, CACHE_LINE_BYTES = 64 };

/* --- blocks to be scanned --- */

static void push(struct leak_scan *scan, block_id id, struct block *block)
{
  if (block->leak_scratch)
    return;
  block->leak_scratch = 1;
  scan->stack[scan->stack_count++] = id;
}

/* Fetch the beginning of a block, long before it is read. */
static void prefetch_content(const struct leak_scan *scan, block_id id)
{
  const char *start = (const char *)(uintptr_t)blocks_entry(scan->blocks, id)->start;
  __builtin_prefetch(start);
  __builtin_prefetch(start + CACHE_LINE_BYTES);
}

/* The next block to be scanned; 0: none is waiting. */
static block_id take(struct leak_scan *scan)
{
  while (scan->ahead_count < BLOCKS_AHEAD && scan->stack_count) {
    block_id id = scan->stack[--scan->stack_count];
    prefetch_content(scan, id);
    scan->ahead[(scan->ahead_first + scan->ahead_count++) % BLOCKS_AHEAD] = id;
  }
  if (!scan->ahead_count)
    return 0;
  block_id id = scan->ahead[scan->ahead_first];
  scan->ahead_first = (scan->ahead_first + 1) % BLOCKS_AHEAD;
  scan->ahead_count--;
  return id;
}

/* --- verdicts --- */

static void become(struct leak_scan *scan, block_id id, struct block *block, unsigned leak_kind)
{
  scan->lost_count -= block->leak_kind == RECORD_LEAK_DEFINITE;
  block->leak_kind = leak_kind & 7;
  push(scan, id, block);
}

static void become_reachable(struct leak_scan *scan, block_id id, struct block *block, unsigned heuristic)
{
  become(scan, id, block, RECORD_LEAK_REACHABLE);
  block->leak_root_class = scan->root_class & 7;
  block->leak_heuristic = heuristic & 7;
}

/* A pointer to `address` in the block was found in a root, or in a block that is reachable (`is_definite`) or possibly so. */
static void reach(struct leak_scan *scan, block_id id, struct block *block, uint64_t address, bool is_definite)
{
  const bool is_start = address == block->start;
  if (block->leak_kind == RECORD_LEAK_REACHABLE) {
    if (is_start && is_definite)
      block->leak_heuristic = RECORD_HEURISTIC_NONE;
    return;
  }
  unsigned heuristic = RECORD_HEURISTIC_NONE;
  if (is_definite && !is_start && scan->options->heuristics)
    heuristic = leak_heuristic(scan->memory, scan->options->heuristics, block, address);
  if (is_definite && (is_start || heuristic))
    become_reachable(scan, id, block, heuristic);
  else if (block->leak_kind == RECORD_LEAK_DEFINITE)
    become(scan, id, block, RECORD_LEAK_POSSIBLE);
}

/* A pointer to the lost block was found in a block of the leader's clique. It joins, whether it led a clique or not. */
static void gather(struct leak_scan *scan, block_id id, struct block *block)
{
  if (block->leak_kind != RECORD_LEAK_DEFINITE || id == scan->leader)
    return;
  become(scan, id, block, RECORD_LEAK_INDIRECT);
  block->leak_leader = scan->leader;
}

/* --- words --- */

static void meet(struct leak_scan *scan, block_id id, const struct leak_candidate *candidate)
{
  struct block *block = blocks_entry(scan->blocks, id);
  if (scan->leader)
    gather(scan, id, block);
  else
    reach(scan, id, block, candidate->address, candidate->is_definite);
}

/* Stage two: the granule's chain is known, fetch its first block. */
static void look_at(struct leak_scan *scan, struct leak_candidate *candidate)
{
  candidate->first = candidate->leaf->first[blocks_granule_in_leaf(candidate->address)];
  if (candidate->first)
    __builtin_prefetch(blocks_entry(scan->blocks, candidate->first), 1);
}

/* Stage three: mark what is pointed to. A start that several blocks share points to each of them. */
static void resolve(struct leak_scan *scan, const struct leak_candidate *candidate)
{
  bool is_start = false;
  const struct block *block;
  for (block_id id = candidate->first; id; id = block->next) {
    block = blocks_entry(scan->blocks, id);
    if (block->start == candidate->address && block->leak_kind) {
      is_start = true;
      meet(scan, id, candidate);
    }
  }
  block_id id = is_start ? 0 : leak_index_find_interior(&scan->index, candidate->address);
  if (id)
    meet(scan, id, candidate);
}

/* Stage one: where a pointer would lead into the map. */
static void enqueue(struct leak_scan *scan, uint64_t address, bool is_definite)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(scan->blocks, address);
  if (!leaf)
    return;
  __builtin_prefetch(&leaf->first[blocks_granule_in_leaf(address)]);
  scan->candidates[scan->candidates_in++ % CANDIDATES] = (struct leak_candidate){address, leaf, 0, is_definite};
  if (scan->candidates_in - scan->candidates_looked_at > CANDIDATE_DELAY)
    look_at(scan, &scan->candidates[scan->candidates_looked_at++ % CANDIDATES]);
  if (scan->candidates_looked_at - scan->candidates_out > CANDIDATE_DELAY)
    resolve(scan, &scan->candidates[scan->candidates_out++ % CANDIDATES]);
}

/* Empty the queue; false: it was empty. */
static bool flush(struct leak_scan *scan)
{
  if (scan->candidates_in == scan->candidates_out)
    return false;
  while (scan->candidates_looked_at != scan->candidates_in)
    look_at(scan, &scan->candidates[scan->candidates_looked_at++ % CANDIDATES]);
  while (scan->candidates_out != scan->candidates_in)
    resolve(scan, &scan->candidates[scan->candidates_out++ % CANDIDATES]);
  return true;
}

static void scan_words(struct leak_scan *scan, const uint64_t *words, size_t count, bool is_definite)
{
  const uint64_t start = scan->index.start, span = scan->index.end - start;
  for (size_t i = 0; i < count; i++)
    if (words[i] - start < span)
      enqueue(scan, words[i], is_definite);
}

/* Only aligned words that lie wholly in [start, end) can be pointers. */
static void scan_range(struct leak_scan *scan, uint64_t start, uint64_t end, bool is_definite)
{
  start = (start + WORD_BYTES - 1) & ~(uint64_t)(WORD_BYTES - 1);
  end &= ~(uint64_t)(WORD_BYTES - 1);
  for (uint64_t next; start < end; start = next) {
    const uint64_t *words;
    bool is_readable = scan->memory->read(scan->memory->context, start, end, &words, &next);
    ENV_ASSERT(next > start);
    if (!is_readable)
      continue;
    next = next < end ? next : end;
    scan_words(scan, words, (next - start) / WORD_BYTES, is_definite);
    if (!scan->leader)
      scan->searched_bytes += next - start;
  }
}

static void scan_block(struct leak_scan *scan, block_id id)
{
  struct block *block = blocks_entry(scan->blocks, id);
  block->leak_scratch = 0;
  scan_range(scan, block->start, block->start + block->size_bytes, block->leak_kind == RECORD_LEAK_REACHABLE);
}

/* --- for the driver --- */

void leak_mark_root(struct leak_scan *scan, const struct leak_root *root)
{
  if (root->words)
    scan_words(scan, root->words, root->word_count, true);
  else
    scan_range(scan, root->start, root->end, true);
}

void leak_mark_block(struct leak_scan *scan, block_id id)
{
  push(scan, id, blocks_entry(scan->blocks, id));
}

void leak_mark_all(struct leak_scan *scan)
{
  do {
    block_id id;
    while ((id = take(scan)) != 0)
      scan_block(scan, id);
  } while (flush(scan));
}
