/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcheck/unwind.h over the core: the declarations below repeat what libcoregrind 3.19 has, but shows to no tool. */
#include "coregrind-glue/unwinder.h"

#include "coregrind-glue/core.h"
#include "memcheck/env.h"
#include "memcheck/unwind.h"

#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

enum { FRAMES_MAX = 500, COMPARING_LEVEL = 2 };

/* The registers a thread's stack begins with; what lies behind them is for other architectures. */
struct start_registers {
  ULong pc, sp, fp, unused[5];
};

extern void VG_(get_UnwindStartRegs)(struct start_registers *registers, ThreadId tid);
extern void VG_(stack_limits)(Addr sp, Addr *start, Addr *last);
extern Bool VG_(use_CF_info)(struct unwind_registers *registers, Addr lowest, Addr highest);
extern Bool VG_(has_CF_info)(Addr pc);
extern Addr ML_(get_CFA)(Addr pc, Addr sp, Addr fp, Addr lowest, Addr highest);
extern UInt VG_(debuginfo_generation)(void);
extern Bool VG_(is_valid_tid)(ThreadId tid);
extern Int VG_(clo_merge_recursive_frames);

static struct unwind *unwind;
static UInt generation;
static struct {
  ThreadId tid; /* VG_INVALID_THREADID: none */
  Addr start, last;
} known_limits;

static bool step(struct unwind_registers *registers, uint64_t lowest, uint64_t highest)
{
  return VG_(use_CF_info)(registers, lowest, highest);
}

static bool frame_address(const struct unwind_registers *registers, uint64_t lowest, uint64_t highest, uint64_t *ret_address)
{
  *ret_address = ML_(get_CFA)(registers->pc, registers->sp, registers->fp, lowest, highest);
  return VG_(has_CF_info)(registers->pc);
}

void unwinder_init(void)
{
  unwind = unwind_create(&(struct unwind_source){step, frame_address});
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

static stack_id ask_core(ThreadId tid, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count))
{
  static Addr ips[FRAMES_MAX];
  ENV_ASSERT(most <= FRAMES_MAX);
  return keep((const uint64_t *)ips, VG_(get_StackTrace)(tid, ips, most, NULL, NULL, 0));
}

static stack_id walk(const struct unwind_stack *stack, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count))
{
  static uint64_t ips[FRAMES_MAX];
  ENV_ASSERT(most <= FRAMES_MAX);
  stack_id id = keep(ips, unwind_walk(unwind, stack, ips, most));
  unwind_remember(unwind, stack, most, id);
  return id;
}

void unwinder_forget_limits(void)
{
  known_limits.tid = VG_INVALID_THREADID;
}

/* The last byte of the stack that holds `sp`. The core looks for it among all stacks and mappings. */
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

stack_id unwinder_take(ThreadId tid, unsigned most, stack_id (*keep)(const uint64_t *ips, size_t count))
{
  if (!VG_(is_valid_tid)(tid))
    return ask_core(tid, most, keep);
  struct start_registers registers;
  VG_(get_UnwindStartRegs)(&registers, tid);
  forget_what_is_gone();
  const struct unwind_stack stack = {.start = {registers.pc, registers.sp, registers.fp},
                                     .last = last_of_stack(tid, registers.sp),
                                     .merge_frames = (unsigned)VG_(clo_merge_recursive_frames)};
  stack_id id = unwind_recall(unwind, &stack, most);
  if (id == 0)
    id = walk(&stack, most, keep);
  if (VG_(clo_sanity_level) >= COMPARING_LEVEL)
    ENV_ASSERT(ask_core(tid, most, keep) == id);
  return id;
}
