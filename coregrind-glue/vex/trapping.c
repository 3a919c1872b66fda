/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions that trap: those that are the kernel's alone, software interrupts, and divisions that have no result.
 * VEX knows none of the first and would say so; of divisions it makes the host's, which trap somewhere in the block, or
 * none at all where the host's is wider. Such an instruction ends the run of generated code at its own address, and the
 * signal is found there again, by the code of the instruction. */
#include "coregrind-glue/vex/trapping.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/vex/fetching.h"

#include <stddef.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

enum {
  KERNELS = 128 /* SI_KERNEL */,
  ILL_ILLOPN = 2,
  TRAP_BRKPT = 1,
  TRAP_TRACE = 2,
  FPE_INTDIV = 1,
  SEGV_MAPERR = 1,
  SEGV_ACCERR = 2
};

static UChar digit_of(const UChar *modrm)
{
  return *modrm >> 3 & 7;
}

static Bool is_register(const UChar *modrm)
{
  return *modrm >= 0xc0;
}

/* --- whose they are --- */

/* Behind 0F 01: tables of descriptors, the machine's status, pages; what is between registers is named one by one. */
static Bool is_privileged_of_01(const UChar *modrm)
{
  enum { XSETBV = 0xd1, XEND = 0xd5 /* no transaction goes on */, SWAPGS = 0xf8 };
  const UChar digit = digit_of(modrm);
  if (is_register(modrm))
    return *modrm == XSETBV || *modrm == XEND || *modrm == SWAPGS || digit == 6;
  return digit == 2 || digit == 3 || digit == 6 || digit == 7;
}

/* Control registers, and those for debugging. */
static Bool is_special_register(UChar opcode, UChar number)
{
  const Bool is_control = !(opcode & 1);
  return is_control ? number == 0 || number == 2 || number == 3 || number == 4 || number == 8 : number < 8;
}

static Bool is_privileged_behind_0f(const struct instruction *instruction, const UChar *opcode)
{
  switch (opcode[0]) {
  case 0x00: /* lldt, ltr */
    return digit_of(&opcode[1]) == 2 || digit_of(&opcode[1]) == 3;
  case 0x01:
    return is_privileged_of_01(&opcode[1]);
  case 0x06: /* clts */
  case 0x07: /* sysret */
  case 0x08: /* invd */
  case 0x09: /* wbinvd */
  case 0x30: /* wrmsr */
  case 0x32: /* rdmsr */
  case 0x33: /* rdpmc */
  case 0x35: /* sysexit */
    return True;
  case 0x20:
  case 0x21:
  case 0x22:
  case 0x23:
    return is_special_register(opcode[0], digit_of(&opcode[1]) | (instruction->rex & 4u) << 1);
  case 0xc7: /* xrstors, xsaves */
    return !is_register(&opcode[1]) && (digit_of(&opcode[1]) == 3 || digit_of(&opcode[1]) == 5);
  case 0x38: /* invpcid */
    return instruction->has_66 && opcode[1] == 0x82 && !is_register(&opcode[2]);
  default:
    return False;
  }
}

/* Ports that VEX reads and writes by the host's instructions are not here. */
static Bool is_privileged(const struct instruction *instruction, const UChar *opcode)
{
  if (instruction->has_lock)
    return False;
  switch (opcode[0]) {
  case 0x6c:
  case 0x6d:
  case 0x6e:
  case 0x6f: /* ins, outs */
  case 0xf4: /* hlt */
  case 0xfa: /* cli */
  case 0xfb: /* sti */
    return True;
  case 0x0f:
    return is_privileged_behind_0f(instruction, &opcode[1]);
  default:
    return False;
  }
}

static Bool is_step(const struct instruction *instruction, const UChar *opcode)
{
  return opcode[0] == 0xf1 && !instruction->has_lock;
}

/* Interrupts but the one that is a system call, and the one of another system that the core takes for its own. */
static Bool is_interrupt(const struct instruction *instruction, const UChar *opcode)
{
  return opcode[0] == 0xcd && opcode[1] != 0x80 && !instruction->has_lock;
}

static Bool is_division(const UChar *opcode)
{
  return (opcode[0] & 0xfe) == 0xf6 && digit_of(&opcode[1]) >= 6;
}

