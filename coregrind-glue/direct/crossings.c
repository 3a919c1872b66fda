/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways into direct code and out of it. In it, the processor's registers are the guest's, all of them; here they come from the guest
 * state and go back to it.
 *
 * Direct code sets V bits of the stack only. So when it is left, the A bits of what the stack has grown by or given up are set.
 *
 * The routines that direct code jumps to have no register to themselves either, and work with words of direct_state. Those for returns
 * and jumps change no flags: what is to be zero is in %rcx, for jrcxz. */
#include "coregrind-glue/direct/direct_private.h"

#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/preload/preload_requests.h"
#include "coregrind-glue/tool.h"
#include "memcheck/base/redzone.h"
#include "memcheck/engine/engine.h"

#include <cpuid.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

static struct {
  VexGuestAMD64State *guest;
  Addr host_sp;
  Addr code;        /* where to enter */
  ULong flags;      /* on leaving, the register */
  Addr sp_on_entry;
} crossing __asm__("direct_crossing") __attribute__((used));

#define OFFSET_CHECK(name, value) _Static_assert(offsetof(VexGuestAMD64State, guest_##name) == (value), #name)
OFFSET_CHECK(RAX, 16);
OFFSET_CHECK(RCX, 24);
OFFSET_CHECK(RDX, 32);
OFFSET_CHECK(RBX, 40);
OFFSET_CHECK(RSP, 48);
OFFSET_CHECK(RBP, 56);
OFFSET_CHECK(R15, 136);
OFFSET_CHECK(YMM0, 224);
_Static_assert(offsetof(struct direct_state, flags) == 32 && offsetof(struct direct_state, go_on_at) == 56, "used below");

#define GENERAL_BUT_RAX(DO)                                                                                         \
  DO("rcx", "24") DO("rdx", "32") DO("rbx", "40") DO("rbp", "56") DO("rsi", "64") DO("rdi", "72") DO("r8", "80")    \
  DO("r9", "88") DO("r10", "96") DO("r11", "104") DO("r12", "112") DO("r13", "120") DO("r14", "128") DO("r15", "136")
#define VECTORS(DO)                                                                                                  \
  DO("0", "224") DO("1", "256") DO("2", "288") DO("3", "320") DO("4", "352") DO("5", "384") DO("6", "416")          \
  DO("7", "448") DO("8", "480") DO("9", "512") DO("10", "544") DO("11", "576") DO("12", "608") DO("13", "640")      \
  DO("14", "672") DO("15", "704")
#define LOAD(reg, offset) "  movq " offset "(%rax), %" reg "\n"
#define STORE(reg, offset) "  movq %" reg ", " offset "(%rax)\n"
#define LOAD_VECTOR(number, offset) "  vmovdqu " offset "(%rax), %ymm" number "\n"
#define STORE_VECTOR(number, offset) "  vmovdqu %ymm" number ", " offset "(%rax)\n"

