/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plain scan tries everything until nothing changes any more: it knows no order, no index and no queue. It follows
 * the definitions at the top of memcheck/leak.c word by word. */
#include "leak_model.h"

#include <stdlib.h>
#include <string.h>

#include "memcheck/leak_private.h"
#include "record/record.h"

/* --- the model as the guest's memory --- */

static bool is_in_memory(const struct leak_model *model, uint64_t address)
{
  return address - (uintptr_t)model->memory < MODEL_BYTES;
}

static bool is_unreadable(const struct leak_model *model, uint64_t address)
{
  return is_in_memory(model, address) && model->is_unreadable[(address - (uintptr_t)model->memory) / 8];
}

/* Hands out copies that spoil with the next call, as they may. */
static bool read_words(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  struct leak_model *model = context;
  bool is_readable = !is_unreadable(model, start);
  *ret_next = start;
  while (*ret_next < end && *ret_next - start < sizeof model->copy && is_unreadable(model, *ret_next) == !is_readable)
    *ret_next += 8;
  memset(model->copy, 0xa5, sizeof model->copy);
  if (is_readable)
    memcpy(model->copy, (const void *)(uintptr_t)start, *ret_next - start);
  *ret_words = model->copy;
  return is_readable;
}

static bool read_word(void *context, uint64_t address, uint64_t *ret)
{
  memcpy(ret, (const void *)(uintptr_t)address, sizeof *ret);
  return !is_unreadable(context, address);
}

static unsigned file_permissions(void *context, uint64_t address)
{
  const struct leak_model *model = context;
  if (address - (uintptr_t)model->vtable < sizeof model->vtable)
    return LEAK_READABLE;
  return address - (uintptr_t)model->code < sizeof model->code ? LEAK_READABLE | LEAK_EXECUTABLE : 0;
}

struct leak_model *leak_model_create(void)
{
  struct leak_model *model = aligned_alloc(4096, sizeof *model);
  memset(model, 0, sizeof *model);
  model->blocks = blocks_create();
  model->access = (struct leak_memory){model, read_words, read_word, file_permissions};
  model->options.heuristics = 0x1e;
  for (size_t i = 0; i < sizeof model->vtable / sizeof *model->vtable; i += 2)
    model->vtable[i] = (uintptr_t)model->code;
  return model;
}

void leak_model_destroy(struct leak_model *model)
{
  blocks_destroy(model->blocks);
  free(model);
}

unsigned leak_model_add(struct leak_model *model, unsigned kind, size_t offset, uint64_t size_bytes)
{
  block_id id = blocks_add(model->blocks, kind, (uintptr_t)model->memory + offset, size_bytes);
  blocks_at(model->blocks, id)->alloc_stack_id = model->block_count + 1;
  model->ids[model->block_count] = id;
  return model->block_count++;
}

struct block *leak_model_block(const struct leak_model *model, unsigned number)
{
  return blocks_at(model->blocks, model->ids[number]);
}

uint64_t leak_model_address(const struct leak_model *model, unsigned number, uint64_t offset)
{
  return leak_model_block(model, number)->start + offset;
}

void leak_model_write(struct leak_model *model, unsigned number, size_t offset, uint64_t word)
{
  memcpy((void *)(uintptr_t)leak_model_address(model, number, offset), &word, sizeof word);
}

void leak_model_add_root(struct leak_model *model, uint8_t root_class, uint64_t word)
{
  uint64_t *words = model->root_words[model->root_count];
  words[model->root_count] = word;
  struct leak_root *root = &model->roots[model->root_count++];
  *root = (struct leak_root){
    .root_class = root_class, .start = (uintptr_t)words, .end = (uintptr_t)(words + MODEL_ROOT_WORDS)};
  if (root_class == RECORD_ROOT_REGISTER)
    *root = (struct leak_root){.root_class = root_class, .words = words, .word_count = MODEL_ROOT_WORDS};
}

/* --- the plain scan --- */

