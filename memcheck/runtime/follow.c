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
#include "memcheck/heap/heap.h"
#include "memcheck/runtime/follow_sites.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/memory.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
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
  if (!follow_is_on)
    return;
  const struct block *block = blocks_entry(blocks, id);
  if (!follow_sites_mean(block->alloc_stack_id))
    return;
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

/* The followed block that a value points into; a pointer to a block without bytes is one to its start. */
static followed_id target_of(ULong value)
{
  return value >= lowest && value <= highest ? follow_of_block(heap_block_around(value)) : 0;
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

static void fill_block(struct reference_place *place, const struct block *block)
{
  place->block_start = block->start;
  place->block_bytes = block->size_bytes;
  place->block_stack = block->alloc_stack_id;
  place->block_allocator = block->allocator;
}

/* A word on a stack is mostly in the frame that is being left, or in the one that called it. */
static Bool fill_near_frame(struct reference_place *place, Addr address, ThreadId tid)
{
  enum { NEAR = REFERENCE_FRAMES + 1 };
  Addr ips[NEAR], sps[NEAR], fps[NEAR];
  const UInt count = VG_(get_StackTrace)(tid, ips, NEAR, sps, fps, 0);
  UInt frame = 0;
  if (count == 0 || address < sps[0] - VG_STACK_REDZONE_SZB)
    return False;
  while (frame + 1 < count && address >= sps[frame + 1])
    frame++;
  if (frame + 1 >= count)
    return False;
  place->tid = tid;
  place->frame = frame + 1;
  place->frames_stack = traces_intern((const uint64_t *)ips, frame + 1);
  place->frame_count = frame + 1;
  memcpy(place->sps, sps, (frame + 2) * sizeof *place->sps);
  memcpy(place->fps, fps, (frame + 1) * sizeof *place->fps);
  return True;
}

static void fill_far_frame(struct reference_place *place, Addr address, ThreadId tid)
{
  struct record_error error = {.address = address, .tid = tid};
  describe_frames(&error, tid);
  if (error.frames_stack_id == 0)
    return;
  place->tid = tid;
  place->frame = (uint32_t)(error.frames_first + error.frame_fps.count);
  place->frames_stack = (uint32_t)error.frames_stack_id;
  place->frames_first = (uint32_t)error.frames_first;
  place->frame_count = (uint32_t)error.frame_fps.count;
  memcpy(place->sps, error.frame_sps.items, error.frame_sps.count * sizeof *place->sps);
  memcpy(place->fps, error.frame_fps.items, error.frame_fps.count * sizeof *place->fps);
}

/* The stack of the running thread grows down from the end of its segment. */
static Bool is_on_stack(Addr address, ThreadId tid)
{
  const Addr sp = VG_(get_SP)(tid);
  if (address < sp - VG_STACK_REDZONE_SZB)
    return False;
  const NSegment *segment = VG_(am_find_nsegment)(sp);
  return segment && address <= segment->end;
}

static void fill_place(struct reference_place *place, Addr address, ThreadId tid)
{
  const block_id around = heap_block_around(address);
  if (is_on_stack(address, tid) && !fill_near_frame(place, address, tid))
    fill_far_frame(place, address, tid);
  if (around != 0 && place->frame_count == 0)
    fill_block(place, blocks_entry(blocks, around));
}

static stack_id stack_of_value(ULong value)
{
  const block_id id = heap_block_around(value);
  return id != 0 ? blocks_entry(blocks, id)->alloc_stack_id : 0;
}

static void note_loss(const struct reference *gone, unsigned cause)
{
  if (!references_may_be_last(references, gone))
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