__asm__(
  ".text\n"
  ".globl direct_enter\n"
  "direct_enter:\n"
  "  movq %rsp, direct_crossing+8\n"
  "  movq %rbp, %rdi\n"
  "  call direct_may_enter\n"
  "  jmp *%rax\n"

  /* %rbp: the guest state */
  "direct_go_on:\n"
  "  movq %rbp, %rax\n"
  VECTORS(LOAD_VECTOR)
  "  movq direct_state+32, %rax\n"
  "  addb $0x7f, %al\n"
  "  sahf\n"
  "  movq %rbp, %rax\n"
  GENERAL_BUT_RAX(LOAD)
  "  movq 48(%rax), %rsp\n"
  "  movq 16(%rax), %rax\n"
  "  jmp *direct_crossing+16\n"

#define LEAVE(name, way)                      \
  "direct_leave_" name ":\n"                  \
  "  movq %rax, direct_state+8\n"             \
  "  movl $" way ", direct_way\n"             \
  "  jmp direct_leave_any\n"
  LEAVE("precise", "0")
  LEAVE("plain", "1")
  LEAVE("link", "2")
  LEAVE("for_request", "3")
  "direct_leave_any:\n"
  "  movq direct_crossing, %rax\n"
  GENERAL_BUT_RAX(STORE)
  VECTORS(STORE_VECTOR)
  "  movq %rsp, 48(%rax)\n"
  "  movq direct_crossing+8, %rsp\n"
  "  pushfq\n"
  "  popq direct_crossing+24\n"
  "  vzeroupper\n"
  "  movq %rax, %rbp\n"
  "  movq direct_state+8, %rcx\n"
  "  movq %rcx, 16(%rax)\n"
  "  movq %rbp, %rdi\n"
  "  movl direct_way, %esi\n"
  "  call direct_was_left\n"
  "  jmp *%rax\n"

  /* --- stores whose V bits are not clear --- */

#define FLAGS_AWAY                  \
  "  movq %rax, direct_state+8\n"   \
  "  movq %rdx, direct_state+16\n"  \
  "  lahf\n"                        \
  "  seto %al\n"                    \
  "  movq %rax, direct_state+32\n"
#define FLAGS_BACK                  \
  "  movq direct_state+32, %rax\n"  \
  "  addb $0x7f, %al\n"             \
  "  sahf\n"                        \
  "  movq direct_state+16, %rdx\n"  \
  "  movq direct_state+8, %rax\n"
#define MAKE_DEFINED(bytes, load, mask, clear)             \
  "direct_make_defined_" #bytes ":\n"                      \
  FLAGS_AWAY                                               \
  "  movq direct_state+" STORE_ADDRESS ", %rcx\n"          \
  "  leaq -128(%rsp), %rdx\n"                              \
  "  cmpq %rdx, %rcx\n"                                    \
  "  jb 1f\n"                                              \
  "  cmpq %rsp, %rcx\n"                                    \
  "  jae 0f\n"                                             \
  "  movl $1, direct_state+" REDZONE_USED "\n"             \
  "0:\n"                                                   \
  "  movq direct_crossing+32, %rdx\n"                      \
  "  subq $128+" #bytes ", %rdx\n"                         \
  "  cmpq %rdx, %rcx\n"                                    \
  "  jbe 3f\n"                                             \
  "  jmp 2f\n"                                             \
  "1:\n" /* below the red zone: A bits may still be those of the stack as it was */ \
  "  movq direct_crossing+32, %rdx\n"                      \
  "  subq $128+" #bytes ", %rdx\n"                         \
  "  cmpq %rdx, %rcx\n"                                    \
  "  ja direct_store_fails\n"                              \
  "2:\n"                                                   \
  "  movq %rcx, %rdx\n"                                    \
  "  shrq $3, %rdx\n"                                      \
  "  movabsq $0x220000000440, %rax\n"                      \
  "  " load " (%rax, %rdx), %rax\n"                        \
  "  andl $7, %ecx\n"                                      \
  "  shrq %cl, %rax\n"                                     \
  "  testl $" mask ", %eax\n"                              \
  "  jnz direct_store_fails\n"                             \
  "  movq direct_state+" STORE_ADDRESS ", %rcx\n"          \
  "3:\n"                                                   \
  "  movabsq $0x3effc0000840, %rax\n"                      \
  clear                                                    \
  FLAGS_BACK                                               \
  "  movq direct_state, %rcx\n"                            \
  "  jmp *direct_state+" STORE_RESUME "\n"
#define STORE_ADDRESS "72"
#define STORE_RESUME "80"
#define STORE_LEAVE "88"
#define TURNS "136"
#define REDZONE_USED "148"
#define GIVEN_UP "152"
  MAKE_DEFINED(1, "movzbq", "1", "  movb $0, (%rax, %rcx)\n")
  MAKE_DEFINED(2, "movzwq", "3", "  movw $0, (%rax, %rcx)\n")
  MAKE_DEFINED(4, "movzwq", "0xf", "  movl $0, (%rax, %rcx)\n")
  MAKE_DEFINED(8, "movzwq", "0xff", "  movq $0, (%rax, %rcx)\n")
  MAKE_DEFINED(16, "movslq", "0xffff", "  movq $0, (%rax, %rcx)\n  movq $0, 8(%rax, %rcx)\n")
  MAKE_DEFINED(32, "movq", "0xffffffff",
               "  movq $0, (%rax, %rcx)\n  movq $0, 8(%rax, %rcx)\n  movq $0, 16(%rax, %rcx)\n  movq $0, 24(%rax, %rcx)\n")
  "direct_store_fails:\n"
  FLAGS_BACK
  "  movq direct_state, %rcx\n"
  "  jmp *direct_state+" STORE_LEAVE "\n"

  /* --- returns and indirect jumps, without touching flags --- */

  /* %rcx: the guest's target. Then %rcx: zero if the table has it; %rdx: the host's. */
#define LOOK_UP                                    \
  "  movzwl %cx, %edx\n"                           \
  "  leal (%rdx, %rdx), %edx\n"                    \
  "  movq direct_table(, %rdx, 8), %rax\n"         \
  "  movq direct_table+8(, %rdx, 8), %rdx\n"       \
  "  notq %rax\n"                                  \
  "  leaq 1(%rcx, %rax), %rcx\n"
#define BORROW_THREE                 \
  "  movq %rcx, direct_state\n"      \
  "  movq %rax, direct_state+8\n"    \
  "  movq %rdx, direct_state+16\n"
#define GIVE_THREE_BACK              \
  "  movq direct_state+16, %rdx\n"   \
  "  movq direct_state+8, %rax\n"    \
  "  movq direct_state, %rcx\n"
  "direct_return_to:\n"
  BORROW_THREE
  "  movl direct_state+" REDZONE_USED ", %ecx\n"
  "  jrcxz 1f\n"
  "  jmp 9f\n"
#define GIVE_UP(offset) "  movq $-1, %gs:" #offset "(%rsp, %rdx)\n"
  "1:\n"
  "  movq $-1, %gs:(%rsp)\n"
  "  movq (%rsp), %rcx\n"
  "  movq %rcx, direct_state+56\n"
  LOOK_UP
  "  jrcxz 2f\n"
  GIVE_THREE_BACK
  "  leaq 8(%rsp), %rsp\n"
  "  jmp direct_leave_plain\n"
  "2:\n"
  "  movq %rdx, (%rsp)\n"
  GIVE_THREE_BACK
  "  ret\n"
  "9:\n"
  "  movl direct_state+" GIVEN_UP ", %edx\n"
  "  notq %rdx\n"
  "  leaq 1(%rdx), %rdx\n"
  GIVE_UP(-8) GIVE_UP(-16) GIVE_UP(-24) GIVE_UP(-32) GIVE_UP(-40) GIVE_UP(-48) GIVE_UP(-56) GIVE_UP(-64)
  GIVE_UP(-72) GIVE_UP(-80) GIVE_UP(-88) GIVE_UP(-96) GIVE_UP(-104) GIVE_UP(-112) GIVE_UP(-120) GIVE_UP(-128)
  "  movl $0, direct_state+" REDZONE_USED "\n"
  "  jmp 1b\n"

  "direct_jump_to:\n"
  BORROW_THREE
  "  movl direct_state+" TURNS ", %ecx\n"
  "  leal -1(%rcx), %ecx\n"
  "  movl %ecx, direct_state+" TURNS "\n"
  "  jrcxz 3f\n"
  "  movq direct_state+64, %rcx\n"
  "  movq %rcx, direct_state+56\n"
  LOOK_UP
  "  jrcxz 2f\n"
  GIVE_THREE_BACK
  "  jmp direct_leave_plain\n"
  "2:\n"
  "  movq %rdx, direct_state+64\n"
  GIVE_THREE_BACK
  "  jmp *direct_state+64\n"
  "3:\n"
  "  movq direct_state+64, %rcx\n"
  "  movq %rcx, direct_state+56\n"
  GIVE_THREE_BACK
  "  jmp direct_leave_plain\n"
  ".bss\n"
  ".balign 4\n"
  "direct_way: .zero 4\n"
  ".text\n");

