/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcheck/pure/stacks/unwind.h over the core. The declarations below repeat functions of libcoregrind 3.19 that no
 * header for tools has.
 *
 * A stack may have unreadable pages in it: guard pages of coroutines and of glibc (MADV_GUARD_INSTALL), of which the
 * core does not know. A walk that faults on one is made again, as if the stack ended there. */
#include "coregrind-glue/modules/unwinder.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/cancellation.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/vex/instructions.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/stacks/unwind.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

enum { FRAMES_MAX = 500, COMPARING_LEVEL = 2, WALKS_MAX = 4 };

/* The registers a thread's stack begins with; what lies behind them is for other architectures, up to ten words of
 * it. */
struct start_registers {
  ULong pc, sp, fp, unused[16];
};

extern void VG_(get_UnwindStartRegs)(struct start_registers *registers, ThreadId tid);
extern void VG_(stack_limits)(Addr sp, Addr *start, Addr *last);
extern Bool VG_(use_CF_info)(struct unwind_registers *registers, Addr lowest, Addr highest);
extern Bool VG_(has_CF_info)(Addr pc);
extern Addr ML_(get_CFA)(Addr pc, Addr sp, Addr fp, Addr lowest, Addr highest);
extern UInt VG_(debuginfo_generation)(void);
extern Bool VG_(is_valid_tid)(ThreadId tid);
extern Int VG_(clo_merge_recursive_frames);

static void check_start(const struct start_registers *registers, ThreadId tid)
{
  static Bool is_checked;
  if (!is_checked && (registers->pc != VG_(get_IP)(tid) || registers->sp != VG_(get_SP)(tid)))
    port_refuse("begins call stacks");
  is_checked = True;
}

static struct unwind *unwind;
static UInt generation;
static struct {
  ThreadId tid; /* VG_INVALID_THREADID: none */
  Addr start, last;
} known_limits;

static bool step_by_core(struct unwind_registers *registers, uint64_t lowest, uint64_t highest)
{
  return VG_(use_CF_info)(registers, lowest, highest);
}

static bool frame_address(const struct unwind_registers *registers, uint64_t lowest, uint64_t highest,
                          uint64_t *ret_address)
{
  *ret_address = ML_(get_CFA)(registers->pc, registers->sp, registers->fp, lowest, highest);
  return VG_(has_CF_info)(registers->pc);
}

static bool called_nowhere(uint64_t pc, uint64_t return_address)
{
  const Addr before = return_address - INSTRUCTIONS_CALL_BYTES_MAX;
  if (VG_(am_is_valid_for_client)(pc, 1, VKI_PROT_EXEC) || return_address < INSTRUCTIONS_CALL_BYTES_MAX ||
      !VG_(am_is_valid_for_client)(before, INSTRUCTIONS_CALL_BYTES_MAX, VKI_PROT_READ | VKI_PROT_EXEC))
    return false;
  return instructions_call_ends_at((const UChar *)return_address);
}

void unwinder_init(void)
{
  unwind = unwind_create(&(struct unwind_source){step_by_core, frame_address, called_nowhere, NULL, 0, 0});
}

static void forget_what_is_gone(void)
{
  const UInt now = VG_(debuginfo_generation)();
  if (now != generation && generation != 0)
    unwind_forget(unwind);
  generation = now;
}

void unwinder_forget_stacks(void)
{
  unwind_forget_answers(unwind);
}

/* How deep to look for so many frames that are to be kept. */
static unsigned depth_for(ThreadId tid, unsigned most)
{
  if (cancellation_frames_possible(tid))
    most += UNWINDER_LEFT_OUT_MAX;
  return most < FRAMES_MAX ? most : FRAMES_MAX;
}

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

static stack_id ask_core(ThreadId tid, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count))
{
  static Addr ips[FRAMES_MAX];
  ENV_ASSERT(most <= FRAMES_MAX);
  const UInt count = VG_(get_StackTrace)(tid, ips, depth_for(tid, most), NULL, NULL, 0);
  return keep((const uint64_t *)ips, smaller(count, most));
}

void unwinder_forget_limits(void)
{
  known_limits.tid = VG_INVALID_THREADID;
}

/* --- stacks with pages that cannot be read --- */

static Addr unreadable; /* where a walk met a fault last */

void __wrap_vgPlain_stack_limits(Addr sp, Addr *start, Addr *last)
{
  __real_vgPlain_stack_limits(sp, start, last);
  if (unreadable > sp && unreadable <= *last && !guarded_can_read(unreadable, 1))
    *last = VG_PGROUNDDN(unreadable) - 1;
}

/* False: it cannot be done. */
static bool walk_readable(void (*walk)(void *context), void *context)
{
  for (unsigned i = 0; i < WALKS_MAX; i++) {
    if (guarded_call(walk, context, &unreadable))
      return true;
    unwinder_forget_limits();
  }
  return false;
}

/* --- walking --- */

/* The last byte of the stack that holds `sp`; remembered, as the core searches all stacks and mappings for it. */
static Addr last_of_stack(ThreadId tid, Addr sp)
{
  if (known_limits.tid == tid && sp >= known_limits.start && sp <= known_limits.last)
    return known_limits.last;
  known_limits.tid = tid;
  known_limits.start = 0;
  known_limits.last = VG_(thread_get_stack_max)(tid);
  VG_(stack_limits)(sp, &known_limits.start, &known_limits.last);
  return known_limits.last;
}

struct own_walk {
  ThreadId tid;
  unsigned most;
  struct unwind_registers start;
  struct unwind_stack stack;
  stack_id id; /* 0: it is new, and has `count` frames */
  size_t count;
  uint64_t *ips;
};

