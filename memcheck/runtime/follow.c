/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words are looked at when they have changed; what they held before is what references.h knows of them. */
#include "memcheck/runtime/follow.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/env.h"
#include "memcheck/base/settings.h"
#include "memcheck/blocks/blocks_layout.h"
#include "memcheck/engine/engine.h"
#include "memcheck/engine/undefined_registers.h"
#include "memcheck/errors/describe.h"
#include "memcheck/runtime/follow_sites.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/memory.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

enum { WORD = 8 };
#define WORD_MASK (~(Addr)(WORD - 1))

Bool follow_is_on;

static struct blocks *blocks;
static struct references *references;
static Addr lowest = ~(Addr)0, highest; /* no followed block lies outside */

/* By block; 0: it is not followed. */
static followed_id *ids;
static block_id ids_end;

struct references *follow_references(void)
{
  return references;
}

void follow_begin(struct blocks *of_program)
{
  blocks = of_program;
  references = references_create();
}

/* --- blocks --- */

followed_id follow_of_block(block_id id)
{
  return id < ids_end ? ids[id] : 0;
}

static void set_id(block_id block, followed_id id)
{
  if (block >= ids_end) {
    const block_id end = 2 * block + 64;
    followed_id *larger = env_allocate("follow", end * sizeof *larger);
    memset(larger, 0, end * sizeof *larger);
    if (ids)
      memcpy(larger, ids, ids_end * sizeof *larger);
    env_free(ids);
    ids = larger;
    ids_end = end;
  }
  ids[block] = id;
}

void follow_block_made(block_id id)
{
  if (!follow_is_on || !follow_sites_mean(blocks_entry(blocks, id)->alloc_stack_id))
    return;
  const struct block *block = blocks_entry(blocks, id);
  set_id(id, references_follow(references, block->start, block->size_bytes, id));
  if (block->start < lowest)
    lowest = block->start;
  if (block->start + block->size_bytes > highest)
    highest = block->start + block->size_bytes;
}

void follow_block_ended(block_id id)
{
  const followed_id followed = follow_of_block(id);
  if (followed == 0)
    return;
  references_end(references, followed);
  ids[id] = 0;
}

void follow_block_resized(block_id id)
{
  const followed_id followed = follow_of_block(id);
  if (followed == 0)
    return;
  const struct block *block = blocks_entry(blocks, id);
  references_followed(references, followed)->bytes = block->size_bytes;
  if (block->start + block->size_bytes > highest)
    highest = block->start + block->size_bytes;
}

static block_id block_around(Addr address)
{
  return blocks_find_containing_kinds(blocks, address, 0, BLOCK_LIVE, BLOCK_KINDS_FREEABLE);
}

/* The followed block that a value points into; a pointer to a block without bytes is one to its start. */
static followed_id target_of(ULong value)
{
  return value >= lowest && value <= highest ? follow_of_block(block_around(value)) : 0;
}

/* --- marks --- */

static void mark(Addr word)
{
  shadow_make_undefined(memory_shadow(), word, WORD);
  origins_set(memory_origins(), word, WORD, CHECKS_FOLLOWED);
  stack_tags_note(word, WORD);
}

Bool follow_means(ULong value)
{
  return follow_is_on && target_of(value) != 0;
}

#define FIELD(state, place, type) (*(type *)((UChar *)(state) + (place)))

void follow_returned(VexGuestAMD64State *state, PtrdiffT offset, ULong value)
{
  if (!follow_means(value))
    return;
  FIELD(state, ENGINE_V_BITS_OFFSET + offset, ULong) = ~0ULL;
  FIELD(state, ENGINE_TAGS_OFFSET + offset, UInt) = CHECKS_FOLLOWED;
  FIELD(state, ENGINE_UNDEFINED, ULong) |= undefined_registers_touched((int)offset, sizeof value);
}

void follow_left(VexGuestAMD64State *state, ULong value)
{
  if (!follow_is_on)
    return;
  FIELD(state, ENGINE_LOADED_V, ULong) = target_of(value) != 0 ? ~0ULL : 0;
  FIELD(state, ENGINE_LOADED_TAG, UInt) = CHECKS_FOLLOWED;
}

/* --- events --- */

static Bool read_word(Addr word, uint64_t *ret)
{
  return guarded_load((const uint64_t *)word, ret);
}

static void fill_place(struct reference_place *place, Addr address, ThreadId tid)
{
  struct record_error error = {.address = address, .tid = tid};
  describe_address(&error);
  if (error.place == RECORD_PLACE_LIVE_BLOCK && address - error.block_start < error.block_bytes) {
    place->block_start = error.block_start;
    place->block_bytes = error.block_bytes;
    place->block_stack = (uint32_t)error.alloc_stack_id;
    place->block_allocator = (uint32_t)error.block_allocator;
    return;
  }
  if (error.place != RECORD_PLACE_STACK)
    return;
  if (error.frames_stack_id == 0)
    describe_frames(&error, tid);
  if (error.frames_stack_id == 0)
    return;
  place->tid = (uint32_t)error.place_tid;
  place->frame = (uint32_t)error.place_frame;
  place->frames_stack = (uint32_t)error.frames_stack_id;
  place->frames_first = (uint32_t)error.frames_first;
  place->frame_count = (uint32_t)error.frame_fps.count;
  memcpy(place->sps, error.frame_sps.items, error.frame_sps.count * sizeof *place->sps);
  memcpy(place->fps, error.frame_fps.items, error.frame_fps.count * sizeof *place->fps);
}