#define SLOT_CHECK(field, value) _Static_assert(offsetof(struct direct_state, field) == (value), #field)
SLOT_CHECK(target, 64);
SLOT_CHECK(store_address, 72);
SLOT_CHECK(store_resume, 80);
SLOT_CHECK(store_leave, 88);
SLOT_CHECK(turns, 136);
SLOT_CHECK(redzone_used, 148);
SLOT_CHECK(given_up, 152);
_Static_assert(sizeof *direct_table == 16 && offsetof(struct direct_way, host) == 8, "used above");
_Static_assert(SHADOW_A_OFFSET == 0x220000000440 && SHADOW_V_OFFSET == 0x3effc0000840, "the shadow's place");

extern const UChar direct_go_on[], direct_leave_precise[], direct_leave_plain[], direct_leave_link[],
  direct_leave_for_request[], direct_return_to[], direct_jump_to[], direct_make_defined_1[], direct_make_defined_2[],
  direct_make_defined_4[], direct_make_defined_8[], direct_make_defined_16[], direct_make_defined_32[];
extern void VG_(disp_cp_xindir)(void);

static void begin(void)
{
  direct_state = (struct direct_state){
    .v_offset = SHADOW_V_OFFSET,
    .leave_precise = (Addr)direct_leave_precise,
    .leave_plain = (Addr)direct_leave_plain,
    .link = (Addr)direct_leave_link,
    .leave_for_request = (Addr)direct_leave_for_request,
    .return_to = (Addr)direct_return_to,
    .jump_to = (Addr)direct_jump_to,
    .make_defined = {(Addr)direct_make_defined_1, (Addr)direct_make_defined_2, (Addr)direct_make_defined_4,
                     (Addr)direct_make_defined_8, (Addr)direct_make_defined_16, (Addr)direct_make_defined_32},
  };
}