/* Prefixes fill all bytes that an instruction may have. */
static Bool is_too_long(const struct instruction *instruction)
{
  return instruction->opcode_at >= INSTRUCTION_BYTES_MAX - 1;
}

UInt trapping_length(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  if (is_privileged(instruction, opcode) || is_step(instruction, opcode))
    return instruction->opcode_at + 1;
  return is_interrupt(instruction, opcode) ? instruction->opcode_at + 2 : 0;
}

/* --- divisions --- */

enum { IS_SIGNED = 0x10 }; /* beside how many bytes the divisor has */

static Bool division_of_words_traps(ULong low, ULong high, ULong divisor, Bool is_signed)
{
  if (divisor == 0)
    return True;
  if (!is_signed)
    return high >= divisor;
  const Bool is_negative = (Long)high < 0, is_result_negative = is_negative != ((Long)divisor < 0);
  const ULong size = (Long)divisor < 0 ? -divisor : divisor;
  if (is_negative) {
    high = ~high + (low == 0);
    low = -low;
  }
  /* The quotient has to be below 2 to the 63rd, or may be that if it is negative. */
  const ULong limit_high = size >> 1, limit_low = size << 63;
  if (!is_result_negative)
    return high > limit_high || (high == limit_high && low >= limit_low);
  const ULong beyond_low = limit_low + size, beyond_high = limit_high + (beyond_low < limit_low);
  return high > beyond_high || (high == beyond_high && low >= beyond_low);
}

static Bool narrow_division_traps(ULong dividend, ULong divisor, UInt bits, Bool is_signed)
{
  const UInt above = 64 - bits;
  if (!is_signed) {
    divisor = divisor << above >> above;
    return divisor == 0 || dividend / divisor >> bits != 0;
  }
  const Long by = (Long)(divisor << above) >> above, value = (Long)dividend;
  if (by == 0 || (by == -1 && value == (Long)(1ull << 63)))
    return True;
  const Long quotient = value / by;
  return quotient != (Long)((ULong)quotient << above) >> above;
}

/* The dividend of twice the divisor's size, in one word. */
static ULong dividend_of(ULong rax, ULong rdx, UInt bits, Bool is_signed)
{
  const ULong low = bits == 8 ? rax & 0xff : rax << (64 - bits) >> (64 - bits);
  const ULong high = bits == 8 ? rax >> 8 & 0xff : rdx << (64 - bits) >> (64 - bits);
  const ULong value = high << bits | low;
  const UInt above = 64 - 2 * bits;
  return is_signed ? (ULong)((Long)(value << above) >> above) : value;
}

static ULong division_traps(ULong rax, ULong rdx, ULong divisor, ULong form)
{
  const Bool is_signed = (form & IS_SIGNED) != 0;
  const UInt bits = 8 * (UInt)(form & (IS_SIGNED - 1));
  if (bits == 64)
    return division_of_words_traps(rax, rdx, divisor, is_signed);
  return narrow_division_traps(dividend_of(rax, rdx, bits, is_signed), divisor, bits, is_signed);
}

static IRExpr *widened(const IRSB *block, IRExpr *value)
{
  return typeOfIRExpr(block->tyenv, value) == Ity_I64 ? value : IRExpr_Unop(Iop_32Uto64, value);
}

static IRExpr *general_register(UInt number)
{
  return IRExpr_Get((Int)offsetof(VexGuestAMD64State, guest_RAX) + 8 * (Int)number, Ity_I64);
}

/* Which statement divides; -1: none does. */
static Int find_division(const IRSB *block, Int first)
{
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag != Ist_WrTmp || statement->Ist.WrTmp.data->tag != Iex_Binop)
      continue;
    const IROp op = statement->Ist.WrTmp.data->Iex.Binop.op;
    if (op == Iop_DivModU64to32 || op == Iop_DivModS64to32 || op == Iop_DivModU128to64 || op == Iop_DivModS128to64)
      return i;
  }
  return -1;
}

/* In front of the division: it goes on only where there is a result. What is undefined is not complained about, as the
 * call is said to make nothing of its operands. */
