/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A handler of a signal may look at what the kernel saves, and change it. Of the frame that the core makes, only the
 * general registers count: the floating-point state is never written, and what a handler changes of flags, vectors or
 * the mask of signals is dropped. So the frame is completed here, and read when the handler returns.
 *
 * The state has the form of fxsave: the upper halves of %ymm are not in it, as on a processor without AVX.
 *
 * The core keeps V bits of registers beside the frame. They stay as they were, as reading an untouched register must
 * not define it, but those of a register that the handler has set are those of the word in the frame. What the core
 * keeps there is where the kernel's frame goes on, with a larger floating-point state; programs may write to it, so
 * there is a copy. */
#include "coregrind-glue/translate/signal_frame.h"

#include "coregrind-glue/core/alternate_stacks.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/syscalls/waiting_masks.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/vex/sse_modes.h"
#include "coregrind-glue/vex/x87_state.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

#include <stddef.h>

extern void VG_(unknown_SP_update)(Addr from, Addr to);
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *old_set);
extern void amd64g_dirtyhelper_XSAVE_COMPONENT_1_EXCLUDING_XMMREGS(VexGuestAMD64State *state, HWord area);
extern VexEmNote amd64g_dirtyhelper_XRSTOR_COMPONENT_1_EXCLUDING_XMMREGS(VexGuestAMD64State *state, HWord area);

enum { FLAG_RESUME = 1 << 16 };
enum { FLAGS_FROM_HANDLER = 0xcd5 | 1 << 18 | 1 << 21 | TRAPS_FLAGS_BESIDE_AC }; /* OSZAPC, direction, AC, ID */
enum { UC_SIGCONTEXT_SS = 2, UC_STRICT_RESTORE_SS = 4, USER_CS = 0x33, USER_SS = 0x2b };

/* --- registers --- */

/* A thread's registers, as the core has them: V bits lie behind, where x87_state.h looks for the rest of x87. */
struct registers {
  VexGuestAMD64State now, v_bits;
};

static void get_registers(ThreadId tid, struct registers *ret)
{
  VexGuestAMD64State *const parts[] = {&ret->now, &ret->v_bits};
  for (Int i = 0; i < 2; i++)
    VG_(get_shadow_regs_area)(tid, (UChar *)parts[i], i, 0, sizeof *parts[i]);
}

static void set_registers(ThreadId tid, const struct registers *registers)
{
  const VexGuestAMD64State *const parts[] = {&registers->now, &registers->v_bits};
  for (Int i = 0; i < 2; i++)
    VG_(set_shadow_regs_area)(tid, i, 0, sizeof *parts[i], (const UChar *)parts[i]);
  tool.registers_changed(tid);
}

/* Offsets of general registers in the frame's context and in the guest state. */
static const struct {
  UShort saved, guest;
} general[] = {
#define REGISTER(name, NAME) {offsetof(struct vki_sigcontext, name), offsetof(VexGuestAMD64State, guest_##NAME)}
  REGISTER(rax, RAX), REGISTER(rcx, RCX), REGISTER(rdx, RDX), REGISTER(rbx, RBX),
  REGISTER(rsp, RSP), REGISTER(rbp, RBP), REGISTER(rsi, RSI), REGISTER(rdi, RDI),
  REGISTER(r8, R8),   REGISTER(r9, R9),   REGISTER(r10, R10), REGISTER(r11, R11),
  REGISTER(r12, R12), REGISTER(r13, R13), REGISTER(r14, R14), REGISTER(r15, R15),
#undef REGISTER
};
enum { RSP = 4, GENERAL = sizeof general / sizeof general[0] };

static ULong read_word(const void *structure, UInt offset)
{
  ULong word;
  VG_(memcpy)(&word, (const UChar *)structure + offset, sizeof word);
  return word;
}

/* --- floating-point state, as fxsave has it --- */

enum { VECTORS = 16, VECTOR_BYTES = 16, VECTORS_AT = 160, IMAGE_BYTES = SIGNAL_FRAME_IMAGE_BYTES };
enum { IMAGE_WRITTEN_BYTES = VECTORS_AT + VECTORS * VECTOR_BYTES };

static UChar *vector_in(VexGuestAMD64State *state, UInt number)
{
  enum { STEP_BYTES = 32 };
  return (UChar *)&state->guest_YMM0 + STEP_BYTES * number;
}

