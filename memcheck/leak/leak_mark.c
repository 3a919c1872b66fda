/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Following pointers.
 *
 * On a large heap this is all cache misses: one for the map when a word is looked up, and for a block to be scanned one
 * for its entry and one for what is in it. So words and blocks go through pipelines each stage of which asks for the
 * memory that the next one needs. A block that is found while few are waiting gets into its pipeline at once, with its
 * start from the pointer and its size from the mark, so that following a list waits for nothing else. Where many are
 * waiting, they are scanned in the order of their numbers, which is mostly that in which they were allocated and lie in
 * memory: so memory is read from one end to the other. */
#include "memcheck/base/env.h"
#include "memcheck/leak/leak_private.h"
#include "record/record.h"

enum { WORD_BYTES = 8, CACHE_LINE_BYTES = 64 };

static void prefetch_content(uint64_t address)
{
  __builtin_prefetch((const char *)(uintptr_t)address);
  __builtin_prefetch((const char *)(uintptr_t)address + CACHE_LINE_BYTES);
}

/* --- verdicts --- */

static bool are_few_waiting(const struct leak_scan *scan)
{
  return scan->pending.count == 0 && scan->scans_in - scan->scans_out < SCANS;
}

static void await_scan(struct leak_scan *scan, block_id id, uint64_t start)
{
  if (are_few_waiting(scan))
    scan->scans[scan->scans_in++ % SCANS] = (struct leak_waiting){id, start};
  else
    id_set_add(&scan->pending, id);
}

static void set_verdict(struct leak_scan *scan, block_id id, unsigned kind, uint64_t start)
{
  struct leak_mark *mark = &scan->index.marks[id];
  scan->lost_count -= mark->kind == RECORD_LEAK_DEFINITE;
  mark->kind = kind & 7;
  if (kind == RECORD_LEAK_REACHABLE)
    mark->root_class = scan->root_class & 7;
  await_scan(scan, id, start);
}

/* A pointer to the start of a block was found in a root, or in a block that is reachable (`is_definite`) or possibly
 * so. */
static void reach_start(struct leak_scan *scan, block_id id, uint64_t address, bool is_definite)
{
  struct leak_mark *mark = &scan->index.marks[id];
  if (is_definite)
    mark->by_heuristic = false;
  if (is_definite && mark->kind != RECORD_LEAK_REACHABLE)
    set_verdict(scan, id, RECORD_LEAK_REACHABLE, address);
  else if (mark->kind == RECORD_LEAK_DEFINITE)
    set_verdict(scan, id, RECORD_LEAK_POSSIBLE, address);
}

/* The same for a pointer to another byte. */
static void reach_interior(struct leak_scan *scan, block_id id, uint64_t address, bool is_definite)
{
  struct leak_mark *mark = &scan->index.marks[id];
  if (mark->kind == RECORD_LEAK_REACHABLE)
    return;
  struct block *block = blocks_entry(scan->blocks, id);
  unsigned heuristic = RECORD_HEURISTIC_NONE;
  if (is_definite && scan->options->heuristics)
    heuristic = leak_heuristic(scan->memory, scan->options->heuristics, block, address);
  if (heuristic) {
    block->leak_heuristic = heuristic & 7;
    mark->by_heuristic = true;
    set_verdict(scan, id, RECORD_LEAK_REACHABLE, block->start);
  } else if (mark->kind == RECORD_LEAK_DEFINITE && address - block->start < block->size_bytes) {
    set_verdict(scan, id, RECORD_LEAK_POSSIBLE, block->start);
  }
}

/* A pointer to a block was found in the block `from` of the leader's clique. If it is lost it joins, whether it led a
 * clique or not. */
static void claim_for_clique(struct leak_scan *scan, block_id from, block_id id, uint64_t start)
{
  if (scan->index.marks[id].kind != RECORD_LEAK_DEFINITE)
    return;
  if (id == scan->leader) {
    scan->is_led_back_to |= from != id;
    return;
  }
  set_verdict(scan, id, RECORD_LEAK_INDIRECT, start);
  blocks_entry(scan->blocks, id)->leak_leader = scan->leader;
}

/* A pointer was found in a lost block. */
static void follow_from_lost_block(struct leak_scan *scan, block_id from, block_id id, uint64_t start)
{
  if (!scan->cycles.is_under_way)
    claim_for_clique(scan, from, id, start);
  else if (leak_cycle_note_pointer(scan, from, id))
    await_scan(scan, id, start);
}

/* --- words --- */

static void follow_to_start(struct leak_scan *scan, block_id id, const struct leak_candidate *candidate)
{
  if (scan->leader)
    follow_from_lost_block(scan, candidate->from, id, candidate->address);
  else
    reach_start(scan, id, candidate->address, candidate->is_definite);
}

static void follow_to_interior(struct leak_scan *scan, const struct leak_candidate *candidate)
{
  block_id id = leak_index_find_interior(&scan->index, candidate->address);
  if (!id)
    return;
  if (scan->leader)
    follow_from_lost_block(scan, candidate->from, id, blocks_entry(scan->blocks, id)->start);
  else
    reach_interior(scan, id, candidate->address, candidate->is_definite);
}

