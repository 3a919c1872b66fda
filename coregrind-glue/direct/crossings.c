/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways into direct code and out of it. In it, the processor's registers are the guest's, all of them; here they
 * come from the guest state and go back to it.
 *
 * Direct code sets V bits of the stack only. So when it is left, the A bits of what the stack has grown by or given up
 * are set. */
#include "coregrind-glue/direct/direct_private.h"

#include "shared/base/direct_machine.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/core_environment.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/preload/preload_requests.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/vex/sse_modes.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/undefined_registers.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

extern void VG_(disp_cp_xindir)(void);

/* --- threads --- */

/* What a thread of the host needs for direct code. */
enum { ALTERNATE_STACK_BYTES = 256 << 10 };
static struct thread {
  void *alternate_stack; /* NULL: there is none yet. Faults are handled there, as the stack pointer is the guest's. */
  Bool is_set_up;        /* it is this thread's, and %gs is set */
  Addr fs_base;          /* as set */
} *threads;

void direct_thread_begins(ThreadId tid)
{
  if (threads)
    threads[tid].is_set_up = False;
}

static void set_up(struct thread *thread)
{
  if (!thread->alternate_stack)
    thread->alternate_stack = VG_(malloc)("seep.direct", ALTERNATE_STACK_BYTES);
  const vki_stack_t stack = {.ss_sp = thread->alternate_stack, .ss_size = ALTERNATE_STACK_BYTES};
  const ULong gs_base = direct_counts() ? (Addr)direct_policy.counters : direct_state.v_offset - DIRECT_V_BIAS;
  raw_syscall(__NR_sigaltstack, (long)&stack, 0, 0, 0, 0, 0);
  __asm__ volatile("rdfsbase %0\n\twrgsbase %1" : "=&r"(thread->fs_base) : "r"(gs_base));
  thread->is_set_up = True;
}

/* Each thread is one of the kernel's, with registers of its own, so segments remain as they are. */
static void prepare_thread(const VexGuestAMD64State *state)
{
  if (!threads)
    threads = VG_(calloc)("seep.direct", thread_slots_max(), sizeof *threads);
  struct thread *const thread = &threads[VG_(get_running_tid)()];
  if (!thread->is_set_up)
    set_up(thread);
  direct_state.fs_base = state->guest_FS_CONST;
  if (thread->fs_base != direct_state.fs_base)
    __asm__ volatile("wrfsbase %0" : : "r"(direct_state.fs_base));
  thread->fs_base = direct_state.fs_base;
}

/* --- in --- */

static Addr precise_instead(VexGuestAMD64State *state)
{
  state->guest_RIP = ENGINE_ALIAS(state->guest_RIP);
  return (Addr)direct_policy.go_on_at_alias;
}

/* Flags are in direct_state already. */
static Addr go_on(const VexGuestAMD64State *state, const struct code_block *block)
{
  direct_crossing.code = code_space_runs_at(block->code);
  direct_crossing.sp_on_entry = state->guest_RSP;
  stack_in_use_set_bounds();
  return (Addr)direct_go_on;
}

/* How many steps direct code may go under stress. */
static UInt next_stress(void)
{
  enum { STEPS_MAX = 32 };
  static UInt number;
  number = number * 1664525 + 1013904223 + direct_policy.stress;
  return 1 + (number >> 16) % STEPS_MAX;
}

static Addr enter(VexGuestAMD64State *state, const struct code_block *block)
{
  direct_crossing.guest = state;
  direct_state.undefined = *(const ULong *)((Addr)state + ENGINE_UNDEFINED);
  direct_state.redzone_used = 1; /* for all that is known */
  direct_state.turns = state->host_EvC_COUNTER;
  direct_state.modes = sse_modes_of(state);
  if (direct_state.steps_until_leaving == 0)
    direct_state.steps_until_leaving = next_stress();
  if (block->needs_flags)
    direct_state.flags = routines_packed_flags(LibVEX_GuestAMD64_get_rflags(state));
  prepare_thread(state);
  return go_on(state, block);
}

/* Precise code is found under its own address, so a redirection is followed here. */
static Addr refuse(VexGuestAMD64State *state)
{
  const Addr target = guest_view_redirected(state->guest_RIP);
  if (target != 0)
    state->guest_RIP = target;
  return precise_instead(state);
}

/* The direction flag is VEX's business, as it is hardly ever not the usual one. */
static Bool goes_forward(const VexGuestAMD64State *state)
{
  return state->guest_DFLAG == 1;
}

static Bool has_time(const VexGuestAMD64State *state)
{
  return (Int)state->host_EvC_COUNTER > 0;
}

/* The processor has the flags themselves, of which the state keeps what they came from: which of them are undefined
 * would be lost. */
static Bool has_defined_flags(const VexGuestAMD64State *state)
{
  const uint64_t flags =
    undefined_registers_touched(offsetof(VexGuestAMD64State, guest_CC_DEP1), 2 * sizeof state->guest_CC_DEP1);
  return (*(const ULong *)((Addr)state + ENGINE_UNDEFINED) & flags) == 0;
}

static Bool may_be_left_to_processor(const VexGuestAMD64State *state)
{
  return goes_forward(state) && has_defined_flags(state) && stack_in_use_is_usual(state->guest_RSP);
}

static Addr may_enter(VexGuestAMD64State *state)
{
  const struct code_block *block = code_blocks_find(state->guest_RIP);
  return block && has_time(state) && may_be_left_to_processor(state) ? enter(state, block) : refuse(state);
}

/* --- out --- */