static void make_image(struct registers *registers, UChar *image)
{
  VG_(memset)(image, 0, IMAGE_BYTES);
  __wrap_amd64g_dirtyhelper_XSAVE_COMPONENT_0(&registers->now, (HWord)image);
  amd64g_dirtyhelper_XSAVE_COMPONENT_1_EXCLUDING_XMMREGS(&registers->now, (HWord)image);
  for (UInt i = 0; i < VECTORS; i++)
    VG_(memcpy)(image + VECTORS_AT + i * VECTOR_BYTES, vector_in(&registers->now, i), VECTOR_BYTES);
}

void signal_frame_image(ThreadId tid, UChar *ret_image)
{
  static struct registers registers;
  get_registers(tid, &registers);
  make_image(&registers, ret_image);
}

/* --- made --- */

/* What the newest frames hold: general registers, and what belongs to the core, up to the end of the frame. A handler
 * that never returns leaves its one here. */
enum { FRAMES_KEPT = 64, CORES_BYTES_MAX = 4096 };
struct frame {
  Addr context;
  ULong values[GENERAL];
  Addr below, below_end; /* what is open below the interrupted stack pointer */
  Addr cores;
  SizeT cores_bytes;
  UChar cores_copy[CORES_BYTES_MAX];
};
static struct frame frames[FRAMES_KEPT];
static UInt frames_made;

static struct frame *keep_frame(struct vki_ucontext *context, Addr end, const VexGuestAMD64State *state)
{
  struct frame *const frame = &frames[frames_made++ % FRAMES_KEPT];
  frame->context = (Addr)context;
  for (UInt i = 0; i < GENERAL; i++)
    frame->values[i] = read_word(state, general[i].guest);
  frame->cores = (Addr)context->uc_mcontext.fpstate + IMAGE_BYTES;
  frame->cores_bytes = end - frame->cores <= CORES_BYTES_MAX ? end - frame->cores : 0;
  VG_(memcpy)(frame->cores_copy, (const void *)frame->cores, frame->cores_bytes);
  frame->below = frame->below_end = 0;
  return frame;
}

/* A handler on a stack of its own may write below the interrupted stack pointer, which nobody uses meanwhile: virtual
 * machines have it build a call there, and return into that. On the same stack it may do so above what it knows of the
 * frame. What may be touched already is not this stack's: small ones lie side by side. */
static void open_below(struct frame *frame, Addr sp, Bool on_alternate_stack)
{
  enum { BYTES = 8192 };
  const Addr end = sp - VG_STACK_REDZONE_SZB;
  const NSegment *const segment = VG_(am_find_nsegment)(end - 1);
  if (!segment || !segment->hasW)
    return;
  const Addr lowest = end - segment->start < BYTES ? segment->start : end - BYTES;
  frame->below = on_alternate_stack ? shadow_last_addressable(tool.shadow(), lowest, end) : frame->cores;
  frame->below_end = end;
  shadow_make_undefined(tool.shadow(), frame->below, end - frame->below);
  direct_memory_changed(frame->below, end - frame->below);
}

static void close_below(const struct frame *frame)
{
  shadow_make_noaccess(tool.shadow(), frame->below, frame->below_end - frame->below);
  direct_memory_changed(frame->below, frame->below_end - frame->below);
}

Bool signal_frame_is_fault(const vki_siginfo_t *info)
{
  return info->si_code > 0 && (info->si_signo == VKI_SIGSEGV || info->si_signo == VKI_SIGBUS ||
                               info->si_signo == VKI_SIGFPE || info->si_signo == VKI_SIGILL);
}

static void complete(struct vki_ucontext *context, struct registers *registers, const vki_siginfo_t *info)
{
  struct vki_sigcontext *const saved = &context->uc_mcontext;
  context->uc_flags |= UC_SIGCONTEXT_SS | UC_STRICT_RESTORE_SS;
  saved->eflags |= signal_frame_is_fault(info) ? FLAG_RESUME : 0;
  saved->cs = USER_CS;
  saved->__pad0 = USER_SS;
  make_image(registers, (UChar *)saved->fpstate);
}

/* The kernel begins handlers with the direction flag clear, which VEX keeps as the step of string instructions, without
 * the trap flag, and with vectors, x87 and the modes of both as a program has them at its start. */
