/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/running_stacks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/runtime/language_memory.h"
#include "memcheck/runtime/thread_stacks.h"
#include "memcheck/pure/shadow/stack_switches.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

uint64_t running_stacks_set_by;

static struct stack_switches *switches; /* NULL: no stack pointer was set yet */
static struct stack_running *threads;   /* by ThreadId */
static Addr end_of_stack;               /* of the running thread */
static block_id (*block_around)(uint64_t address); /* NULL: there is no heap yet */

void running_stacks_begin(block_id (*around)(uint64_t address))
{
  block_around = around;
}

static const struct block *block_at(Addr address)
{
  const block_id id = block_around ? block_around(address) : 0;
  return id != 0 ? blocks_entry(guest.blocks, id) : NULL;
}

/* --- memory --- */

static bool is_addressable(void *unused, uint64_t address)
{
  return shadow_is_addressable(guest.shadow, address);
}

static bool is_stack_mapping(const NSegment *segment)
{
  if (!segment)
    return False;
  if (segment->kind == SkResvn)
    return segment->smode == SmUpper; /* the first thread's stack has yet to grow there */
  return segment->hasR && segment->hasW &&
         (segment->kind == SkAnonC || segment->kind == SkFileC || segment->kind == SkShmC);
}

static Bool is_mapped_throughout(Addr low, Addr high)
{
  enum { SEGMENTS_MAX = 64 };
  for (unsigned i = 0; i < SEGMENTS_MAX; i++) {
    const NSegment *const segment = VG_(am_find_nsegment)(low);
    if (!is_stack_mapping(segment))
      return False;
    if (segment->end >= high)
      return True;
    low = segment->end + 1;
  }
  return False;
}

/* The end of a stack may be that of its block, or of its mapping. */
static bool is_connected(void *unused, uint64_t low, uint64_t high)
{
  return block_at(low) == block_at(high - 1) && is_mapped_throughout(low, high - 1);
}

Bool running_stacks_may_reach(Addr low, Addr high)
{
  return is_connected(NULL, low, high);
}

/* Is there a word that somebody has stored? */
static bool is_used(void *unused, uint64_t low, uint64_t high)
{
  for (uint64_t at = low & ~UINT64_C(7); at < high; at += sizeof(uint64_t)) {
    uint64_t word;
    if (!guarded_load((const uint64_t *)at, &word))
      return false;
    if (word != 0 && shadow_value(guest.shadow, at) != SHADOW_UNDEFINED)
      return true;
  }
  return false;
}

/* It may have pushed arguments when it called, or leave by a return. */
static bool is_caller(void *unused, uint64_t address)
{
  enum { FRAMES = 500, RETURN_BYTES = 8, ARGUMENTS_BYTES = 128 };
  static Addr sps[FRAMES];
  const UInt count = unwinder_stack_pointers(VG_(get_running_tid)(), sps, FRAMES);
  for (UInt i = 1; i < count; i++)
    if (address - sps[i] + RETURN_BYTES <= RETURN_BYTES + ARGUMENTS_BYTES)
      return true;
  return count == FRAMES && address > sps[count - 1];
}

static uint64_t word_at(void *unused, uint64_t address)
{
  uint64_t word;
  return guarded_load((const uint64_t *)address, &word) ? word : 0;
}

/* --- what is done --- */

static uint64_t start_around(void *unused, uint64_t address)
{
  const struct block *const block = block_at(address - 1); /* a stack may be entered at its end */
  const NSegment *const segment = VG_(am_find_nsegment)(address - 1);
  const Addr mapping = segment ? segment->start : address;
  return block && block->start > mapping ? block->start : mapping;
}

/* Memory of a language's runtime is set right where it is met. */
static uint64_t hand_back(void *unused, uint64_t lowest, uint64_t sp)
{
  const Addr end = sp - VG_STACK_REDZONE_SZB;
  if (lowest >= end || language_memory_has(end))
    return end;
  const Addr start = shadow_last_addressable(guest.shadow, lowest, end);
  shadow_make_undefined(guest.shadow, start, end - start);
  direct_memory_changed(start, end - start);
  return start;
}