struct judge {
  const struct leak_model *model;
  struct leak_verdict *verdicts;
  bool takes_part[MODEL_BLOCKS_MAX];
  bool has_changed;
};

static uint64_t end_of(const struct block *block)
{
  return block->start + block->size_bytes;
}

static bool holds(const struct block *block, uint64_t address)
{
  return address == block->start || (address > block->start && address < end_of(block));
}

/* Must the outer block give way to one that was carved out of it? */
static bool gives_way(const struct block *outer, const struct block *inner)
{
  bool holds_start = holds(outer, inner->start);
  bool holds_last = inner->size_bytes > 1 ? holds(outer, end_of(inner) - 1) : holds_start;
  if (outer->kind == BLOCK_HEAP && inner->kind == BLOCK_CUSTOM)
    return holds_start && end_of(inner) <= end_of(outer);
  if (outer->kind == BLOCK_HEAP)
    return holds_start || holds_last;
  return outer->kind == BLOCK_CUSTOM && inner->kind == BLOCK_POOL && holds_start && holds_last;
}

static void find_who_takes_part(struct judge *judge)
{
  bool has_heap = false;
  for (unsigned i = 0; i < judge->model->block_count; i++) {
    const struct block *block = leak_model_block(judge->model, i);
    judge->takes_part[i] = block->state == BLOCK_LIVE;
    has_heap |= block->state == BLOCK_LIVE && (block->kind == BLOCK_HEAP || block->kind == BLOCK_CUSTOM);
    for (unsigned other = 0; other < judge->model->block_count; other++) {
      const struct block *inner = leak_model_block(judge->model, other);
      if (inner->state == BLOCK_LIVE && inner->kind != BLOCK_HEAP && other != i && gives_way(block, inner))
        judge->takes_part[i] = false;
    }
  }
  for (unsigned i = 0; i < judge->model->block_count; i++)
    judge->takes_part[i] &= has_heap;
}

/* Is a pointer to `address` one to block `number`? To all blocks that start there, else to the innermost around it. */
static bool points_to(const struct judge *judge, uint64_t address, unsigned number)
{
  const struct block *block = leak_model_block(judge->model, number);
  if (!judge->takes_part[number] || !holds(block, address))
    return false;
  for (unsigned other = 0; other < judge->model->block_count; other++) {
    const struct block *rival = leak_model_block(judge->model, other);
    if (judge->takes_part[other] && holds(rival, address) && block->start != address &&
        (rival->start > block->start || (rival->start == block->start && rival->size_bytes < block->size_bytes)))
      return false;
  }
  return true;
}

static void reach(struct judge *judge, unsigned number, uint64_t address, unsigned root_class, bool is_definite)
{
  struct leak_verdict *verdict = &judge->verdicts[number];
  const struct block *block = leak_model_block(judge->model, number);
  unsigned heuristic = 0;
  if (address != block->start && is_definite)
    heuristic = leak_heuristic(&judge->model->access, judge->model->options.heuristics, block, address);
  struct leak_verdict old = *verdict;
  if (is_definite && (address == block->start || heuristic)) {
    verdict->kind = RECORD_LEAK_REACHABLE;
    if (!verdict->root_class || root_class < verdict->root_class)
      verdict->root_class = root_class;
    verdict->heuristics |= 1u << heuristic;
  } else if (verdict->kind == RECORD_LEAK_DEFINITE) {
    verdict->kind = RECORD_LEAK_POSSIBLE;
  }
  judge->has_changed |= memcmp(&old, verdict, sizeof old) != 0;
}

static void reach_all(struct judge *judge, uint64_t address, unsigned root_class, bool is_definite)
{
  for (unsigned number = 0; number < judge->model->block_count; number++)
    if (points_to(judge, address, number))
      reach(judge, number, address, root_class, is_definite);
}

