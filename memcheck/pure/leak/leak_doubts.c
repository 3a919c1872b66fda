/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When something is lost, the words that the scan has followed are gone through again. Each is looked up in several
 * readings: as it is, without its upper bits, less one, and together with the next word at each byte. What is found is
 * noted with the block, and then summed up by loss record.
 *
 * It takes longer than the scan, so a very large heap is not searched this way. */
#include "memcheck/pure/leak/leak_doubts.h"

#include "memcheck/pure/base/address_map.h"
#include "memcheck/pure/leak/leak_index.h"
#include "memcheck/pure/leak/leak_pointers.h"

enum { SEARCHED_MAX = 256 << 20, ADDRESS_BITS = 48, BYTE_BITS = 8 };
enum reading { AS_IS, WITHOUT_HIGH_BITS, LESS_ONE, UNALIGNED };

static const uint32_t DIFFERENT = UINT32_MAX;

struct search {
  struct blocks *blocks;
  const struct leak_memory *memory;
  struct leak_index index;
  struct leak_pointers pointers;
  uint32_t *into;  /* of a block: bytes into it to where pointers lead; 0: none was found; DIFFERENT: not all equal */
  uint8_t *causes; /* of a block: set of 1 << enum record_doubt_cause */
};

/* --- words --- */

static void note_inner(struct search *search, block_id to, uint64_t into)
{
  const uint32_t place = into < DIFFERENT ? (uint32_t)into : DIFFERENT;
  search->into[to] = search->into[to] == 0 || search->into[to] == place ? place : DIFFERENT;
}

static void note_cause(struct search *search, block_id to, enum record_doubt_cause cause)
{
  search->causes[to] |= (uint8_t)(1 << cause);
}

static void found(void *context, const struct leak_candidate *pointer, block_id to, uint64_t into)
{
  struct search *search = context;
  const struct block *block = blocks_entry(search->blocks, to);
  const bool is_lost = block->leak_kind == RECORD_LEAK_DEFINITE;
  if (pointer->note == AS_IS && block->leak_kind == RECORD_LEAK_POSSIBLE)
    note_inner(search, to, into == 0 ? DIFFERENT : into);
  else if (is_lost && pointer->note == WITHOUT_HIGH_BITS && into == 0)
    note_cause(search, to, RECORD_DOUBT_HIGH_BITS);
  else if (is_lost && pointer->note == UNALIGNED && into == 0)
    note_cause(search, to, RECORD_DOUBT_UNALIGNED);
  else if (is_lost && pointer->note == LESS_ONE && into + 1 == block->size_bytes)
    note_cause(search, to, RECORD_DOUBT_BEHIND);
}

static void look_up(struct search *search, uint64_t address, enum reading reading)
{
  const bool is_near = address - search->index.start < search->index.end - search->index.start;
  const struct blocks_leaf *leaf = is_near ? blocks_leaf_of(search->blocks, address) : NULL;
  const struct leak_candidate word = {.address = address, .note = reading, .leaf = leaf};
  if (leaf)
    leak_pointers_enqueue(&search->pointers, &word, found, search);
}

static void read_word(struct search *search, uint64_t word)
{
  if (word >> ADDRESS_BITS != 0) {
    look_up(search, word & ((UINT64_C(1) << ADDRESS_BITS) - 1), WITHOUT_HIGH_BITS);
    return;
  }
  look_up(search, word, AS_IS);
  look_up(search, word - 1, LESS_ONE);
}

static void read_words(struct search *search, const uint64_t *words, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (words[i] == 0 && (i + 1 == count || words[i + 1] == 0)) /* as most words are */
      continue;
    read_word(search, words[i]);
    for (unsigned bits = BYTE_BITS; i + 1 < count && bits < 64; bits += BYTE_BITS)
      look_up(search, words[i] >> bits | words[i + 1] << (64 - bits), UNALIGNED);
  }
}

static void read_range(struct search *search, uint64_t start, uint64_t end)
{
  struct leak_words run = leak_words_in(start, end);
  while (leak_words_next(&run, search->memory))
    read_words(search, run.words, run.count);
}

static void read_all(struct search *search, const struct leak_root *roots, size_t root_count)
{
  for (size_t i = 0; i < root_count; i++)
    if (roots[i].words)
      read_words(search, roots[i].words, roots[i].word_count);
    else
      read_range(search, roots[i].start, roots[i].end);
  for (block_id id = 1; id < search->index.mark_limit; id++) {
    const struct block *block = blocks_entry(search->blocks, id);
    if (search->index.marks[id].kind
        && (block->leak_kind == RECORD_LEAK_REACHABLE || block->leak_kind == RECORD_LEAK_POSSIBLE))
      read_range(search, block->start, block->start + block->size_bytes);
  }
  leak_pointers_finish(&search->pointers, found, search);
}

