/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plain scan tries everything until nothing changes any more: it knows no order, no index and no queue. It follows
 * the definitions at the top of memcheck/pure/leak/leak_scan.c word by word. */
#include "leak_model.h"

#include <stdlib.h>
#include <string.h>

#include "memcheck/pure/leak/leak_private.h"
#include "shared/record/record.h"

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
  struct leak_model_reader *reader = context;
  bool is_readable = !is_unreadable(reader->model, start);
  *ret_next = start;
  while (*ret_next < end && *ret_next - start < sizeof reader->copy &&
         is_unreadable(reader->model, *ret_next) == !is_readable)
    *ret_next += 8;
  memset(reader->copy, 0xa5, sizeof reader->copy);
  if (is_readable)
    memcpy(reader->copy, (const void *)(uintptr_t)start, *ret_next - start);
  *ret_words = reader->copy;
  return is_readable;
}

static bool is_in(uint64_t address, const void *start, size_t bytes)
{
  return address - (uintptr_t)start < bytes && bytes - (address - (uintptr_t)start) >= sizeof address;
}

static bool read_word(void *context, uint64_t address, uint64_t *ret)
{
  const struct leak_model *model = ((const struct leak_model_reader *)context)->model;
  if (!is_in(address, model->memory, sizeof model->memory) && !is_in(address, model->vtable, sizeof model->vtable)
      && !is_in(address, model->code, sizeof model->code))
    return false;
  memcpy(ret, (const void *)(uintptr_t)address, sizeof *ret);
  return !is_unreadable(model, address);
}

static unsigned file_permissions(void *context, uint64_t address)
{
  const struct leak_model *model = ((const struct leak_model_reader *)context)->model;
  if (address - (uintptr_t)model->vtable < sizeof model->vtable)
    return LEAK_READABLE;
  return address - (uintptr_t)model->code < sizeof model->code ? LEAK_READABLE | LEAK_EXECUTABLE : 0;
}

static enum leak_layout layout_of(void *context, const struct block *block)
{
  const struct leak_model *model = ((const struct leak_model_reader *)context)->model;
  return block->alloc_stack_id % model->layout_stacks_apart == 0 ? model->layout : LEAK_LAYOUT_OTHER;
}

struct leak_model *leak_model_create(void)
{
  struct leak_model *model = aligned_alloc(4096, sizeof *model);
  memset(model, 0, sizeof *model);
  model->blocks = blocks_create();
  for (unsigned i = 0; i < ENV_WORKERS_MAX; i++) {
    model->readers[i].model = model;
    model->access[i] = (struct leak_memory){&model->readers[i], read_words, read_word, file_permissions,
                                           layout_of};
  }
  model->options.heuristics = LEAK_MODEL_HEURISTICS;
  model->layout_stacks_apart = 1;
  model->layout = LEAK_LAYOUT_RUST;
  for (unsigned i = 0; i < MODEL_ROOT_WORDS; i++)
    model->root_places[i] = i;
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
    *root = (struct leak_root){
      .root_class = root_class, .words = words, .word_places = model->root_places, .word_count = MODEL_ROOT_WORDS};
}

/* --- random heaps --- */

static unsigned random_below(struct leak_model *model, unsigned limit)
{
  model->seed = model->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (unsigned)((model->seed >> 33) % limit);
}

static bool one_in(struct leak_model *model, unsigned chances)
{
  return random_below(model, chances) == 0;
}

/* Carve blocks out of one; their starts differ from it and from each other. */
static void carve(struct leak_model *model, unsigned outer, unsigned kind)
{
  const uint64_t base = leak_model_block(model, outer)->start - (uintptr_t)model->memory;
  uint64_t at = 1 + random_below(model, 16), limit = leak_model_block(model, outer)->size_bytes;
  while (model->block_count < MODEL_BLOCKS_MAX - 1) {
    uint64_t size_bytes = random_below(model, 60);
    if (at + size_bytes > limit)
      return;
    unsigned inner = leak_model_add(model, kind, base + at, size_bytes);
    if (kind == BLOCK_METAPOOL)
      carve(model, inner, BLOCK_CUSTOM);
    at += size_bytes + 1 + random_below(model, 16);
  }
}

static void make_blocks(struct leak_model *model)
{
  size_t at = 64;
  while (model->block_count < MODEL_BLOCKS_MAX / 2 && at < MODEL_BYTES - 10000) {
    uint64_t size_bytes = one_in(model, 10)  ? random_below(model, 9000)
                          : one_in(model, 8) ? 0
                                             : random_below(model, 100);
    unsigned kind = one_in(model, 6) ? BLOCK_CUSTOM : BLOCK_HEAP;
    unsigned number = leak_model_add(model, kind, at, size_bytes);
    if (kind == BLOCK_HEAP && one_in(model, 8))
      leak_model_block(model, number)->state = BLOCK_QUARANTINED;
    else if (one_in(model, 5))
      carve(model, number, kind == BLOCK_CUSTOM ? BLOCK_POOL : BLOCK_CUSTOM + random_below(model, 3));
    at += size_bytes + 16 + random_below(model, 64);
    at += kind == BLOCK_HEAP ? 16 - at % 16 : 0;
  }
}

