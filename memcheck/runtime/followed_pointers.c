/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words are looked at when they have changed; what they held before is what references.h knows of them. */
#include "memcheck/runtime/followed_pointers.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/errors/errors.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/follow_counts.h"
#include "memcheck/runtime/follow_exits.h"
#include "memcheck/runtime/follow_freed.h"
#include "memcheck/runtime/follow_places.h"
#include "memcheck/runtime/try_fix.h"
#include "memcheck/stacks/stack_answers.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

enum { WORD = 8 };
#define WORD_MASK (~(Addr)(WORD - 1))

Bool follow_is_on;

static block_id (*block_around)(uint64_t address), (*block_freed_around)(uint64_t address);
static struct references *references;
static struct outlived *outlived;
static Addr lowest = ~(Addr)0, highest; /* no followed block lies outside */

/* By block; 0: it is not followed. */
static followed_id *ids;
static block_id ids_end;

struct references *follow_references(void)
{
  return references;
}

struct outlived *follow_outlived(void)
{
  return outlived;
}

followed_id follow_of_block(block_id id)
{
  return id < ids_end ? ids[id] : 0;
}

static block_id block_of(followed_id id)
{
  return references_followed(references, id)->block;
}

/* The freed block at an address, as long as its memory is not used again. */
static followed_id freed_at(uint64_t address)
{
  return follow_of_block(block_freed_around(address));
}

static uint64_t send_freed(const struct record_error *error)
{
  const followed_id freed = freed_at(error->block_start);
  return freed != 0 ? follow_freed_send(references, freed) : 0;
}

/* --- blocks --- */

static Bool read_word(Addr word, uint64_t *ret)
{
  return guarded_load((const uint64_t *)word, ret);
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

/* Does --explain mean blocks of this allocation stack? */
static Bool is_meant(stack_id stack)
{
  static struct stack_answers sites = {.question = RECORD_QUESTION_EXPLAIN, .yes = RECORD_REPLY_FOLLOWED};
  const uint64_t known = sites.items;
  Bool is_new;
  if (VG_(strcmp)(settings.explain, "all") == 0)
    return True;
  const Bool is_followed = stack_answers_yes(&sites, stack, &is_new);
  if (sites.items != known)
    channel_send_met(&(struct record_met){.items = sites.items});
  return is_followed;
}

/* Its entry in the table of blocks was that of another one before. */
static void forget_earlier(block_id id)
{
  const followed_id earlier = follow_of_block(id);
  if (earlier == 0)
    return;
  ids[id] = 0;
  references_forget(references, earlier);
}

void follow_block_made(block_id id)
{
  if (!follow_is_on)
    return;
  forget_earlier(id);
  const struct block *block = blocks_entry(guest.blocks, id);
  if (!is_meant(block->alloc_stack_id))
    return;
  set_id(id, references_follow(references, block->start, block->size_bytes, id));
  if (block->start < lowest)
    lowest = block->start;
  if (block->start + block->size_bytes > highest)
    highest = block->start + block->size_bytes;
  try_fix_made(follow_of_block(id), id, block->tid);
  follow_exits_begin(follow_of_block(id));
  follow_counts_made(follow_of_block(id), block->alloc_stack_id);
}

/* The program has carved it out itself, and its pointers are where they are: in registers, and in the frames that are
 * at work. */
void follow_custom_block_made(ThreadId tid, block_id id)
{
  enum { GENERAL_REGISTERS = 16, LOOKED_AT_BYTES = 512 };
  follow_block_made(id);
  if (follow_of_block(id) == 0)
    return;
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++) {
    const PtrdiffT offset = offsetof(VexGuestAMD64State, guest_RAX) + i * WORD;
    ULong value;
    VG_(get_shadow_regs_area)(tid, (UChar *)&value, 0, offset, sizeof value);
    if (value == blocks_entry(guest.blocks, id)->start)
      follow_register(tid, offset);
  }
  const Addr sp = VG_(get_SP)(tid) & WORD_MASK;
  for (Addr word = sp - VG_STACK_REDZONE_SZB; word < sp + LOOKED_AT_BYTES; word += WORD) {
    uint64_t value;
    if (read_word(word, &value) && value == blocks_entry(guest.blocks, id)->start &&
        shadow_value(guest.shadow, word) == SHADOW_DEFINED)
      follow_stored(word, WORD);
  }
}