/* --- sums --- */

static struct leak_doubt *add_item(struct leak_doubts *doubts, const struct leak_doubt *doubt)
{
  if (doubts->count == doubts->capacity) {
    struct leak_doubt *old = doubts->items;
    doubts->capacity = doubts->capacity == 0 ? 64 : 2 * doubts->capacity;
    doubts->items = env_allocate("doubts", doubts->capacity * sizeof *doubts->items);
    if (old)
      memcpy(doubts->items, old, doubts->count * sizeof *old);
    env_free(old);
  }
  doubts->items[doubts->count] = *doubt;
  return &doubts->items[doubts->count++];
}

static void add_doubt(struct leak_doubts *doubts, struct address_map *places, const struct leak_doubt *doubt)
{
  const uint64_t key = (uint64_t)doubt->stack_id << 16 | (uint64_t)doubt->kind << 8 | doubt->cause;
  const uint32_t place = address_map_find(places, key);
  struct leak_doubt *item = place ? &doubts->items[place - 1] : add_item(doubts, doubt);
  if (!place)
    address_map_add(places, key, doubts->count);
  if (place && item->value != doubt->value)
    item->value = 0;
  item->blocks += place ? doubt->blocks : 0;
}

static unsigned causes_of(const struct search *search, const struct leak_options *options, block_id id)
{
  const struct block *block = blocks_entry(search->blocks, id);
  const bool is_possible = block->leak_kind == RECORD_LEAK_POSSIBLE;
  if ((is_possible || block->leak_kind == RECORD_LEAK_DEFINITE) && options->is_never_joined
      && options->is_never_joined(block->start))
    return 1 << RECORD_DOUBT_ENDED_THREAD;
  if (is_possible && search->into[id] != 0 && search->into[id] != DIFFERENT)
    return 1 << RECORD_DOUBT_INNER;
  return block->leak_kind == RECORD_LEAK_DEFINITE ? search->causes[id] : 0;
}

static void add_block(const struct search *search, const struct leak_options *options, block_id id,
                      struct address_map *places, struct leak_doubts *ret)
{
  const struct block *block = blocks_entry(search->blocks, id);
  const unsigned causes = causes_of(search, options, id);
  struct leak_doubt doubt = {.kind = block->leak_kind, .stack_id = block->alloc_stack_id, .blocks = 1};
  if (causes && options->stack_key)
    doubt.stack_id = options->stack_key(options->stack_key_context, doubt.stack_id);
  for (doubt.cause = 1; doubt.cause < RECORD_DOUBT_CAUSES; doubt.cause++) {
    doubt.value = doubt.cause == RECORD_DOUBT_INNER ? search->into[id] : 0;
    if (causes >> doubt.cause & 1)
      add_doubt(ret, places, &doubt);
  }
}

static void sum_up(const struct search *search, const struct leak_options *options, struct leak_doubts *ret)
{
  struct address_map places = {0};
  for (block_id id = 1; id < search->index.mark_limit; id++)
    if (search->index.marks[id].kind)
      add_block(search, options, id, &places, ret);
  address_map_release(&places);
}

static bool has_losses(const struct leak_result *result)
{
  for (size_t i = 0; i < result->loss_count; i++)
    if (result->losses[i].kind == RECORD_LEAK_DEFINITE || result->losses[i].kind == RECORD_LEAK_POSSIBLE)
      return true;
  return false;
}

void leak_doubts_find(struct blocks *blocks, const struct leak_memory *memory, const struct leak_root *roots,
                      size_t root_count, const struct leak_options *options, const struct leak_result *result,
                      struct leak_doubts *ret)
{
  struct search search = {.blocks = blocks, .memory = memory};
  *ret = (struct leak_doubts){0};
  if (!has_losses(result))
    return;
  leak_index_build(&search.index, blocks);
  search.pointers.index = &search.index;
  const size_t limit = search.index.mark_limit;
  search.into = env_allocate("doubts", limit * sizeof *search.into);
  search.causes = env_allocate("doubts", limit);
  memset(search.into, 0, limit * sizeof *search.into);
  memset(search.causes, 0, limit);
  if (result->searched_bytes <= SEARCHED_MAX)
    read_all(&search, roots, root_count);
  sum_up(&search, options, ret);
  env_free(search.into);
  env_free(search.causes);
  leak_index_release(&search.index);
}

void leak_doubts_release(struct leak_doubts *doubts)
{
  env_free(doubts->items);
  *doubts = (struct leak_doubts){0};
}