/* The words of a block that may be followed and point anywhere near blocks: calls `visit` with each. */
static void each_word(struct judge *judge, unsigned number, void (*visit)(struct judge *, unsigned, uint64_t))
{
  const struct block *block = leak_model_block(judge->model, number);
  for (uint64_t at = (block->start + 7) / 8 * 8; at + 8 <= end_of(block); at += 8) {
    uint64_t word;
    memcpy(&word, (const void *)(uintptr_t)at, sizeof word);
    if (!is_unreadable(judge->model, at) && is_in_memory(judge->model, word))
      visit(judge, number, word);
  }
}

static void follow_word(struct judge *judge, unsigned number, uint64_t word)
{
  const struct leak_verdict *verdict = &judge->verdicts[number];
  reach_all(judge, word, verdict->root_class, verdict->kind == RECORD_LEAK_REACHABLE);
}

static void follow_roots(struct judge *judge)
{
  for (unsigned root = 0; root < judge->model->root_count; root++)
    for (unsigned i = 0; i < MODEL_ROOT_WORDS; i++)
      reach_all(judge, judge->model->root_words[root][i], judge->model->roots[root].root_class, true);
  do {
    judge->has_changed = false;
    for (unsigned number = 0; number < judge->model->block_count; number++)
      if (judge->takes_part[number] && judge->verdicts[number].kind >= RECORD_LEAK_POSSIBLE)
        each_word(judge, number, follow_word);
  } while (judge->has_changed);
}

/* Lost blocks that a leader leads to become its own, with all that was theirs. */
static unsigned current_leader;

static void claim_word(struct judge *judge, unsigned number, uint64_t word)
{
  for (unsigned other = 0; other < judge->model->block_count; other++) {
    if (other == current_leader || judge->verdicts[other].kind != RECORD_LEAK_DEFINITE ||
        !points_to(judge, word, other))
      continue;
    judge->verdicts[other].kind = RECORD_LEAK_INDIRECT;
    judge->verdicts[other].leader = current_leader;
    for (unsigned member = 0; member < judge->model->block_count; member++)
      if (judge->verdicts[member].kind == RECORD_LEAK_INDIRECT && judge->verdicts[member].leader == other)
        judge->verdicts[member].leader = current_leader;
    judge->has_changed = true;
  }
}

static void gather_clique(struct judge *judge, unsigned leader)
{
  current_leader = leader;
  do {
    judge->has_changed = false;
    for (unsigned number = 0; number < judge->model->block_count; number++)
      if (number == leader ||
          (judge->verdicts[number].kind == RECORD_LEAK_INDIRECT && judge->verdicts[number].leader == leader))
        each_word(judge, number, claim_word);
  } while (judge->has_changed);
}

/* The lost block with the lowest start that is not below `from`; block_count: none. */
static unsigned next_lost(const struct judge *judge, uint64_t from)
{
  unsigned next = judge->model->block_count;
  for (unsigned number = 0; number < judge->model->block_count; number++) {
    uint64_t start = leak_model_block(judge->model, number)->start;
    if (judge->verdicts[number].kind == RECORD_LEAK_DEFINITE && start >= from &&
        (next == judge->model->block_count || start < leak_model_block(judge->model, next)->start))
      next = number;
  }
  return next;
}

static void gather_cliques(struct judge *judge)
{
  uint64_t from = 0;
  for (unsigned leader; (leader = next_lost(judge, from)) != judge->model->block_count;) {
    gather_clique(judge, leader);
    from = leak_model_block(judge->model, leader)->start + 1;
  }
}

void leak_model_judge(const struct leak_model *model, struct leak_verdict *verdicts)
{
  struct judge judge = {.model = model, .verdicts = verdicts};
  memset(verdicts, 0, model->block_count * sizeof *verdicts);
  find_who_takes_part(&judge);
  for (unsigned number = 0; number < model->block_count; number++)
    verdicts[number].kind = judge.takes_part[number] ? RECORD_LEAK_DEFINITE : 0;
  follow_roots(&judge);
  gather_cliques(&judge);
}
