/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Following pointers.
 *
 * On a large heap this is all cache misses: for a word those of leak_pointers.h, for a block one for its entry and one
 * for its contents. So blocks, too, go through stages of which each prefetches what the next one needs.
 *
 * A block that is found while few are waiting is scanned soon, with its start from the pointer and its size from the
 * mark, so that following a list waits for nothing but its elements. Where many are waiting they are scanned in the
 * order of their ids, which is mostly the order in which they were allocated and lie in memory: so memory is read from
 * one end to the other. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_private.h"
#include "shared/record/record.h"

enum { CACHE_LINE_BYTES = 64 };

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

/* A verdict only ever becomes a better one; and what is lost is only claimed, or found to be reachable after all. */
static bool may_become(unsigned from, unsigned to)
{
  return from == RECORD_LEAK_DEFINITE || (from == RECORD_LEAK_POSSIBLE && to == RECORD_LEAK_REACHABLE);
}

static void set_verdict(struct leak_scan *scan, block_id id, unsigned kind, uint64_t start)
{
  struct leak_mark *mark = &scan->index.marks[id];
  ENV_CHECK(may_become(mark->kind, kind));
  ENV_CHECK(mark->kind != RECORD_LEAK_DEFINITE || scan->lost_count > 0);
  scan->lost_count -= mark->kind == RECORD_LEAK_DEFINITE;
  mark->kind = kind & 7;
  if (kind == RECORD_LEAK_REACHABLE)
    mark->root_class = scan->root_class & 7;
  await_scan(scan, id, start);
}

/* A pointer to the start of a block was found. `is_definite`: in a root or a reachable block; else in one that is
 * possibly lost. */
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

static bool is_kept_by_any(const struct leak_scan *scan, const struct block *block, uint64_t address)
{
  return scan->options->kept_by_any != 0 && block->alloc_stack_id == scan->options->kept_by_any &&
         address - block->start < block->size_bytes;
}

/* The same for a pointer to another byte. */
static void reach_interior(struct leak_scan *scan, block_id id, uint64_t address, bool is_definite)
{
  struct leak_mark *mark = &scan->index.marks[id];
  if (mark->kind == RECORD_LEAK_REACHABLE)
    return;
  struct block *block = blocks_entry(scan->blocks, id);
  unsigned heuristic = RECORD_HEURISTIC_NONE;
  if (is_kept_by_any(scan, block, address)) {
    reach_start(scan, id, block->start, is_definite);
    return;
  }
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

/* A pointer to a block was found in the block `from` of the leader's clique. A lost block joins that, even if it led a
 * clique of its own. */
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

/* --- a malloc() in front of the C library's --- */

static bool is_behind_front(const struct leak_scan *scan, block_id id, uint64_t into)
{
  return scan->front.bytes != 0 && into == scan->front.bytes
         && scan->memory->layout_of(scan->memory->context, blocks_entry(scan->blocks, id)) == LEAK_LAYOUT_FRONT;
}

static void count_for_front(struct leak_scan *scan, block_id id, uint64_t into)
{
  if (scan->memory->layout_of(scan->memory->context, blocks_entry(scan->blocks, id)) != LEAK_LAYOUT_FRONT)
    return;
  if (into % LEAK_WORD_BYTES == 0 && into / LEAK_WORD_BYTES <= LEAK_FRONT_WORDS)
    scan->front.pointers[into / LEAK_WORD_BYTES]++;
}

/* --- words --- */

/* `pointer->note` is `is_definite`. */
static void follow(void *context, const struct leak_candidate *pointer, block_id to, uint64_t into)
{
  struct leak_scan *scan = context;
  if (scan->options->has_fronts)
    count_for_front(scan, to, into);
  if (scan->leader)
    follow_from_lost_block(scan, pointer->from, to, pointer->address - into);
  else if (into == 0 || is_behind_front(scan, to, into))
    reach_start(scan, to, pointer->address - into, pointer->note);
  else
    reach_interior(scan, to, pointer->address, pointer->note);
}

static void enqueue_word(struct leak_scan *scan, uint64_t address, bool is_definite)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(scan->blocks, address);
  if (!leaf)
    return;
  if (are_few_waiting(scan))
    prefetch_content(address);
  const struct leak_candidate word = {.address = address, .note = is_definite, .leaf = leaf, .from = scan->scanned};
  leak_pointers_enqueue(&scan->pointers, &word, follow, scan);
}

static void scan_words(struct leak_scan *scan, const uint64_t *words, size_t count, bool is_definite)
{
  const uint64_t start = scan->index.start, span = scan->index.end - start;
  for (size_t i = 0; i < count; i++)
    if (words[i] - start < span)
      enqueue_word(scan, words[i], is_definite);
}

static void scan_range(struct leak_scan *scan, uint64_t start, uint64_t end, bool is_definite)
{
  struct leak_words run = leak_words_in(start, end);
  while (leak_words_next(&run, scan->memory)) {
    scan_words(scan, run.words, run.count, is_definite);
    if (!scan->leader)
      scan->searched_bytes += run.count * LEAK_WORD_BYTES;
  }
}

/* --- blocks --- */

/* Stage three. */
static void scan_block(struct leak_scan *scan, const struct leak_waiting *waiting)
{
  const struct leak_mark mark = scan->index.marks[waiting->id];
  uint64_t end = waiting->start + (uint64_t)mark.words * LEAK_WORD_BYTES;
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

/* Scan one block, if any is waiting, and keep the stages before it full. */
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

/* --- for leak_scan.c and leak_cycle.c --- */

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
    leak_pointers_finish(&scan->pointers, follow, scan);
  } while (scan->scans_in != scan->scans_out);
}