void trapping_check_division(const struct instruction *instruction, Int first)
{
  enum { RAX = 0, RDX = 2, ARGUMENTS = 4, SIGNED_DIGIT = 7 };
  const UChar *opcode = instruction->code + instruction->opcode_at;
  IRSB *block = instruction->block;
  const Int place = is_division(opcode) ? find_division(block, first) : -1;
  if (place < 0)
    return;
  const UInt bytes = !(opcode[0] & 1) ? 1 : (instruction->rex & 8) ? 8 : instruction->has_66 ? 2 : 4;
  const UInt form = bytes | (digit_of(&opcode[1]) == SIGNED_DIGIT ? IS_SIGNED : 0u);
  IRExpr *divisor = widened(block, block->stmts[place]->Ist.WrTmp.data->Iex.Binop.arg2);
  IRExpr *call = mkIRExprCCall(
    Ity_I64, 0, "division_traps", (void *)division_traps,
    mkIRExprVec_4(general_register(RAX), general_register(RDX), divisor, IRExpr_Const(IRConst_U64(form))));
  call->Iex.CCall.cee->mcx_mask = (1 << ARGUMENTS) - 1;
  const IRTemp traps = newIRTemp(block->tyenv, Ity_I64);
  instructions_insert(block, place, IRStmt_WrTmp(traps, call));
  instructions_insert(block, place + 1,
                      IRStmt_Exit(IRExpr_Binop(Iop_CmpNE64, IRExpr_RdTmp(traps), IRExpr_Const(IRConst_U64(0))),
                                  Ijk_SigSEGV, IRConst_U64(instruction->address),
                                  (Int)offsetof(VexGuestAMD64State, guest_RIP)));
}

/* --- the signals --- */

static struct trap protection_trap(UWord error)
{
  return (struct trap){VKI_SIGSEGV, KERNELS, 0, TRAP_PROTECTION, error};
}

/* Whose number is a breakpoint's or an overflow's has come to its end when it traps. */
static struct trap interrupt_trap(UChar number, Addr ip, UInt bytes)
{
  enum { BREAKPOINT = 3, OVERFLOW = 4 };
  if (number != BREAKPOINT && number != OVERFLOW)
    return protection_trap(8u * number + 2u);
  VG_(set_IP)(VG_(get_running_tid)(), ip + bytes);
  if (number == OVERFLOW)
    return (struct trap){VKI_SIGSEGV, KERNELS, 0, TRAP_OVERFLOW, 0};
  return (struct trap){VKI_SIGTRAP, KERNELS, 0, TRAP_BREAKPOINT, 0};
}

static struct trap step_trap(Addr next)
{
  VG_(set_IP)(VG_(get_running_tid)(), next);
  return (struct trap){VKI_SIGTRAP, TRAP_BRKPT, next, TRAP_STEP, 0};
}

/* A far return to other code than that of 64 bits: the error code is the selector. */
static struct trap selector_trap(const struct instruction *instruction)
{
  enum { IS_SELECTOR = 0xfffc };
  const Addr size = (instruction->rex & 8) ? 8 : instruction->has_66 ? 2 : 4;
  UShort selector = 0;
  guarded_copy(&selector, (const void *)(VG_(get_SP)(VG_(get_running_tid)()) + size), sizeof selector);
  return protection_trap(selector & IS_SELECTOR);
}

/* What was known to trap; and operands at addresses that are not aligned. */
static struct trap trap_of(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  const Addr ip = instruction->address;
  if (is_division(opcode))
    return (struct trap){VKI_SIGFPE, FPE_INTDIV, ip, TRAP_DIVISION, 0};
  if ((opcode[0] & 0xfe) == 0xca)
    return selector_trap(instruction);
  if (is_interrupt(instruction, opcode))
    return interrupt_trap(opcode[1], ip, instruction->opcode_at + 2);
  return is_step(instruction, opcode) ? step_trap(ip + instruction->opcode_at + 1) : protection_trap(0);
}

/* The instruction at which generated code has ended. */
static struct instruction instruction_at(Addr ip, UChar bytes[static INSTRUCTION_BYTES_MAX + 1])
{
  VG_(memset)(bytes, 0, INSTRUCTION_BYTES_MAX + 1);
  guarded_copy(bytes, (const void *)ip, INSTRUCTION_BYTES_MAX);
  return instructions_take_apart(NULL, bytes, ip);
}