static void take_flags(VexGuestAMD64State *state)
{
  enum { A_COPY = 0, STATUS = 0x8d5 };
  state->guest_CC_OP = A_COPY;
  state->guest_CC_DEP1 = direct_crossing.flags & STATUS;
  state->guest_CC_DEP2 = state->guest_CC_NDEP = 0;
}

static const struct code_block *block_after_exit(VexGuestAMD64State *state)
{
  Addr target;
  const struct code_block *block = code_blocks_link(direct_state.exit, &target);
  state->guest_RIP = target;
  return block;
}

static Addr to_other_code(VexGuestAMD64State *state)
{
  x87_registers_put_back(state);
  return (Addr)VG_(disp_cp_xindir);
}

static Addr back_if_possible(VexGuestAMD64State *state, const struct code_block *block)
{
  if (!block || !has_time(state) || !stack_in_use_is_usual(state->guest_RSP))
    return to_other_code(state);
  direct_state.flags = routines_packed_flags(direct_crossing.flags);
  return go_on(state, block);
}

/* The stack pointer is elsewhere. */
static void note_stack(const VexGuestAMD64State *state)
{
  if (direct_counts())
    return;
  routines_note_stack(state->guest_RSP);
  stack_in_use_note(state->guest_RSP);
}

/* A store has changed code. Or a function that was visited has, and then it goes on elsewhere. */
static Addr left_by_change(VexGuestAMD64State *state, enum direct_way_out way)
{
  if (way == WAY_PRECISE)
    state->guest_RIP = ENGINE_ALIAS(state->guest_RIP);
  else if (way == WAY_LINK)
    state->guest_RIP = code_blocks_target(direct_state.exit);
  x87_registers_put_back(state);
  return (Addr)direct_policy.return_to_core;
}

/* Of VEX; none is in work. */
static void drop_stale_code(void)
{
  enum { ALL = 62 }; /* bits of an address */
  if (!sse_exact_is_stale())
    return;
  __real_vgPlain_discard_translations(0, 1ULL << ALL, "modes of SSE");
  sse_exact_code_is_dropped();
}

static Addr was_left(VexGuestAMD64State *state, enum direct_way_out way)
{
  take_flags(state);
  note_stack(state);
  state->host_EvC_COUNTER = direct_state.turns;
  state->guest_RIP = direct_state.go_on_at;
  sse_modes_set(state, direct_state.modes);
  sse_exact_note_modes(direct_state.modes);
  drop_stale_code();
  if (watched_pages_have_changed())
    return left_by_change(state, way);
  switch (way) {
  case WAY_LINK:
    return back_if_possible(state, block_after_exit(state));
  case WAY_PRECISE:
    x87_registers_put_back(state);
    return precise_instead(state);
  default:
    return to_other_code(state);
  }
}

/* --- visits --- */

/* A request may write to what its first argument points to. */
static void note_redzone(const VexGuestAMD64State *state)
{
  if (state->guest_RSP - state->guest_RDI - 1 < REDZONE_BYTES)
    direct_state.redzone_used = 1;
}

/* Its result may be something that only precise code can track. */
static Bool has_undefined_register(const VexGuestAMD64State *state)
{
  return *(const ULong *)((Addr)state + ENGINE_UNDEFINED) != direct_state.undefined;
}

/* A request may change the stack, as may giving up a tag, and be where code goes away. */
static void make_request(VexGuestAMD64State *state)
{
  const UInt losses = code_blocks_losses();
  note_stack(state);
  state->guest_RIP = direct_state.go_on_at;
  note_redzone(state);
  state->guest_RAX = direct_policy.request(state, direct_state.request);
  if (losses != code_blocks_losses() || watched_pages_have_changed() || !stack_in_use_is_usual(state->guest_RSP) ||
      has_undefined_register(state)) {
    direct_state.go_on_at += PRELOAD_QUICK_BYTES;
    direct_state.resume = direct_state.leave_plain;
  }
  stack_in_use_set_bounds();
}

/* The stack may be one that can only be read. */
static Bool put_return_address(Addr sp, Addr address)
{
  return guarded_copy((void *)sp, &address, sizeof address) == sizeof address;
}

static void find_jump(VexGuestAMD64State *state)
{
  const Addr way = code_blocks_find_way(direct_state.go_on_at);
  direct_state.resume = way != 0 ? way : direct_state.leave_plain;
}

/* The table does not have the target of a return, which the stack pointer points to. If the call was VEX's, the return
 * is a jump: nobody would put the guest's address back where the host's were. */
static void find_return(VexGuestAMD64State *state)
{
  const Addr way = code_blocks_find_return(direct_state.go_on_at);
  if (way != 0 && put_return_address(state->guest_RSP, way)) {
    direct_state.resume = (Addr)direct_return;
  } else {
    state->guest_RSP += sizeof(Addr);
    find_jump(state);
  }
}

/* --- the beginning --- */

const HChar *direct_begin(const struct direct_policy *policy)
{
  const ULong capabilities = core_environment_capabilities();
  if (!policy->is_on)
    return NULL;
  const HChar *const missing = direct_machine_lacks(capabilities);
  if (missing)
    return missing;
  if (!code_blocks_init())
    return "memory for code";
  routines_begin(policy->watched_tags);
  if (policy->counters)
    routines_count();
  direct_crossing.may_enter = may_enter;
  direct_crossing.was_left = was_left;
  direct_crossing.visits[VISIT_REQUEST] = make_request;
  direct_crossing.visits[VISIT_RETURN] = find_return;
  direct_crossing.visits[VISIT_JUMP] = find_jump;
  direct_crossing.visits[VISIT_X87] = x87_registers_load;
  direct_crossing.visits[VISIT_PROBE] = stack_in_use_probe;
  direct_policy = *policy;
  return NULL;
}
