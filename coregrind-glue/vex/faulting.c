/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults of the guest that are others on the host: code that VEX makes reads what is to be changed before it writes it,
 * addresses the stack by other registers, and takes operands of 16 bytes that are not aligned. */
#include "coregrind-glue/vex/faulting.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/traps.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

static UChar digit_of(const UChar *modrm)
{
  return *modrm >> 3 & 7;
}

/* --- operands in memory that are not aligned --- */

/* Legacy instructions on vectors want them aligned, but for these: movups, movupd, movdqu, lddqu, and comparisons of
 * strings. Moves that VEX checks have an exit already. */
static Bool wants_alignment(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  if (opcode[0] != 0x0f)
    return False;
  switch (opcode[1]) {
  case 0x10:
  case 0x11:
    return False;
  case 0x6f:
  case 0x7f:
    return !instruction->has_f3;
  case 0xf0:
    return !instruction->has_f2;
  case 0xf7: /* maskmovdqu */
    return False;
  case 0x3a:
    return opcode[2] < 0x60 || opcode[2] > 0x63;
  default:
    return True;
  }
}

/* What VEX loads of the operand first: of a count to shift by only the half that matters, of what is converted one by
 * one. */
static IRType type_of_load(const struct instruction *instruction)
{
  const UChar opcode = instruction->code[instruction->opcode_at + 1];
  const Bool is_count =
    (opcode >= 0xd1 && opcode <= 0xd3) || opcode == 0xe1 || opcode == 0xe2 || (opcode >= 0xf1 && opcode <= 0xf3);
  const Bool is_converted = opcode == 0x2c || opcode == 0x2d;
  if (!instruction->has_66)
    return Ity_V128;
  return is_count ? Ity_I64 : is_converted ? Ity_F64 : Ity_V128;
}

static const IRExpr *load_in(const IRExpr *value, IRType type)
{
  const IRExpr *found = NULL;
  switch (value->tag) {
  case Iex_Load:
    return value->Iex.Load.ty == type ? value : NULL;
  case Iex_Unop:
    return load_in(value->Iex.Unop.arg, type);
  case Iex_Binop:
    found = load_in(value->Iex.Binop.arg1, type);
    return found ? found : load_in(value->Iex.Binop.arg2, type);
  case Iex_Triop:
    found = load_in(value->Iex.Triop.details->arg2, type);
    return found ? found : load_in(value->Iex.Triop.details->arg3, type);
  default:
    return NULL;
  }
}

static const IRExpr *load_of(const IRStmt *statement, IRType type)
{
  if (statement->tag == Ist_WrTmp)
    return load_in(statement->Ist.WrTmp.data, type);
  return statement->tag == Ist_Put ? load_in(statement->Ist.Put.data, type) : NULL;
}

void faulting_check_alignment(const struct instruction *instruction, Int first)
{
  enum { ALIGNMENT = 16 };
  IRSB *block = instruction->block;
  if (!wants_alignment(instruction))
    return;
  for (Int i = first; i < block->stmts_used; i++) {
    const IRExpr *load = load_of(block->stmts[i], type_of_load(instruction));
    if (block->stmts[i]->tag == Ist_Exit)
      return;
    if (!load)
      continue;
    IRExpr *rest = IRExpr_Binop(Iop_And64, load->Iex.Load.addr, IRExpr_Const(IRConst_U64(ALIGNMENT - 1)));
    instructions_insert(block, i,
                        IRStmt_Exit(IRExpr_Binop(Iop_CmpNE64, rest, IRExpr_Const(IRConst_U64(0))), Ijk_SigSEGV,
                                    IRConst_U64(instruction->address), (Int)offsetof(VexGuestAMD64State, guest_RIP)));
    return;
  }
}

/* --- what is changed --- */

static Bool changes_memory_behind_0f(const UChar *opcode)
{
  switch (opcode[0]) {
  case 0xa4:
  case 0xa5:
  case 0xab:
  case 0xac:
  case 0xad:
  case 0xb0:
  case 0xb1:
  case 0xb3:
  case 0xbb:
  case 0xc0:
  case 0xc1:
    return True;
  case 0xba:
    return digit_of(&opcode[1]) > 4;
  case 0xc7:
    return digit_of(&opcode[1]) == 1;
  default:
    return False;
  }
}

/* Does the instruction read its operand in memory and write it? */
static Bool changes_memory(const UChar *opcode)
{
  const UChar digit = digit_of(&opcode[1]);
  if (opcode[0] < 0x38)
    return opcode[0] == 0x0f ? changes_memory_behind_0f(&opcode[1]) : (opcode[0] & 7) < 2;
  switch (opcode[0]) {
  case 0x80:
  case 0x81:
  case 0x83:
    return digit != 7;
  case 0x86:
  case 0x87:
  case 0xc0:
  case 0xc1:
  case 0xd0:
  case 0xd1:
  case 0xd2:
  case 0xd3:
    return True;
  case 0xf6:
  case 0xf7:
    return digit == 2 || digit == 3;
  case 0xfe:
  case 0xff:
    return digit < 2;
  default:
    return False;
  }
}

/* --- what is on the stack --- */