void follow_block_ended(block_id id)
{
  const followed_id followed = follow_of_block(id);
  if (followed == 0)
    return;
  follow_counts_ended(followed);
  references_end(references, followed);
  follow_exits_end(followed);
  outlived_forget(outlived, followed);
}

void follow_block_resized(block_id id)
{
  const followed_id followed = follow_of_block(id);
  if (followed == 0)
    return;
  const struct block *block = blocks_entry(guest.blocks, id);
  references_followed(references, followed)->bytes = block->size_bytes;
  if (block->start + block->size_bytes > highest)
    highest = block->start + block->size_bytes;
}

static Bool may_be_in_followed(ULong value)
{
  return value >= lowest && value <= highest;
}

/* The followed block that a value points into; a pointer to a block without bytes is one to its start. */
static followed_id target_of(ULong value)
{
  return may_be_in_followed(value) ? follow_of_block(block_around(value)) : 0;
}

/* The same; else a block that was freed. */
static followed_id target_or_freed(ULong value)
{
  if (!may_be_in_followed(value))
    return 0;
  const block_id live = block_around(value);
  return live != 0 ? follow_of_block(live) : freed_at(value);
}

/* A function that returns leaves its results and what it has saved of its caller's: a bit for each by its number in
 * DWARF. */
static uint32_t registers_kept(ThreadId tid, followed_id target)
{
  static const struct {
    uint16_t offset;
    uint8_t number;
  } kept[] = {
#define KEPT(name, number) {offsetof(VexGuestAMD64State, guest_##name), number}
    KEPT(RAX, 0), KEPT(RDX, 1), KEPT(RBX, 3), KEPT(RBP, 6), KEPT(R12, 12), KEPT(R13, 13), KEPT(R14, 14), KEPT(R15, 15),
  };
  uint32_t registers = 0;
  for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
    ULong value, v_bits;
    VG_(get_shadow_regs_area)(tid, (UChar *)&value, 0, kept[i].offset, sizeof value);
    VG_(get_shadow_regs_area)(tid, (UChar *)&v_bits, 1, kept[i].offset, sizeof v_bits);
    if (v_bits != 0 && target_of(value) == target)
      registers |= UINT32_C(1) << kept[i].number;
  }
  return registers;
}

/* Words point to the block still, of which one was lost: it is not if the pointer went on in a register. Few functions
 * return two words, and what others leave in the second is chance. */
static Bool look_at_exit(ThreadId tid, followed_id target, uint32_t *ret_registers)
{
  enum { RDX = 1 };
  const uint32_t registers = *ret_registers = registers_kept(tid, target);
  struct followed *followed = references_followed(references, target);
  if (followed->count > 0 && (registers & ~(UINT32_C(1) << RDX)) != 0)
    outlived_moved_on(outlived, target);
  const Bool was_in_words = followed->is_owner_watched;
  followed->is_owner_watched = false;
  return !was_in_words;
}

/* Nor is it if it is stored again before that function returns. */
static void note_stored_again(followed_id target)
{
  struct followed *followed = references_followed(references, target);
  if (followed->is_owner_watched)
    outlived_moved_on(outlived, target);
  followed->is_owner_watched = false;
}

/* --- marks --- */

Bool follow_means(ULong value)
{
  return follow_is_on && target_of(value) != 0;
}

void follow_register(ThreadId tid, PtrdiffT offset)
{
  enum { V_BITS = 1, TAGS = 2 };
  const PtrdiffT names_at = ENGINE_UNDEFINED - ENGINE_TAGS_OFFSET;
  const ULong undefined = ~0ULL;
  const UInt tag = CHECKS_FOLLOWED;
  ULong names;
  VG_(set_shadow_regs_area)(tid, V_BITS, offset, sizeof undefined, (const UChar *)&undefined);
  VG_(set_shadow_regs_area)(tid, TAGS, offset, sizeof tag, (const UChar *)&tag);
  VG_(get_shadow_regs_area)(tid, (UChar *)&names, TAGS, names_at, sizeof names);
  names |= undefined_registers_touched((int)offset, sizeof undefined);
  VG_(set_shadow_regs_area)(tid, TAGS, names_at, sizeof names, (const UChar *)&names);
}