static void begin_anew(ThreadId tid, struct registers *registers)
{
  registers->now.guest_DFLAG = 1;
  registers->now.guest_ACFLAG &= ~(ULong)TRAPS_TRAP_FLAG;
  for (UInt i = 0; i < VECTORS; i++) {
    VG_(memset)(vector_in(&registers->now, i), 0, sizeof registers->now.guest_YMM0);
    VG_(memset)(vector_in(&registers->v_bits, i), 0, sizeof registers->v_bits.guest_YMM0);
  }
  VG_(memset)(&registers->v_bits.guest_FPREG, 0, sizeof registers->v_bits.guest_FPREG);
  x87_state_begin(&registers->now);
  sse_modes_set(&registers->now, SSE_MODES_USUAL);
  set_registers(tid, registers);
}

/* To what is blocked when the frame has been made the core adds the handler's mask; but not if its own signal may
 * interrupt it (SA_NODEFER). */
static void block_for_handler(ThreadId tid, Int signal, UInt flags)
{
  vki_sigaction_fromK_t action;
  vki_sigset_t while_waiting;
  if (waiting_masks_take(tid, &while_waiting))
    VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, &while_waiting, NULL);
  if (!(flags & VKI_SA_NOMASK))
    return;
  VG_(do_sys_sigaction)(signal, NULL, &action);
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_BLOCK, &action.sa_mask, NULL);
}

void WRAPPED(sigframe_create)(ThreadId tid, Bool on_alternate_stack, Addr stack_top, const vki_siginfo_t *info,
                              const struct vki_ucontext *context, void *handler, UInt flags, const vki_sigset_t *mask,
                              void *restorer)
{
  static struct registers interrupted, of_handler;
  last_signal_end_use();
  alternate_stacks_before_handler(tid);
  get_registers(tid, &interrupted);
  REAL(sigframe_create)
  (tid, on_alternate_stack, stack_top, info, traps_amended_context(info->si_signo, context), handler, flags, mask,
   restorer);
  alternate_stacks_after_frame(tid);
  block_for_handler(tid, info->si_signo, flags);
  get_registers(tid, &of_handler);
  begin_anew(tid, &of_handler);
  const Addr made = of_handler.now.guest_RDX;
  if (of_handler.now.guest_RSP >= stack_top || !guarded_can_write(made, sizeof(struct vki_ucontext)))
    return; /* there was no room */
  struct frame *const frame = keep_frame((struct vki_ucontext *)made, stack_top, &interrupted.now);
  open_below(frame, interrupted.now.guest_RSP, on_alternate_stack);
  complete((struct vki_ucontext *)made, &interrupted, info);
}

/* --- read --- */

/* What a handler has left, with its V bits: memory below the stack pointer is inaccessible once the core has taken its
 * frame back. */
struct left {
  Bool has_context, has_image;
  struct vki_ucontext context;
  UChar context_v_bits[sizeof(struct vki_ucontext)];
  UChar image[IMAGE_BYTES] __attribute__((aligned(16)));
  UChar image_v_bits[IMAGE_BYTES];
};

static Bool read_with_v_bits(Addr from, void *to, UChar *v_bits, SizeT bytes)
{
  if (!guarded_read(to, from, bytes))
    return False;
  VG_(memcpy)(v_bits, shadow_v_bits(from), bytes);
  return True;
}

static void read_frame(Addr context, struct left *ret)
{
  ret->has_context = read_with_v_bits(context, &ret->context, ret->context_v_bits, sizeof ret->context);
  ret->has_image = ret->has_context && read_with_v_bits((Addr)ret->context.uc_mcontext.fpstate, ret->image,
                                                        ret->image_v_bits, IMAGE_WRITTEN_BYTES);
}

static const struct frame *kept_frame(Addr context)
{
  for (UInt age = 1; age <= FRAMES_KEPT && age <= frames_made; age++)
    if (frames[(frames_made - age) % FRAMES_KEPT].context == context)
      return &frames[(frames_made - age) % FRAMES_KEPT];
  return NULL;
}

/* The core has set the values. */
static void take_general(const struct left *left, const struct frame *frame, struct registers *registers)
{
  for (UInt i = 0; i < GENERAL; i++) {
    const UInt offset = offsetof(struct vki_ucontext, uc_mcontext) + general[i].saved;
    if (read_word(&left->context, offset) != frame->values[i])
      VG_(memcpy)((UChar *)&registers->v_bits + general[i].guest, left->context_v_bits + offset, sizeof(ULong));
  }
}