static Bool uses_stack(const UChar *opcode)
{
  return (opcode[0] >= 0x50 && opcode[0] <= 0x5f) || opcode[0] == 0x68 || opcode[0] == 0x6a ||
         (opcode[0] >= 0x9c && opcode[0] <= 0x9d) || (opcode[0] & 0xfe) == 0xc2 || opcode[0] == 0xc8 ||
         opcode[0] == 0xc9 || opcode[0] == 0xe8;
}

/* Is %rsp or %rbp the base of the operand? */
static Bool is_based_on_stack(const struct instruction *instruction, const UChar *modrm)
{
  enum { RSP = 4, RBP = 5 };
  const UInt mode = modrm[0] >> 6, rm = modrm[0] & 7, base = rm == 4 ? modrm[1] & 7u : rm;
  if (mode == 3 || instruction->has_segment || (instruction->rex & 1))
    return False;
  return (base == RSP && rm == 4) || (base == RBP && mode != 0);
}

static Bool has_modrm(const UChar *opcode)
{
  static const struct {
    UChar first, last;
  } with[] = {{0x62, 0x63}, {0x69, 0x69}, {0x6b, 0x6b}, {0x80, 0x8f}, {0xc0, 0xc1},
              {0xc4, 0xc7}, {0xd0, 0xd3}, {0xd8, 0xdf}, {0xf6, 0xf7}, {0xfe, 0xff}};
  if (opcode[0] < 0x40)
    return opcode[0] == 0x0f || (opcode[0] & 7) < 4;
  for (UInt i = 0; i < sizeof with / sizeof *with; i++)
    if (opcode[0] >= with[i].first && opcode[0] <= with[i].last)
      return True;
  return False;
}

static const UChar *modrm_of(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  switch (opcode[0]) {
  case 0x0f:
    return opcode + (opcode[1] == 0x38 || opcode[1] == 0x3a ? 3 : 2);
  case 0xc5:
    return opcode + 3;
  case 0xc4:
    return opcode + 4;
  default:
    return opcode + 1;
  }
}

/* --- the stack pointer, which VEX moves before it stores --- */

static UInt pushed_by_indirect(const struct instruction *instruction, UChar digit, UInt bytes)
{
  enum { CALL = 2, FAR_CALL = 3, PUSH = 6 };
  if (digit == FAR_CALL)
    return (instruction->rex & 8) ? 16 : instruction->has_66 ? 4 : 8;
  return digit == CALL ? 8 : digit == PUSH ? bytes : 0;
}

/* How many bytes the instruction pushes; 0: none. */
static UInt pushed_bytes(const struct instruction *instruction)
{
  enum { WORD_BYTES = 8, LEVELS = 31 };
  const UChar *opcode = instruction->code + instruction->opcode_at;
  const UInt bytes = instruction->has_66 && !(instruction->rex & 8) ? 2 : WORD_BYTES;
  if ((opcode[0] >= 0x50 && opcode[0] <= 0x57) || opcode[0] == 0x68 || opcode[0] == 0x6a || opcode[0] == 0x9c)
    return bytes;
  if (opcode[0] == 0x0f)
    return opcode[1] == 0xa0 || opcode[1] == 0xa8 ? bytes : 0;
  if (opcode[0] == 0xff)
    return pushed_by_indirect(instruction, digit_of(&opcode[1]), bytes);
  if (opcode[0] == 0xc8)
    return bytes + WORD_BYTES * (opcode[3] & LEVELS);
  return opcode[0] == 0xe8 ? WORD_BYTES : 0;
}

/* A store of what is pushed has faulted: at the stack pointer as it is by now, or where no address is. */
static void undo_push(const struct instruction *instruction, Bool is_store, Addr fault)
{
  const UInt bytes = pushed_bytes(instruction);
  if (bytes != 0 && is_store && fault - VG_(get_SP)(VG_(get_running_tid)()) < bytes)
    traps_give_back(bytes);
}

/* --- */

Int faulting_as_guest(Int signal, Addr ip, vki_siginfo_t *info, struct vki_ucontext *context)
{
  enum { OF_KERNEL = 128 /* SI_KERNEL */, IS_WRITE = 2 };
  struct vki_sigcontext *told = &context->uc_mcontext;
  UChar bytes[INSTRUCTION_BYTES_MAX + 1] = {0};
  guarded_copy(bytes, (const void *)ip, INSTRUCTION_BYTES_MAX);
  const struct instruction instruction = instructions_take_apart(NULL, bytes, ip);
  const UChar *opcode = bytes + instruction.opcode_at;
  if (signal == VKI_SIGFPE)
    info->_sifields._sigfault._addr = (void *)ip;
  if (told->trapno == TRAP_PAGE)
    undo_push(&instruction, (told->err & IS_WRITE) != 0, (Addr)info->_sifields._sigfault._addr);
  if (signal != VKI_SIGSEGV)
    return signal;
  if (told->trapno == TRAP_PAGE && changes_memory(opcode))
    told->err |= IS_WRITE;
  if (info->si_code != OF_KERNEL || told->trapno != TRAP_PROTECTION ||
      !(uses_stack(opcode) || (has_modrm(opcode) && is_based_on_stack(&instruction, modrm_of(&instruction)))))
    return signal;
  undo_push(&instruction, True, VG_(get_SP)(VG_(get_running_tid)()));
  told->trapno = TRAP_STACK;
  info->si_signo = VKI_SIGBUS;
  return VKI_SIGBUS;
}