#define FIELD(state, place, type) (*(type *)((UChar *)(state) + (place)))

void follow_left(VexGuestAMD64State *state, ULong value)
{
  if (!follow_is_on)
    return;
  FIELD(state, ENGINE_LOADED_V, ULong) = target_of(value) != 0 ? ~0ULL : 0;
  FIELD(state, ENGINE_LOADED_TAG, UInt) = CHECKS_FOLLOWED;
}

/* --- words --- */

static stack_id stack_of_value(ULong value)
{
  const block_id id = block_around(value);
  return id != 0 ? blocks_entry(guest.blocks, id)->alloc_stack_id : 0;
}

/* Losses are of one kind if their innermost functions are the same, and those that stored the words, and in whether
 * another word was stored after it. */
static uint32_t kind_of(const struct reference_event *event, Bool is_newest)
{
  enum { LOSING_FRAMES = 3, STORING_FRAMES = 2 };
  const uint64_t lost = traces_key(event->stack, LOSING_FRAMES);
  const uint64_t stored = traces_key(event->stored_stack, STORING_FRAMES);
  return outlived_kind(outlived, (lost << 32 | stored) * 32 + 2 * event->cause + is_newest);
}

static void note_loss(const struct reference *gone, unsigned cause)
{
  struct followed *target = references_followed(references, gone->target);
  const bool may_be_last = references_may_be_last(references, gone), is_outlived = target->count > 1;
  if (!target->is_live || (!may_be_last && !is_outlived))
    return;
  const ThreadId tid = VG_(get_running_tid)();
  struct reference_event event = {
    .address = gone->address,
    .into = gone->into,
    .stack = traces_of_thread(tid),
    .stored_stack = gone->stack,
    .stored_time = gone->stored_time,
    .was_outlived = is_outlived,
    .tid = tid,
    .holder = gone->holder,
    .cause = (uint8_t)cause,
    .place = follow_places_find(gone->place, gone->address),
  };
  if (cause == RECORD_LOST_OVERWRITTEN && read_word(gone->address, &event.value))
    event.value_stack = stack_of_value(event.value);
  event.kind = kind_of(&event, gone->stored_time == target->owner_stored_time);
  references_take_time(references, &event);
  if (is_outlived)
    outlived_note(outlived, gone->target, &event, gone->may_be_owner);
  if (may_be_last)
    references_note_event(references, gone->target, event);
  else if (!gone->may_be_owner)
    return;
  target->is_owner_watched = !may_be_last;
  if (cause == RECORD_LOST_UNKNOWN) {
    follow_exits_end(gone->target);
    return;
  }
  follow_exits_begin(gone->target);
  if (may_be_last)
    try_fix_event(gone->target, references_followed(references, gone->target)->block, event.stack);
}

static void lose(Addr word, unsigned cause)
{
  const struct reference gone = *references_find(references, word);
  note_loss(&gone, cause);
  follow_counts_dropped(gone.target, word, cause != RECORD_LOST_OVERWRITTEN);
  references_remove(references, word);
  follow_places_forget(gone.place);
  try_fix_settle();
}

static void gain(Addr word, followed_id target, ULong value)
{
  const ThreadId tid = VG_(get_running_tid)();
  const uint32_t place = follow_places_note(word, tid);
  if (follow_places_is_copy(word, place, tid)) {
    follow_places_forget(place);
    return;
  }
  const struct reference reference = {
    .address = word,
    .target = target,
    .holder = target_of(word),
    .stack = traces_of_thread(tid),
    .place = place,
    .into = value - references_followed(references, target)->start,
    .may_be_owner = follow_places_may_own(place),
    .is_late = !references_followed(references, target)->is_live,
  };
  references_add(references, &reference);
  if (reference.holder == target)
    return;
  note_stored_again(target);
  follow_exits_end(target);
  if (!follow_places_is_in_frame(place))
    follow_counts_held(target, word);
}

