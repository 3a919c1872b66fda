/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core is given a call of 64 bits, in its registers, which are put back afterwards. A call that is made again after
 * a signal it takes up at the instruction before the next one, which has to be `syscall`. So while the kernel works,
 * the guest's instruction pointer is behind such an instruction of ours. */
#include "coregrind-glue/syscalls/calls_of_32_bits.h"

#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/tool.h"

#include <stddef.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern ThreadId VG_(lwpid_to_vgtid)(Int lwpid);

enum { ARGUMENTS = CALLS_OF_32_BITS_ARGUMENTS, INSTRUCTION_BYTES = 2 };

static const struct call {
  UInt number, wide_number;
  const HChar *arguments;
} calls[] = {
#define CALL(number, name, arguments) {number, __NR_##name, arguments},
#include "coregrind-glue/syscalls/calls_of_32_bits.def"
#undef CALL
};
enum { CALLS = sizeof calls / sizeof calls[0] };

#define PLACE(name) offsetof(VexGuestAMD64State, guest_##name)
static const UShort narrow[ARGUMENTS] = {PLACE(RBX), PLACE(RCX), PLACE(RDX), PLACE(RSI), PLACE(RDI), PLACE(RBP)},
                    wide[ARGUMENTS] = {PLACE(RDI), PLACE(RSI), PLACE(RDX), PLACE(R10), PLACE(R8), PLACE(R9)};

/* --- registers, with their V bits --- */

struct word {
  ULong value, v_bits;
};

static struct word get(ThreadId tid, PtrdiffT place)
{
  struct word word;
  VG_(get_shadow_regs_area)(tid, (UChar *)&word.value, 0, place, sizeof word.value);
  VG_(get_shadow_regs_area)(tid, (UChar *)&word.v_bits, 1, place, sizeof word.v_bits);
  return word;
}

static void set(ThreadId tid, PtrdiffT place, struct word word)
{
  VG_(set_shadow_regs_area)(tid, 0, place, sizeof word.value, (const UChar *)&word.value);
  VG_(set_shadow_regs_area)(tid, 1, place, sizeof word.v_bits, (const UChar *)&word.v_bits);
}

void calls_of_32_bits_arguments(const VexGuestAMD64State *state, ULong *ret)
{
  for (UInt i = 0; i < ARGUMENTS; i++)
    ret[i] = *(const UInt *)((const UChar *)state + narrow[i]);
}

Bool calls_of_32_bits_is_strict(Int number)
{
  enum { EXIT = 1, READ = 3, WRITE = 4 };
  return number == EXIT || number == READ || number == WRITE;
}

/* --- the call --- */

static struct attempt {
  Bool is_under_way, is_in_kernel;
  struct word call, given[ARGUMENTS];
  Addr behind;
} *attempts; /* by thread; NULL: there was no such call */

static const UChar instruction[INSTRUCTION_BYTES] = {0x0f, 0x05};

static const struct call *find_call(UInt number)
{
  for (UInt i = 0; i < CALLS; i++)
    if (calls[i].number == number)
      return &calls[i];
  return NULL;
}

static struct word widened(struct word word, HChar how)
{
  enum { PAGE_BITS = 12, FIXED = 0x10, IN_LOW_MEMORY = 0x40 };
  const struct word none = {0, 0};
  word = (struct word){(UInt)word.value, (UInt)word.v_bits};
  switch (how) {
  case 'i':
    word.value = (ULong)(Long)(Int)word.value;
    return word;
  case 'P':
    return (struct word){word.value << PAGE_BITS, word.v_bits << PAGE_BITS};
  case 'L':
    word.value |= word.value & FIXED ? 0 : IN_LOW_MEMORY;
    return word;
  case '0':
    return none;
  default:
    return word;
  }
}

static struct attempt *begin(ThreadId tid, const struct call *call)
{
  if (!attempts)
    attempts = VG_(calloc)("seep.calls_of_32_bits", thread_slots_max(), sizeof *attempts);
  struct attempt *const attempt = &attempts[tid];
  struct word arguments[ARGUMENTS];
  for (UInt i = 0; i < ARGUMENTS; i++) {
    attempt->given[i] = get(tid, wide[i]);
    arguments[i] = get(tid, narrow[i]);
  }
  attempt->call = get(tid, PLACE(RAX));
  for (UInt i = 0; call->arguments[i]; i++)
    set(tid, wide[i], widened(arguments[i], call->arguments[i]));
  set(tid, PLACE(RAX), (struct word){call->wide_number, (UInt)attempt->call.v_bits});
  attempt->is_under_way = True;
  return attempt;
}

static void put_back(ThreadId tid, struct attempt *attempt)
{
  for (UInt i = 0; i < ARGUMENTS; i++)
    set(tid, wide[i], attempt->given[i]);
  attempt->is_under_way = attempt->is_in_kernel = False;
  tool.registers_changed(tid);
}

static void fail(ThreadId tid, UInt number)
{
  enum { KNOWN_END = 512 }; /* above, the kernel has none either */
  static UChar is_told[KNOWN_END];
  if (number < KNOWN_END && !is_told[number])
    VG_(umsg)
    ("Warning: the program makes system call %u of 32-bit programs (int $0x80), which fails with ENOSYS here\n",
     number);
  if (number < KNOWN_END)
    is_told[number] = 1;
  set(tid, PLACE(RAX), (struct word){(ULong)-VKI_ENOSYS, 0});
  tool.registers_changed(tid);
}

void calls_of_32_bits_make(ThreadId tid, UInt trap)
{
  const UInt number = (UInt)get(tid, PLACE(RAX)).value;
  const struct call *const call = find_call(number);
  if (!call) {
    fail(tid, number);
    return;
  }
  struct attempt *const attempt = begin(tid, call);
  tool.registers_changed(tid);
  thread_slots_call(tid, trap);
  if (attempt->is_under_way)
    put_back(tid, attempt);
}

/* --- in the kernel --- */

ThreadId calls_of_32_bits_enter_kernel(VexGuestAMD64State *state)
{
  const ThreadId tid = attempts ? VG_(lwpid_to_vgtid)(VG_(gettid)()) : VG_INVALID_THREADID;
  if (tid == VG_INVALID_THREADID || !attempts[tid].is_under_way)
    return VG_INVALID_THREADID;
  attempts[tid].is_in_kernel = True;
  attempts[tid].behind = state->guest_RIP;
  state->guest_RIP = (Addr)instruction + sizeof instruction;
  return tid;
}

void calls_of_32_bits_leave_kernel(ThreadId tid, VexGuestAMD64State *state)
{
  if (tid == VG_INVALID_THREADID)
    return;
  attempts[tid].is_in_kernel = False;
  state->guest_RIP = attempts[tid].behind;
}

void calls_of_32_bits_interrupted(ThreadId tid)
{
  struct attempt *const attempt = attempts ? &attempts[tid] : NULL;
  if (!attempt || !attempt->is_under_way)
    return;
  if (attempt->is_in_kernel) {
    const Bool is_made_again = VG_(get_IP)(tid) == (Addr)instruction;
    if (is_made_again)
      set(tid, PLACE(RAX), attempt->call);
    VG_(set_IP)(tid, is_made_again ? attempt->behind - INSTRUCTION_BYTES : attempt->behind);
  }
  put_back(tid, attempt);
}