static stack_id stack_of_value(ULong value)
{
  const block_id id = block_around(value);
  return id != 0 ? blocks_entry(blocks, id)->alloc_stack_id : 0;
}

/* The pointers that are left are told of only if others than followed blocks hold none: else one of these will be the last. */
static Bool may_be_last(const struct followed *target, const struct reference *gone)
{
  return target->is_live && target->count_outside - (gone->holder == 0) == 0;
}

static void note_loss(const struct reference *gone, unsigned cause)
{
  const struct followed *target = references_followed(references, gone->target);
  if (!may_be_last(target, gone))
    return;
  const ThreadId tid = VG_(get_running_tid)();
  struct reference_event event = {
    .elapsed_ns = clock_elapsed_ns(),
    .address = gone->address,
    .into = gone->into,
    .stack = traces_of_thread(tid),
    .stored_stack = gone->stack,
    .tid = tid,
    .holder = gone->holder,
    .cause = (uint8_t)cause,
  };
  if (cause == RECORD_LOST_OVERWRITTEN && read_word(gone->address, &event.value))
    event.value_stack = stack_of_value(event.value);
  fill_place(&event.place, gone->address, tid);
  references_note_event(references, gone->target, event);
}

static void lose(Addr word, unsigned cause)
{
  const struct reference gone = *references_find(references, word);
  note_loss(&gone, cause);
  references_remove(references, word);
}

static void gain(Addr word, followed_id target, ULong value)
{
  const struct reference reference = {
    .address = word,
    .target = target,
    .holder = target_of(word),
    .stack = traces_of_thread(VG_(get_running_tid)()),
    .into = value - references_followed(references, target)->start,
  };
  references_add(references, &reference);
}

/* A word has changed. */
static void look_at(Addr word)
{
  const struct reference *old = references_find(references, word);
  uint64_t value;
  const followed_id target = read_word(word, &value) ? target_of(value) : 0;
  if (old)
    lose(word, RECORD_LOST_OVERWRITTEN);
  if (target == 0)
    return;
  gain(word, target, value);
  mark(word);
}

void follow_stored(Addr address, ULong bytes)
{
  if (address >= SHADOW_LIMIT - bytes)
    return;
  for (Addr word = address & WORD_MASK; word < address + bytes; word += WORD)
    look_at(word);
}

void follow_lost(Addr start, SizeT bytes, unsigned cause)
{
  Addr word = start & WORD_MASK;
  if (!follow_is_on || references_count(references) == 0 || start >= SHADOW_LIMIT)
    return;
  const Addr end = bytes < SHADOW_LIMIT - start ? start + bytes : SHADOW_LIMIT;
  while (references_next_in(references, word, end, &word))
    lose(word, cause);
}

/* Where neither range has had a pointer there is none now. */
void follow_copied(Addr to, Addr from, SizeT bytes)
{
  Addr word;
  if (follow_is_on && from < SHADOW_LIMIT - bytes && to < SHADOW_LIMIT - bytes &&
      (references_next_in(references, from & WORD_MASK, from + bytes, &word) ||
       references_next_in(references, to & WORD_MASK, to + bytes, &word)))
    follow_stored(to, bytes);
}

/* Pointers that are no aligned words any more are none. */
void follow_moved(Addr to, Addr from, SizeT bytes)
{
  Addr word = from;
  if (!follow_is_on || from >= SHADOW_LIMIT - bytes || to >= SHADOW_LIMIT - bytes)
    return;
  for (; references_next_in(references, word, from + bytes, &word); word += WORD) {
    const struct reference reference = *references_find(references, word);
    const Addr place = word - from + to;
    references_remove(references, word);
    if (place % WORD == 0 && references_followed(references, reference.target)->is_live)
      gain(place, reference.target, references_followed(references, reference.target)->start + reference.into);
  }
}

/* --- the leak check --- */

static void hide(void *context, uint64_t address)
{
  shadow_make_defined_if_addressable(memory_shadow(), address, ORIGINS_GROUP_BYTES);
}

void follow_hide(void)
{
  if (follow_is_on)
    origins_visit(memory_origins(), CHECKS_FOLLOWED, hide, NULL);
}

void follow_show(void)
{
  size_t cursor = 0;
  if (!follow_is_on)
    return;
  for (const struct reference *word; (word = references_next(references, &cursor)) != NULL;)
    if (shadow_is_addressable(memory_shadow(), word->address))
      mark(word->address);
}

static Bool still_points(const struct reference *reference)
{
  uint64_t value;
  return shadow_is_addressable(memory_shadow(), reference->address) && read_word(reference->address, &value) &&
         target_of(value) == reference->target;
}

void follow_settle(void)
{
  size_t cursor = 0, count = 0;
  Addr *words = env_allocate("follow", (references_count(references) + 1) * sizeof *words);
  for (const struct reference *word; (word = references_next(references, &cursor)) != NULL;)
    if (!still_points(word))
      words[count++] = word->address;
  for (size_t i = 0; i < count; i++)
    lose(words[i], RECORD_LOST_UNKNOWN);
  env_free(words);
}