/* Something that often points to a block. */
static uint64_t random_word(struct leak_model *model)
{
  const struct block *block = leak_model_block(model, random_below(model, model->block_count));
  switch (random_below(model, 8)) {
  case 0:
    return block->start + random_below(model, (unsigned)block->size_bytes + 2);
  case 1:
    return block->start + (random_below(model, 2) ? 8 : 16);
  case 2:
    return block->size_bytes - 8;
  case 3:
    return (uintptr_t)&model->vtable[random_below(model, 8)];
  case 4:
    return random_below(model, 2) ? UINT64_MAX : random_below(model, 5);
  default:
    return block->start;
  }
}

static void make_pointers(struct leak_model *model)
{
  const unsigned words = random_below(model, 80);
  for (unsigned i = 0; i < words; i++) {
    unsigned number = random_below(model, model->block_count);
    uint64_t size_bytes = leak_model_block(model, number)->size_bytes;
    if (size_bytes >= 8)
      leak_model_write(model, number, one_in(model, 3) ? 0 : random_below(model, (unsigned)size_bytes - 7) / 8 * 8,
                       random_word(model));
  }
  const unsigned roots = random_below(model, MODEL_ROOTS_MAX);
  for (unsigned i = 0; i < roots; i++)
    leak_model_add_root(model, (uint8_t)(RECORD_ROOT_GLOBAL + random_below(model, 4)), random_word(model));
  for (unsigned i = 0; i < 5; i++)
    model->is_unreadable[random_below(model, MODEL_BYTES / 8)] = one_in(model, 2);
}

void leak_model_make_random(struct leak_model *model, uint64_t seed)
{
  model->seed = seed;
  make_blocks(model);
  make_pointers(model);
  model->options.heuristics = one_in(model, 3) ? 0 : LEAK_MODEL_HEURISTICS;
  model->layout_stacks_apart = 1 + random_below(model, 3);
  model->layout = (enum leak_layout)random_below(model, 3);
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
    heuristic = leak_heuristic(judge->model->access, judge->model->options.heuristics, block, address);
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

/* --- all pointers --- */

static void tell_pointers(struct judge *judge, unsigned from, uint64_t offset, uint64_t word,
                          void (*visit)(void *context, const struct leak_pointer *pointer), void *context)
{
  for (unsigned to = 0; to < judge->model->block_count; to++)
    if (points_to(judge, word, to))
      visit(context, &(struct leak_pointer){from, offset, to, word - leak_model_address(judge->model, to, 0)});
}

void leak_model_each_pointer(const struct leak_model *model,
                             void (*visit)(void *context, const struct leak_pointer *pointer), void *context)
{
  struct judge judge = {.model = model};
  find_who_takes_part(&judge);
  for (unsigned from = 0; from < model->block_count; from++) {
    const struct block *block = leak_model_block(model, from);
    for (uint64_t at = (block->start + 7) / 8 * 8; judge.takes_part[from] && at + 8 <= end_of(block); at += 8) {
      uint64_t word;
      memcpy(&word, (const void *)(uintptr_t)at, sizeof word);
      if (!is_unreadable(model, at))
        tell_pointers(&judge, from, at - block->start, word, visit, context);
    }
  }
  for (unsigned root = 0; root < model->root_count; root++)
    for (unsigned i = 0; i < MODEL_ROOT_WORDS; i++)
      tell_pointers(&judge, MODEL_BLOCKS_MAX + root, i, model->root_words[root][i], visit, context);
}

static void note_pointer(void *context, const struct leak_pointer *pointer)
{
  uint64_t *leads_to = context;
  if (pointer->from < MODEL_BLOCKS_MAX)
    leads_to[pointer->from] |= UINT64_C(1) << pointer->to;
}

void leak_model_find_cycles(const struct leak_model *model, uint64_t *ret)
{
  uint64_t leads_to[MODEL_BLOCKS_MAX] = {0};
  leak_model_each_pointer(model, note_pointer, leads_to);
  for (unsigned through = 0; through < model->block_count; through++)
    for (unsigned from = 0; from < model->block_count; from++)
      if (leads_to[from] >> through & 1)
        leads_to[from] |= leads_to[through];
  for (unsigned number = 0; number < model->block_count; number++) {
    ret[number] = 0;
    for (unsigned other = 0; other < model->block_count; other++)
      if (other != number && leads_to[number] >> other & 1 && leads_to[other] >> number & 1)
        ret[number] |= UINT64_C(1) << other;
  }
}

bool leak_model_takes_part(const struct leak_model *model, unsigned number)
{
  struct judge judge = {.model = model};
  find_who_takes_part(&judge);
  return judge.takes_part[number];
}
