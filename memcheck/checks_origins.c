/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where does an undefined value come from? A tag in memory says so (origins.h); without one, it comes from the place where
 * it lies: a heap block, or the stack frame of some function. Nothing is written down when memory becomes undefined, so all
 * of this happens when an undefined value is loaded, which some programs do a million times a second. Hence two caches.
 *
 * A heap block is remembered by the address it was found for, and looked at again before it is believed.
 *
 * The frame an address lies in is found by unwinding. A frame is remembered as its range of addresses with the two return
 * addresses at its ends: the one above leads out of the function, the one below into it. As long as both words are in
 * their places, defined (so they are not the remains of an earlier call) and above the stack pointer, the frame is still that
 * of the same function. The innermost frame has no word below it: there the instruction and the stack pointer must be those
 * that were seen. What could be taken for another is a function that wrote copies of two return addresses to exactly the
 * places where they were before.
 *
 * A stack origin is a stack of one ip, the instruction that made the memory new (stack_origins.h). As that differs within a
 * frame, what is remembered is a piece of a frame. */
#include "coregrind-glue/core.h"
#include "memcheck/checks_private.h"
#include "memcheck/heap.h"
#include "memcheck/memory.h"
#include "memcheck/modules.h"
#include "memcheck/settings.h"
#include "memcheck/stack_origins.h"
#include "memcheck/stack_tags.h"
#include "memcheck/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

enum { WORD_BYTES = 8, FRAMES_MAX = 500 };

static origin_tag make_tag(stack_id stack, enum record_origin origin)
{
  return stack == 0 || stack >> 30 != 0 ? CHECKS_ORIGIN_UNKNOWN : stack * 4 + origin;
}

/* --- heap blocks --- */

enum { SIZE_CLASSES = 3, BLOCKS_CACHED = 4096 };

/* Of a large block, one entry serves for much of it; small ones need an entry each. */
static const struct {
  unsigned bits; /* log2 of the bytes of memory that have one entry */
  SizeT block_bytes_end;
} size_classes[SIZE_CLASSES] = {{6, 4096}, {12, 1 << 20}, {20, ~(SizeT)0}};

static block_id block_cache[SIZE_CLASSES][BLOCKS_CACHED];

static block_id *block_slot(unsigned size_class, Addr address)
{
  return &block_cache[size_class][address >> size_classes[size_class].bits & (BLOCKS_CACHED - 1)];
}

static Bool is_in(const struct block *block, Addr address)
{
  return address - block->start < block->size_bytes;
}

/* The block around the address as it was last time. A coroutine's stack lies in a block, too: then it is not what counts. */
static const struct block *block_remembered(Addr address, Addr sp)
{
  for (unsigned size_class = 0; size_class < SIZE_CLASSES; size_class++) {
    block_id id = *block_slot(size_class, address);
    const struct block *block = blocks_at(heap_blocks(), id);
    if (id != 0 && block->state == BLOCK_LIVE && is_in(block, address) && !is_in(block, sp))
      return block;
  }
  return NULL;
}

static void remember_block(block_id id, Addr address)
{
  unsigned size_class = 0;
  while (blocks_at(heap_blocks(), id)->size_bytes >= size_classes[size_class].block_bytes_end)
    size_class++;
  *block_slot(size_class, address) = id;
}

static const struct block *block_searched(Addr address)
{
  block_id id = blocks_find_containing_kinds(heap_blocks(), address, 0, BLOCK_LIVE, BLOCK_KINDS_ALL);
  if (id == 0)
    return NULL;
  if (!blocks_have_custom(heap_blocks())) /* else there may be others in it */
    remember_block(id, address);
  return blocks_at(heap_blocks(), id);
}

/* --- frames that were seen --- */

struct frame_seen {
  Addr start, end;   /* the frame */
  Addr piece_start, piece_end; /* what the tag is for; empty: unused */
  Addr ip, sp;       /* of the innermost frame; else 0 */
  UWord below, above;/* the words at start - 8, unless it is the innermost, and at end - 8 */
  uint64_t epoch;    /* of the module table: ips mean the same */
  origin_tag tag;
};

enum { SLICE_BITS = 6, FRAMES_CACHED = 2048 };

static struct frame_seen frame_cache[FRAMES_CACHED];

static struct frame_seen *frame_slot(Addr address, Addr ip)
{
  UWord hash = ((address >> SLICE_BITS) ^ (ip * 0x9e3779b97f4a7c15UL >> 40)) & (FRAMES_CACHED - 1);
  return &frame_cache[hash];
}

/* A word of the stack that is defined, hence a live one that can be read. */
static Bool is_word(Addr address, UWord expected)
{
  UWord v_bits;
  __builtin_memcpy(&v_bits, shadow_v_bits(address), sizeof v_bits);
  return v_bits == 0 && *(UWord *)address == expected;
}