/* As much as is quickly looked at. */
static void take_back(void *unused, uint64_t start, uint64_t sp)
{
  enum { BYTES_MAX = 16 << 10 };
  const Addr end = sp - VG_STACK_REDZONE_SZB;
  if (start >= end)
    return;
  start = shadow_last_touched(guest.shadow, end - start < BYTES_MAX ? start : end - BYTES_MAX, end);
  shadow_make_noaccess(guest.shadow, start, end - start);
  direct_memory_changed(start, end - start);
}

static const struct stack_memory memory = {NULL, is_addressable, is_connected, is_used, is_caller, word_at,
                                           start_around, hand_back, take_back};

/* --- threads --- */

static struct stack_running *running_of(ThreadId tid)
{
  return &threads[tid];
}

static void note_end(const struct stack_running *running)
{
  end_of_stack = running->high;
}

static void begin_stack(ThreadId tid, Addr sp)
{
  if (!switches) {
    switches = stack_switches_create();
    threads = VG_(calloc)("seep.running_stacks", thread_slots_max(), sizeof *threads);
  }
  stack_switches_begin(running_of(tid), sp);
}

void running_stacks_thread_begins(ThreadId tid)
{
  begin_stack(tid, VG_(get_SP)(tid));
}

void running_stacks_thread_runs(ThreadId tid, Addr sp)
{
  if (!switches || running_of(tid)->home_high == 0)
    begin_stack(tid, sp);
  note_end(running_of(tid));
}

Addr running_stacks_end(void)
{
  return end_of_stack;
}

void running_stacks_forget(Addr start, SizeT bytes)
{
  if (switches)
    stack_switches_forget(switches, start, start + bytes);
}

/* --- stacks of generated code --- */

static Bool is_somebodys_home(Addr start, Addr end)
{
  for (ThreadId tid = 1; tid < thread_slots_max(); tid++)
    if (threads[tid].home_high > start && threads[tid].home_high <= end)
      return True;
  return False;
}

/* The block or mapping around there, without stacks of threads; false: it is neither. */
static Bool memory_around(Addr address, Addr *ret_start, Addr *ret_end)
{
  const struct block *const block = block_at(address);
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  *ret_start = block ? block->start : segment ? segment->start : 0;
  *ret_end = block ? block->start + block->size_bytes : segment ? segment->end + 1 : 0;
  if (block)
    return True;
  return segment && segment->kind == SkAnonC && !segment->isCH &&
         thread_stacks_leave_out(address, ret_start, ret_end) && !is_somebodys_home(*ret_start, *ret_end);
}

/* Coroutines of C are switched by code of a library. Generated code that goes to another stack has rules of its own for
 * it, and its heap beside it. */
static void note_generated_stack(ThreadId tid, const struct stack_running *running, Addr sp)
{
  Addr start, end;
  if (running->is_home || language_memory_has(sp - 1) || !generated_code_maker(VG_(get_IP)(tid)))
    return;
  if (memory_around(sp - 1, &start, &end))
    language_memory_add(start, end);
}

/* --- moves --- */

Bool running_stacks_is_short(Addr from, Addr to)
{
  return to - from < STACK_NEAR_BYTES && to <= end_of_stack;
}

/* The alternate stack of signals is one of the kernel's making. */
static Bool is_signals(ThreadId tid, Addr sp)
{
  return sp - VG_(thread_get_altstack_min)(tid) < VG_(thread_get_altstack_size)(tid);
}

static Bool goes_away(struct stack_running *running, ThreadId tid, Addr from, Addr to, Bool by_frame)
{
  if (is_signals(tid, from) && !is_signals(tid, running->high)) {
    if (is_signals(tid, to))
      return False;
    stack_switches_come_back(switches, running, to);
    return True;
  }
  return stack_switches_go(switches, running, from, to, by_frame, &memory);
}

Bool running_stacks_move(ThreadId tid, Addr from, Addr to)
{
  const uint64_t how = running_stacks_set_by;
  running_stacks_set_by = STACK_IS_MOVED;
  struct stack_running *const running = running_of(tid);
  if (how != STACK_IS_MOVED && goes_away(running, tid, from, to, how == STACK_IS_SET_BY_FRAME)) {
    note_end(running);
    note_generated_stack(tid, running, to);
    return True;
  }
  if (to < from && from - to >= STACK_NEAR_BYTES)
    stack_switches_made_room(running, from);
  note_end(running);
  return False;
}