/* What nobody has set may still hold a pointer of a frame that is gone, and some of its bytes be set now: that is no
 * pointer. Those that are followed count as undefined as well, but are tagged. */
static Bool is_set(Addr word)
{
  if (origins_get(guest.origins, word) == CHECKS_FOLLOWED ||
      origins_get(guest.origins, word + WORD / 2) == CHECKS_FOLLOWED)
    return True;
  for (Addr byte = word; byte < word + WORD; byte++)
    if (shadow_value(guest.shadow, byte) != SHADOW_DEFINED)
      return False;
  return True;
}

/* A word has changed. */
static void look_at(Addr word)
{
  const struct reference *old = references_find(references, word);
  uint64_t value;
  const followed_id target = read_word(word, &value) && is_set(word) ? target_or_freed(value) : 0;
  if (old)
    lose(word, RECORD_LOST_OVERWRITTEN);
  if (target == 0)
    return;
  gain(word, target, value);
  follow_exits_mark(word);
}

void follow_stored(Addr address, ULong bytes)
{
  if (address >= SHADOW_LIMIT - bytes)
    return;
  for (Addr word = address & WORD_MASK; word < address + bytes; word += WORD)
    look_at(word);
  follow_defined(address, bytes);
}

void follow_note_defined(Addr start, SizeT bytes)
{
  const followed_id id = start < SHADOW_LIMIT - bytes ? target_of(start) : 0;
  if (id != 0)
    follow_counts_stored(id, start, bytes);
}

void follow_note_lost(Addr start, SizeT bytes, unsigned cause)
{
  Addr word = start & WORD_MASK;
  if (start >= SHADOW_LIMIT)
    return;
  const Addr end = bytes < SHADOW_LIMIT - start ? start + bytes : SHADOW_LIMIT;
  while (references_next_in(references, word, end, &word))
    lose(word, cause);
  if (cause != RECORD_LOST_OVERWRITTEN)
    follow_exits_given_up(start, end, cause == RECORD_LOST_FRAME_LEFT);
}

/* Where neither range has had a pointer there is none now. */
void follow_copied(Addr to, Addr from, SizeT bytes)
{
  Addr word;
  if (follow_is_on && from < SHADOW_LIMIT - bytes && to < SHADOW_LIMIT - bytes &&
      (references_next_in(references, from & WORD_MASK, from + bytes, &word) ||
       references_next_in(references, to & WORD_MASK, to + bytes, &word) ||
       follow_counts_watch(target_of(to), to, bytes)))
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
    follow_places_forget(reference.place);
    if (place % WORD == 0)
      gain(place, reference.target, references_followed(references, reference.target)->start + reference.into);
    follow_counts_moved(reference.target, word, place);
  }
}

void follow_begin(block_id (*around)(uint64_t address), block_id (*freed_around)(uint64_t address),
                  Bool (*retire)(block_id block, stack_id stack))
{
  block_around = around;
  block_freed_around = freed_around;
  follow_places_begin(around);
  references = references_create();
  outlived = outlived_create();
  follow_exits_create(look_at_exit, block_of);
  follow_counts_begin(references);
  errors_set_teller_of_freed(send_freed);
  try_fix_begin(retire);
}

/* --- the leak check --- */

static void hide(void *context, uint64_t address)
{
  shadow_make_defined_if_addressable(guest.shadow, address, ORIGINS_GROUP_BYTES);
}

void follow_hide(void)
{
  if (follow_is_on)
    origins_visit(guest.origins, CHECKS_FOLLOWED, hide, NULL);
}

void follow_show(void)
{
  size_t cursor = 0;
  if (!follow_is_on)
    return;
  for (const struct reference *word; (word = references_next(references, &cursor)) != NULL;)
    if (shadow_is_addressable(guest.shadow, word->address))
      follow_exits_mark(word->address);
  follow_exits_show();
  follow_counts_show();
}

static Bool still_points(const struct reference *reference)
{
  uint64_t value;
  return shadow_is_addressable(guest.shadow, reference->address) && read_word(reference->address, &value) &&
         target_or_freed(value) == reference->target;
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