/* A start that several blocks share points to each of them. */
static void follow_to_chain(struct leak_scan *scan, const struct leak_candidate *candidate)
{
  bool is_start = false;
  const struct block *block;
  for (block_id id = candidate->first; id; id = block->next) {
    block = blocks_entry(scan->blocks, id);
    if (block->start == candidate->address && scan->index.marks[id].kind) {
      is_start = true;
      follow_to_start(scan, id, candidate);
    }
  }
  if (!is_start)
    follow_to_interior(scan, candidate);
}

/* Stage three: mark what is pointed to. Mostly that is the one block of the granule, by its start, and its mark says
 * so. */
static void resolve_word(struct leak_scan *scan, const struct leak_candidate *candidate)
{
  const struct leak_mark mark = scan->index.marks[candidate->first];
  const unsigned offset = candidate->address & ((1 << GRANULE_BITS) - 1);
  if (mark.is_irregular)
    follow_to_chain(scan, candidate);
  else if (mark.kind && offset == mark.offset * 16u)
    follow_to_start(scan, candidate->first, candidate);
  else
    follow_to_interior(scan, candidate);
}

/* Stage two: the granule's chain is known, fetch the mark of its first block. */
static void fetch_mark(struct leak_scan *scan, struct leak_candidate *candidate)
{
  candidate->first = candidate->leaf->first[blocks_granule_in_leaf(candidate->address)];
  __builtin_prefetch(&scan->index.marks[candidate->first], 1);
}

/* Stage one: where a pointer would lead into the map. */
static void enqueue_word(struct leak_scan *scan, uint64_t address, bool is_definite)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(scan->blocks, address);
  if (!leaf)
    return;
  __builtin_prefetch(&leaf->first[blocks_granule_in_leaf(address)]);
  if (are_few_waiting(scan))
    prefetch_content(address);
  scan->candidates[scan->candidates_in++ % CANDIDATES] = (struct leak_candidate){address, leaf, 0, scan->scanned,
                                                                                 is_definite};
  if (scan->candidates_in - scan->candidates_fetched > CANDIDATE_DELAY)
    fetch_mark(scan, &scan->candidates[scan->candidates_fetched++ % CANDIDATES]);
  if (scan->candidates_fetched - scan->candidates_out > CANDIDATE_DELAY)
    resolve_word(scan, &scan->candidates[scan->candidates_out++ % CANDIDATES]);
}

static void finish_candidates(struct leak_scan *scan)
{
  while (scan->candidates_fetched != scan->candidates_in)
    fetch_mark(scan, &scan->candidates[scan->candidates_fetched++ % CANDIDATES]);
  while (scan->candidates_out != scan->candidates_in)
    resolve_word(scan, &scan->candidates[scan->candidates_out++ % CANDIDATES]);
}

static void scan_words(struct leak_scan *scan, const uint64_t *words, size_t count, bool is_definite)
{
  const uint64_t start = scan->index.start, span = scan->index.end - start;
  for (size_t i = 0; i < count; i++)
    if (words[i] - start < span)
      enqueue_word(scan, words[i], is_definite);
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

/* --- blocks --- */

/* Stage three. */
static void scan_block(struct leak_scan *scan, const struct leak_waiting *waiting)
{
  const struct leak_mark mark = scan->index.marks[waiting->id];
  uint64_t end = waiting->start + (uint64_t)mark.words * WORD_BYTES;
  if (mark.is_irregular || mark.words == MARK_WORDS_MANY)
    end = waiting->start + blocks_entry(scan->blocks, waiting->id)->size_bytes;
  scan->scanned = waiting->id;
  scan_range(scan, waiting->start, end, mark.kind == RECORD_LEAK_REACHABLE);
}

/* Stage two: the entry is here if it is needed, fetch the beginning of the block. */
static void fetch_block(const struct leak_scan *scan, struct leak_waiting *waiting)
{
  if (!waiting->start)
    waiting->start = blocks_entry(scan->blocks, waiting->id)->start;
  prefetch_content(waiting->start);
}

/* Stage one: take a pending block and fetch its entry. */
static void take_block(struct leak_scan *scan)
{
  scan->last_taken = id_set_take(&scan->pending, scan->last_taken);
  __builtin_prefetch(blocks_entry(scan->blocks, scan->last_taken));
  scan->scans[scan->scans_in++ % SCANS] = (struct leak_waiting){scan->last_taken, 0};
}

/* Scan one block, if any is waiting; the pipeline is kept full as long as there are enough. */
static bool scan_next(struct leak_scan *scan)
{
  while (scan->scans_in - scan->scans_out < 2 * SCAN_DELAY && scan->pending.count)
    take_block(scan);
  while (scan->scans_fetched != scan->scans_in && scan->scans_fetched - scan->scans_out < SCAN_DELAY)
    fetch_block(scan, &scan->scans[scan->scans_fetched++ % SCANS]);
  if (scan->scans_out == scan->scans_in)
    return false;
  const struct leak_waiting waiting = scan->scans[scan->scans_out++ % SCANS];
  scan_block(scan, &waiting);
  return true;
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
  id_set_add(&scan->pending, id);
}

void leak_mark_all(struct leak_scan *scan)
{
  do {
    while (scan_next(scan))
      ;
    finish_candidates(scan);
  } while (scan->scans_in != scan->scans_out);
}