/* --- threads --- */

/* Faults are handled on a stack of their own, as the stack pointer is the guest's. */
enum { ALTERNATE_STACK_BYTES = 256 << 10 };
static struct {
  void *start;   /* NULL: there is none yet */
  Bool is_in_use; /* by the thread of that number now */
} *alternate_stacks;

void direct_thread_begins(ThreadId tid)
{
  if (alternate_stacks)
    alternate_stacks[tid].is_in_use = False;
}

static void need_alternate_stack(void)
{
  const ThreadId tid = VG_(get_running_tid)();
  if (!alternate_stacks)
    alternate_stacks = VG_(calloc)("seep.direct", VG_N_THREADS, sizeof *alternate_stacks);
  if (alternate_stacks[tid].is_in_use)
    return;
  if (!alternate_stacks[tid].start)
    alternate_stacks[tid].start = VG_(malloc)("seep.direct", ALTERNATE_STACK_BYTES);
  const vki_stack_t stack = {.ss_sp = alternate_stacks[tid].start, .ss_size = ALTERNATE_STACK_BYTES};
  raw_syscall(__NR_sigaltstack, (long)&stack, 0, 0, 0, 0, 0);
  alternate_stacks[tid].is_in_use = True;
}

/* Each is a kernel's thread of its own, with registers of its own. */
static void set_segments(const VexGuestAMD64State *state)
{
  direct_state.fs_base = state->guest_FS_CONST;
  __asm__ volatile("wrfsbase %0\n\twrgsbase %1" : : "r"(direct_state.fs_base), "r"(direct_state.v_offset));
}