/* The core makes up one signal or the other, of which is told what the trap is. */
static void tell(ThreadId tid, Addr ip, const struct trap *trap)
{
  tool.instruction_fails(ip);
  traps_announce(trap);
  if (trap->signal == VKI_SIGSEGV)
    REAL(synth_fault)(tid);
  else if (trap->signal == VKI_SIGTRAP)
    REAL(synth_sigtrap)(tid);
  else if (trap->signal == VKI_SIGBUS)
    REAL(synth_sigbus)(tid);
  else
    REAL(synth_sigill)(tid, ip);
  traps_withdraw();
}

void WRAPPED(synth_fault)(ThreadId tid)
{
  UChar bytes[INSTRUCTION_BYTES_MAX + 1];
  const Addr ip = VG_(get_IP)(tid);
  const struct instruction instruction = instruction_at(ip, bytes);
  const struct trap trap = trap_of(&instruction);
  tell(tid, ip, &trap);
}

/* Nobody knows the instruction. */
void WRAPPED(synth_sigill)(ThreadId tid, Addr ip)
{
  UChar bytes[INSTRUCTION_BYTES_MAX + 1];
  const struct instruction instruction = instruction_at(ip, bytes);
  const struct trap unknown = {VKI_SIGILL, ILL_ILLOPN, ip, TRAP_UNKNOWN, 0}, protection = protection_trap(0);
  tell(tid, ip, is_too_long(&instruction) ? &protection : &unknown);
}

void WRAPPED(synth_sigtrap)(ThreadId tid)
{
  const Addr ip = VG_(get_IP)(tid);
  const struct trap breakpoint = {VKI_SIGTRAP, KERNELS, 0, TRAP_BREAKPOINT, 0},
                    step = {VKI_SIGTRAP, TRAP_TRACE, ip, TRAP_STEP, 0};
  tell(tid, ip, traps_take_step() ? &step : &breakpoint);
}

/* --- jumps to where there is no code --- */

enum { IS_PRESENT = 1, IS_OF_USER = 4, IS_FETCH = 0x10 }; /* in the error code */

static Bool is_canonical(Addr address)
{
  const ULong upper = address >> 47;
  return upper == 0 || upper == 0x1ffff;
}

static struct trap fetch_trap(Addr address)
{
  const NSegment *segment = VG_(am_find_nsegment)(address);
  const Bool is_mapped = segment && segment->kind != SkFree && segment->kind != SkResvn;
  const UWord present = is_mapped && segment->hasR ? IS_PRESENT : 0;
  if (!is_canonical(address))
    return protection_trap(0);
  return (struct trap){VKI_SIGSEGV, is_mapped ? SEGV_ACCERR : SEGV_MAPERR, address, TRAP_PAGE,
                       IS_OF_USER | IS_FETCH | present};
}

/* The end of what can be executed lies in an instruction. In a mapping it is the end of the file. */
void WRAPPED(synth_sigbus)(ThreadId tid)
{
  enum { BUS_ADRERR = 2 };
  const Addr ip = VG_(get_IP)(tid), address = fetching_faults_at(ip);
  struct trap trap = fetch_trap(address);
  if (VG_(am_is_valid_for_client)(address, 1, VKI_PROT_EXEC)) {
    trap.signal = VKI_SIGBUS;
    trap.code = BUS_ADRERR;
    trap.error = IS_OF_USER | IS_FETCH;
  }
  VG_(discard_translations)(ip, 1, "fetch fault"); /* what is missing may come */
  tell(tid, ip, &trap);
}

void WRAPPED(synth_fault_perms)(ThreadId tid, Addr address)
{
  const struct trap trap = fetch_trap(address);
  traps_announce(&trap);
  REAL(synth_fault_perms)(tid, address);
  traps_withdraw();
}

void WRAPPED(synth_fault_mapping)(ThreadId tid, Addr address)
{
  const struct trap trap = fetch_trap(address);
  traps_announce(&trap);
  REAL(synth_fault_mapping)(tid, address);
  traps_withdraw();
}