static const struct frame_seen *frame_remembered(Addr address, Addr ip, Addr sp)
{
  const struct frame_seen *seen = frame_slot(address, ip);
  if (address - seen->piece_start < seen->piece_end - seen->piece_start && seen->ip == ip && seen->sp == sp &&
      is_word(seen->end - WORD_BYTES, seen->above) && seen->epoch == modules_epoch())
    return seen;
  seen = frame_slot(address, 0);
  if (address - seen->piece_start < seen->piece_end - seen->piece_start && seen->ip == 0 && seen->start - WORD_BYTES >= sp &&
      is_word(seen->end - WORD_BYTES, seen->above) && is_word(seen->start - WORD_BYTES, seen->below) &&
      seen->epoch == modules_epoch())
    return seen;
  return NULL;
}

/* --- frames by unwinding --- */

struct frames {
  UInt count;
  Addr ips[FRAMES_MAX], sps[FRAMES_MAX], fps[FRAMES_MAX];
};

static struct frames frames;

/* The number of the frame that holds the address; frames.count: none. The outermost has no upper end. */
static UInt frame_around(Addr address, UInt wanted)
{
  for (UInt i = 0; i + 1 < frames.count; i++)
    if (address < frames.sps[i + 1])
      return i;
  return frames.count < wanted && frames.count > 0 ? frames.count - 1 : frames.count;
}

static void remember_frame(UInt i, Addr address, const struct stack_origins_place *piece, origin_tag tag)
{
  struct frame_seen seen = {.end = frames.sps[i + 1], .tag = tag, .epoch = modules_epoch()};
  if (i == 0) {
    seen.start = frames.sps[0] - VG_STACK_REDZONE_SZB;
    seen.ip = frames.ips[0];
    seen.sp = frames.sps[0];
  } else {
    seen.start = frames.sps[i];
    seen.below = *(UWord *)(seen.start - WORD_BYTES);
  }
  seen.above = *(UWord *)(seen.end - WORD_BYTES);
  seen.piece_start = piece->start > seen.start ? piece->start : seen.start;
  seen.piece_end = piece->end < seen.end ? piece->end : seen.end;
  *frame_slot(address, seen.ip) = seen;
}

/* Are all words of the stack that remember_frame() reads there? */
static Bool is_readable_stack(UInt i)
{
  return i + 1 < frames.count && frames.sps[i] < frames.sps[i + 1] &&
         frames.sps[i] % WORD_BYTES == 0 && frames.sps[i + 1] % WORD_BYTES == 0 &&
         shadow_is_addressable(memory_shadow(), frames.sps[i] - WORD_BYTES) &&
         shadow_is_addressable(memory_shadow(), frames.sps[i + 1] - WORD_BYTES);
}

/* 0: it lies in no frame of this thread. */
static origin_tag tag_of_frame(ThreadId tid, Addr address)
{
  static const UInt depths[] = {3, 16, 100, FRAMES_MAX};
  UInt i = 0;
  for (unsigned step = 0; step < sizeof depths / sizeof *depths; step++) {
    frames.count = VG_(get_StackTrace)(tid, frames.ips, depths[step], frames.sps, frames.fps, 0);
    i = frame_around(address, depths[step]);
    if (i < frames.count)
      break;
    if (frames.count < depths[step])
      return 0;
  }
  if (i >= frames.count)
    return 0;
  const struct stack_origins_frame frame = {frames.ips[i], frames.sps[i], i + 1 < frames.count ? frames.sps[i + 1] : 0};
  const struct stack_origins_place piece = stack_origins_find(&frame, address);
  uint64_t ip = piece.ip;
  origin_tag tag = make_tag(traces_intern(&ip, 1), RECORD_ORIGIN_STACK);
  if (is_readable_stack(i))
    remember_frame(i, address, &piece, tag);
  return tag;
}

static Bool is_same_segment(Addr a, Addr b)
{
  const NSegment *segment = VG_(am_find_nsegment)(a);
  return segment != NULL && segment->start <= b && b <= segment->end;
}

/* May the address lie on the stack that the pointer points to? */
static Bool may_be_on_stack(Addr address, Addr sp)
{
  return address >= sp - VG_STACK_REDZONE_SZB && is_same_segment(address, sp);
}

static origin_tag tag_of_other_stack(ThreadId running, Addr address)
{
  ThreadId tid;
  Addr lowest, highest;
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &lowest, &highest))
    if (tid != running && address >= lowest - VG_STACK_REDZONE_SZB && address <= highest)
      return tag_of_frame(tid, address);
  return 0;
}

/* --- putting it together --- */

/* Memory of one origin, as far as its place goes. */
struct place {
  Addr start, end;
  origin_tag tag;
};

static struct place place_of_block(const struct block *block)
{
  return (struct place){block->start, block->start + block->size_bytes,
                        make_tag(block->alloc_stack_id, RECORD_ORIGIN_HEAP)};
}