/* --- in --- */

/* As lahf and seto have them. */
static ULong packed_flags(ULong flags)
{
  return (flags & 0xff) << 8 | (flags >> 11 & 1);
}

static Addr precise_instead(VexGuestAMD64State *state)
{
  state->guest_RIP = ENGINE_ALIAS(state->guest_RIP);
  return (Addr)direct_policy.go_on_at_alias;
}

/* Flags are in direct_state already. */
static Addr go_on(const VexGuestAMD64State *state, const struct code_block *block)
{
  crossing.code = block->start;
  crossing.sp_on_entry = state->guest_RSP;
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
  crossing.guest = state;
  direct_state.undefined = *(const ULong *)((Addr)state + ENGINE_UNDEFINED);
  direct_state.redzone_used = 1; /* for all that is known */
  direct_state.turns = state->host_EvC_COUNTER;
  if (direct_state.steps_until_leaving == 0)
    direct_state.steps_until_leaving = next_stress();
  if (block->needs_flags)
    direct_state.flags = packed_flags(LibVEX_GuestAMD64_get_rflags(state));
  need_alternate_stack();
  set_segments(state);
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

/* The direction flag and the rounding mode are VEX's business, as they are hardly ever not the usual ones. */
static Bool has_usual_modes(const VexGuestAMD64State *state)
{
  return state->guest_DFLAG == 1 && state->guest_SSEROUND == 0;
}

static __attribute__((used)) Addr may_enter(VexGuestAMD64State *state) __asm__("direct_may_enter");
static Addr may_enter(VexGuestAMD64State *state)
{
  const Bool has_time = (Int)state->host_EvC_COUNTER > 0;
  const struct code_block *block = code_blocks_find(state->guest_RIP);
  return block && has_time && has_usual_modes(state) && stack_in_use_is_usual(state->guest_RSP) ? enter(state, block)
                                                                                               : refuse(state);
}

/* --- out --- */

static void set_a_bits(Addr from, Addr to)
{
  if (to < from)
    VG_(memset)(shadow_a_bits(to - REDZONE_BYTES), 0, (from - to) / SHADOW_GRANULE_BYTES);
  else if (to > from)
    VG_(memset)(shadow_a_bits(from - REDZONE_BYTES), 0xff, (to - from) / SHADOW_GRANULE_BYTES);
}

static void take_flags(VexGuestAMD64State *state)
{
  enum { A_COPY = 0, STATUS = 0x8d5 };
  state->guest_CC_OP = A_COPY;
  state->guest_CC_DEP1 = crossing.flags & STATUS;
  state->guest_CC_DEP2 = state->guest_CC_NDEP = 0;
}

static const struct code_block *block_after_request(VexGuestAMD64State *state)
{
  state->guest_RAX = direct_policy.request(state);
  state->guest_RIP += PRELOAD_QUICK_BYTES;
  return code_blocks_find(state->guest_RIP);
}

static const struct code_block *block_after_exit(VexGuestAMD64State *state)
{
  state->guest_RIP = code_blocks_target_of(direct_state.exit);
  return code_blocks_link(direct_state.exit);
}

static Addr back_if_possible(const VexGuestAMD64State *state, const struct code_block *block)
{
  if (!block || (Int)state->host_EvC_COUNTER <= 0 || !stack_in_use_is_usual(state->guest_RSP))
    return (Addr)VG_(disp_cp_xindir);
  direct_state.flags = packed_flags(crossing.flags);
  return go_on(state, block);
}

enum way { WAY_PRECISE, WAY_PLAIN, WAY_LINK, WAY_REQUEST }; /* the numbers are used above */

static __attribute__((used)) Addr was_left(VexGuestAMD64State *state, enum way way) __asm__("direct_was_left");
static Addr was_left(VexGuestAMD64State *state, enum way way)
{
  take_flags(state);
  set_a_bits(crossing.sp_on_entry, state->guest_RSP);
  stack_in_use_note(state->guest_RSP);
  state->host_EvC_COUNTER = direct_state.turns;
  state->guest_RIP = direct_state.go_on_at;
  switch (way) {
  case WAY_LINK:
    return back_if_possible(state, block_after_exit(state));
  case WAY_REQUEST:
    return back_if_possible(state, block_after_request(state));
  case WAY_PRECISE:
    return precise_instead(state);
  default:
    return (Addr)VG_(disp_cp_xindir);
  }
}

/* --- faults --- */

static const struct direct_mark *mark_at(const struct code_block *block, Addr host)
{
  const struct direct_mark *mark = block->mark;
  for (UInt i = 1; i < block->marks && block->mark[i].host_offset <= host - block->start; i++)
    mark = &block->mark[i];
  return mark;
}

static void give_back(struct vki_sigcontext *registers, UInt borrowed)
{
  if (borrowed & DIRECT_BORROWS_RCX)
    registers->rcx = direct_state.borrowed[0];
  if (borrowed & DIRECT_BORROWS_RAX)
    registers->rax = direct_state.borrowed[1];
  if (borrowed & DIRECT_BORROWS_RDX)
    registers->rdx = direct_state.borrowed[2];
  if (borrowed & DIRECT_BORROWS_RDI)
    registers->rdi = direct_state.borrowed[3];
}

Bool direct_settle_fault(struct vki_ucontext *context)
{
  struct vki_sigcontext *const registers = &context->uc_mcontext;
  const struct code_block *block = direct_policy.is_on ? code_blocks_find_by_host(registers->rip) : NULL;
  if (!block)
    return False;
  const struct direct_mark *mark = mark_at(block, registers->rip);
  const Int pending = block->pending[mark->step];
  give_back(registers, mark->borrowed);
  if (pending > 0)
    VG_(memset)(shadow_v_bits(registers->rsp - REDZONE_BYTES - (Addr)pending), SHADOW_UNDEFINED, (SizeT)pending);
  direct_state.go_on_at = block->addresses[mark->step];
  registers->rip = direct_state.leave_precise;
  return True;
}

/* --- the beginning --- */

static Bool processor_has_it(void)
{
  enum { OSXSAVE = 1 << 27, AVX = 1 << 28, BMI2 = 1 << 8, VECTORS_ARE_KEPT = 6 };
  UInt eax, ebx, ecx, edx, low, high;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & OSXSAVE) == 0 || (ecx & AVX) == 0)
    return False;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & VECTORS_ARE_KEPT) == VECTORS_ARE_KEPT && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & BMI2) != 0;
}

/* The kernel says so in the second word of capabilities. */
static Bool kernel_allows_segments(void)
{
  enum { AT_HWCAP2 = 26, FSGSBASE = 2, WORDS_MAX = 128 };
  ULong words[WORDS_MAX];
  const long fd = raw_syscall(__NR_open, (long)"/proc/self/auxv", 0, 0, 0, 0, 0);
  const long bytes = fd < 0 ? 0 : raw_syscall(__NR_read, fd, (long)words, sizeof words, 0, 0, 0);
  if (fd >= 0)
    raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
  for (long i = 0; i + 1 < bytes / (long)sizeof *words; i += 2)
    if (words[i] == AT_HWCAP2)
      return (words[i + 1] & FSGSBASE) != 0;
  return False;
}

const HChar *direct_begin(const struct direct_policy *policy)
{
  if (!policy->is_on)
    return NULL;
  if (!processor_has_it())
    return "AVX and BMI2";
  if (!kernel_allows_segments())
    return "instructions for segments (FSGSBASE)";
  if (!code_blocks_init())
    return "memory for code";
  begin();
  direct_policy = *policy;
  return NULL;
}