static void walk_by_rules(void *context)
{
  struct own_walk *walk = context;
  walk->stack = (struct unwind_stack){.start = walk->start,
                                      .last = last_of_stack(walk->tid, walk->start.sp),
                                      .merge_frames = (unsigned)VG_(clo_merge_recursive_frames)};
  walk->id = unwind_recall(unwind, &walk->stack, walk->most);
  if (walk->id == 0)
    walk->count = unwind_walk(unwind, &walk->stack, walk->ips, walk->most);
}

stack_id unwinder_take_stack(ThreadId tid, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count))
{
  if (!VG_(is_valid_tid)(tid))
    return ask_core(tid, most, keep);
  static uint64_t ips[FRAMES_MAX];
  ENV_ASSERT(most <= FRAMES_MAX);
  struct start_registers registers;
  VG_(get_UnwindStartRegs)(&registers, tid);
  check_start(&registers, tid);
  ips[0] = registers.pc;
  forget_what_is_gone();
  struct own_walk walk = {.tid = tid,
                          .most = depth_for(tid, most),
                          .start = {registers.pc, registers.sp, registers.fp},
                          .count = 1,
                          .ips = ips};
  const bool is_walked = walk_readable(walk_by_rules, &walk);
  stack_id id = walk.id;
  if (id == 0) {
    const UInt left_out = cancellation_frames(tid, (const Addr *)ips, walk.count);
    id = keep(ips + left_out, smaller(walk.count - left_out, most));
    if (is_walked)
      unwind_remember(unwind, &walk.stack, walk.most, id);
  }
  if (VG_(clo_sanity_level) >= COMPARING_LEVEL)
    ENV_ASSERT(ask_core(tid, most, keep) == id);
  return id;
}

/* --- stacks that the core takes for itself, at fatal signals --- */

extern UInt VG_(get_StackTrace_wrk)(ThreadId tid, Addr *ips, UInt most, Addr *sps, Addr *fps,
                                    const struct start_registers *registers, Addr last);

struct core_walk {
  ThreadId tid;
  StackTrace ips, sps, fps;
  UInt most, count;
  Word first_ip_delta;
};

/* After a call to where there is no code, take the stack from the caller on; false: this is no such case. */
static bool walk_from_caller(struct core_walk *walk)
{
  struct start_registers at = {0};
  if (walk->most < 2 || walk->sps != NULL || walk->fps != NULL || !VG_(is_valid_tid)(walk->tid))
    return false;
  VG_(get_UnwindStartRegs)(&at, walk->tid);
  if (!VG_(am_is_valid_for_client)(at.sp, sizeof(Addr), VKI_PROT_READ) || !called_nowhere(at.pc, *(const Addr *)at.sp))
    return false;
  walk->ips[0] = at.pc;
  at.pc = *(const Addr *)at.sp - 1;
  at.sp += sizeof(Addr);
  walk->count = 1 + VG_(get_StackTrace_wrk)(walk->tid, &walk->ips[1], walk->most - 1, NULL, NULL, &at,
                                            last_of_stack(walk->tid, at.sp));
  return true;
}

static void walk_by_core(void *context)
{
  struct core_walk *walk = context;
  if (!walk_from_caller(walk))
    walk->count =
      __real_vgPlain_get_StackTrace(walk->tid, walk->ips, walk->most, walk->sps, walk->fps, walk->first_ip_delta);
}

static void leave_out(Addr *addresses, UInt left_out, UInt count)
{
  if (addresses)
    VG_(memmove)(addresses, addresses + left_out, (count - left_out) * sizeof *addresses);
}

static UInt without_cancellation(const struct core_walk *walk)
{
  const UInt left_out = cancellation_frames(walk->tid, walk->ips, walk->count);
  leave_out(walk->ips, left_out, walk->count);
  leave_out(walk->sps, left_out, walk->count);
  leave_out(walk->fps, left_out, walk->count);
  return walk->count - left_out;
}

/* After too many faults there is still the first frame, which comes from the registers. */
UInt __wrap_vgPlain_get_StackTrace(ThreadId tid, StackTrace ips, UInt most, StackTrace sps, StackTrace fps,
                                   Word first_ip_delta)
{
  struct core_walk walk = {tid, ips, sps, fps, most, 0, first_ip_delta};
  return walk_readable(walk_by_core, &walk) || most == 0 ? without_cancellation(&walk) : 1;
}

/* --- stack pointers --- */

struct pointer_walk {
  ThreadId tid;
  Addr *ips, *sps;
  UInt most, count;
};

/* Such a function is called, and has nothing on the stack: the return address is on top. */
static void walk_from_return_address(void *context)
{
  struct pointer_walk *const walk = context;
  struct start_registers at = {0};
  VG_(get_UnwindStartRegs)(&at, walk->tid);
  at.pc = *(const Addr *)at.sp - 1;
  at.sp += sizeof(Addr);
  walk->count = 1 + VG_(get_StackTrace_wrk)(walk->tid, walk->ips + 1, walk->most - 1, walk->sps + 1, NULL, &at,
                                            last_of_stack(walk->tid, at.sp));
}

UInt unwinder_stack_pointers(ThreadId tid, Addr *sps, UInt most)
{
  static Addr ips[FRAMES_MAX];
  ENV_ASSERT(most <= FRAMES_MAX);
  const UInt count = VG_(get_StackTrace)(tid, ips, most, sps, NULL, 0);
  if (count < 2 || VG_(am_is_valid_for_client)(ips[1], 1, VKI_PROT_EXEC))
    return count;
  struct pointer_walk walk = {tid, ips, sps, most, 0};
  return walk_readable(walk_from_return_address, &walk) ? walk.count : count;
}