static void take_flags(ULong eflags, struct registers *registers)
{
  const ULong flags = eflags & FLAGS_FROM_HANDLER;
  if (flags == (LibVEX_GuestAMD64_get_rflags(&registers->now) & FLAGS_FROM_HANDLER))
    return;
  LibVEX_GuestAMD64_put_rflags(flags, &registers->now);
  registers->v_bits.guest_CC_DEP1 = 0;
  registers->v_bits.guest_CC_DEP2 = 0;
}

/* Vectors are set one by one: those that are as they were keep their upper halves and their V bits. */
static void take_vectors(const struct left *left, const UChar *before, struct registers *registers)
{
  for (UInt i = 0; i < VECTORS; i++) {
    const UInt from = VECTORS_AT + i * VECTOR_BYTES;
    if (VG_(memcmp)(left->image + from, before + from, VECTOR_BYTES) == 0)
      continue;
    VG_(memcpy)(vector_in(&registers->now, i), left->image + from, VECTOR_BYTES);
    VG_(memcpy)(vector_in(&registers->v_bits, i), left->image_v_bits + from, VECTOR_BYTES);
  }
}

static void take_floating_point(const struct left *left, struct registers *registers)
{
  UChar before[IMAGE_BYTES] __attribute__((aligned(16)));
  make_image(registers, before);
  take_vectors(left, before, registers);
  if (VG_(memcmp)(left->image, before, VECTORS_AT) == 0)
    return;
  __wrap_amd64g_dirtyhelper_XRSTOR_COMPONENT_0(&registers->now, (HWord)left->image);
  amd64g_dirtyhelper_XRSTOR_COMPONENT_1_EXCLUDING_XMMREGS(&registers->now, (HWord)left->image);
  VG_(memset)(&registers->v_bits.guest_FPREG, 0, sizeof registers->v_bits.guest_FPREG);
}

/* What the handler has written where the stack will be stays. */
enum { STACK_BYTES_MAX = 16384 };
struct moved_stack {
  Addr from, to;
  SizeT bytes; /* that the handler may have written below the stack pointer */
  UChar v_bits[STACK_BYTES_MAX];
};

static void note_moved_stack(const struct left *left, const struct frame *frame, struct moved_stack *ret)
{
  ret->from = frame->values[RSP];
  ret->to = left->context.uc_mcontext.rsp;
  ret->bytes = ret->to < ret->from ? ret->from - ret->to : 0;
  if (ret->bytes > STACK_BYTES_MAX)
    ret->bytes = STACK_BYTES_MAX;
  VG_(memcpy)(ret->v_bits, shadow_v_bits(ret->to), ret->bytes);
}

static void move_stack(const struct moved_stack *moved)
{
  if (moved->to == moved->from)
    return;
  VG_(unknown_SP_update)(moved->from, moved->to);
  VG_(memcpy)(shadow_v_bits(moved->to), moved->v_bits, moved->bytes);
}

void WRAPPED(sigframe_destroy)(ThreadId tid, Bool is_rt)
{
  static struct registers registers;
  static struct moved_stack moved;
  static UChar in_cores_place[CORES_BYTES_MAX];
  static struct left left;
  get_registers(tid, &registers);
  const Addr context = registers.now.guest_RSP + sizeof(Addr); /* the handler's return address stands before it */
  read_frame(context, &left);
  const struct frame *const frame = left.has_context ? kept_frame(context) : NULL;
  if (left.has_context)
    alternate_stacks_after_handler(tid, &left.context.uc_stack);
  if (frame) {
    note_moved_stack(&left, frame, &moved);
    guarded_copy(in_cores_place, (const void *)frame->cores, frame->cores_bytes);
    guarded_copy((void *)frame->cores, frame->cores_copy, frame->cores_bytes);
  }
  REAL(sigframe_destroy)(tid, is_rt);
  if (frame)
    guarded_copy((void *)frame->cores, in_cores_place, frame->cores_bytes);
  if (!left.has_context)
    return;
  get_registers(tid, &registers);
  if (frame)
    take_general(&left, frame, &registers);
  take_flags(left.context.uc_mcontext.eflags, &registers);
  if (left.has_image)
    take_floating_point(&left, &registers);
  set_registers(tid, &registers);
  if (frame) {
    close_below(frame);
    move_stack(&moved);
  }
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, &left.context.uc_sigmask, NULL);
}