/* Places end at words; more is not said here. */
static struct place place_of_word(Addr address, origin_tag tag)
{
  return (struct place){address, (address | (WORD_BYTES - 1)) + 1, tag};
}

static __attribute__((noinline)) struct place search(ThreadId tid, Addr address, Addr sp)
{
  origin_tag tag = may_be_on_stack(address, sp) ? tag_of_frame(tid, address) : 0;
  if (tag != 0)
    return place_of_word(address, tag);
  const struct block *block = block_searched(address);
  if (block != NULL)
    return place_of_block(block);
  return place_of_word(address, tag_of_other_stack(tid, address));
}

static struct place place_of(ThreadId tid, Addr address, Addr ip, Addr sp)
{
  if (address >= sp - VG_STACK_REDZONE_SZB) {
    const struct frame_seen *seen = frame_remembered(address, ip, sp);
    if (seen != NULL)
      return (struct place){seen->piece_start, seen->piece_end, seen->tag};
  }
  const struct block *block = block_remembered(address, sp);
  return block != NULL ? place_of_block(block) : search(tid, address, sp);
}

static origin_tag origin_of(ThreadId tid, Addr address, Addr ip, Addr sp)
{
  const struct origins *origins = memory_origins();
  if (origins == NULL || address >= SHADOW_LIMIT)
    return 0;
  origin_tag tag = origins_get(origins, address);
  return tag != 0 ? tag : place_of(tid, address, ip, sp).tag;
}

origin_tag checks_origin_of_memory(ThreadId tid, Addr address)
{
  return origin_of(tid, address, VG_(get_IP)(tid), VG_(get_SP)(tid));
}

origin_tag checks_origin_now(const VexGuestAMD64State *state, Addr address)
{
  return origin_of(VG_(get_running_tid)(), address, state->guest_RIP, state->guest_RSP);
}

origin_tag checks_origin_of_register(ThreadId tid, PtrdiffT offset, SizeT bytes)
{
  for (PtrdiffT at = offset; memory_origins() != NULL && at < offset + (PtrdiffT)bytes; at++) {
    UChar v_bits;
    UInt tag;
    VG_(get_shadow_regs_area)(tid, &v_bits, 1, at, sizeof v_bits);
    VG_(get_shadow_regs_area)(tid, (UChar *)&tag, 2, at & ~(PtrdiffT)(WORD_BYTES - 1), sizeof tag);
    if (v_bits != 0)
      return tag;
  }
  return 0;
}

void checks_set_origin(struct record_error *error, origin_tag tag)
{
  if (tag / 4 == 0)
    return;
  error->origin = tag % 4;
  error->origin_stack_id = tag / 4;
  traces_send(tag / 4);
}

/* --- copies --- */

/* What has no tag of its own in [to, to + bytes) gets this one. */
static void fill_tags(struct origins *origins, Addr to, SizeT bytes, origin_tag tag)
{
  if (origins_lowest_in(origins, to, to + bytes) == UINT64_MAX) {
    origins_set(origins, to, bytes, tag);
    return;
  }
  for (Addr at = to; at < to + bytes; at = (at | (ORIGINS_GROUP_BYTES - 1)) + 1)
    if (origins_get(origins, at) == 0)
      origins_set(origins, at, 1, tag);
}

enum { COPIED_AT_ONCE = 1024 };

/* Tags for what follows `at` and comes from one place; returns its end. */
static Addr copied_piece(struct origins *origins, ThreadId tid, Addr at, Addr end, Addr from)
{
  const struct place place = place_of(tid, from, VG_(get_IP)(tid), VG_(get_SP)(tid));
  const Addr place_end = at + (place.end - from);
  Addr next = (at | (COPIED_AT_ONCE - 1)) + 1;
  next = next < place_end ? next : place_end;
  next = next < end ? next : end;
  fill_tags(origins, at, next - at, place.tag != 0 ? place.tag : CHECKS_ORIGIN_UNKNOWN);
  return next;
}

/* Tags go along with the data; and what had none had its place, which is another one now. It does no harm that defined
 * bytes between undefined ones get tags as well. */
void checks_copied(Addr to, Addr from, SizeT bytes)
{
  struct origins *origins = memory_origins();
  uint64_t at = to, end = to + bytes, stop;
  bool is_addressable;
  if (origins == NULL)
    return;
  origins_copy(origins, to, from, bytes);
  stack_tags_note(to, bytes);
  while (at < end && shadow_find_undefined(memory_shadow(), at, end - at, &at, &is_addressable)) {
    if (is_addressable)
      at = copied_piece(origins, VG_(get_running_tid)(), at, end, from + (at - to));
    else if (!shadow_next_addressable(memory_shadow(), at, end, &at, &stop))
      return;
  }
}
