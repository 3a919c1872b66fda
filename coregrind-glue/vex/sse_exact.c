/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instruction is executed on three fixed registers, %rax, and memory at %rdi: a copy of it in that form is made
 * when it is first executed. VEX's code may have written its result over an operand, so that is saved in front. An
 * exception that is not masked must find the guest's registers as they were. */
#include "coregrind-glue/vex/sse_exact.h"

#include "coregrind-glue/port/vex_operations.h"
#include "coregrind-glue/vex/instruction_code.h"
#include "coregrind-glue/vex/sse_modes.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

extern SysRes VG_(am_mmap_anon_float_valgrind)(SizeT bytes); /* readable, writable and executable */

/* --- whether --- */

enum { EXCEPTIONS_SEEN = 0x3f };
static Bool is_on, is_stale;

void sse_exact_begin(void)
{
  is_stale = is_stale || !is_on;
  is_on = True;
}

void sse_exact_note_modes(UInt modes)
{
  if (((modes ^ SSE_MODES_USUAL) & ~(UInt)EXCEPTIONS_SEEN) != 0)
    sse_exact_begin();
}

Bool sse_exact_is_on(void)
{
  return is_on;
}

Bool sse_exact_is_stale(void)
{
  return is_stale;
}

void sse_exact_code_is_dropped(void)
{
  is_stale = False;
}

/* --- copies --- */

enum { COPY_BYTES = 16, COPIES = 4096, PROBES = 16 };
static struct copy {
  ULong code[2];
} *keys; /* by a hash; zero: none */
static UChar *copies;

static UInt hash_of(const ULong code[2])
{
  const ULong mixed = (code[0] ^ code[1] * 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd;
  return (UInt)(mixed >> 40) % COPIES;
}

static void make_room(void)
{
  const SysRes mapped = VG_(am_mmap_anon_float_valgrind)(COPIES * (COPY_BYTES + sizeof *keys));
  tl_assert(!sr_isError(mapped));
  copies = (UChar *)(Addr)sr_Res(mapped);
  keys = (struct copy *)(copies + COPIES * COPY_BYTES);
}

/* Its bytes; behind them, a return. */
static const UChar *find_copy(const ULong code[2])
{
  if (!copies)
    make_room();
  UInt at = hash_of(code);
  for (UInt probes = 0; probes < PROBES && keys[at].code[0] != 0; probes++, at = (at + 1) % COPIES)
    if (keys[at].code[0] == code[0] && keys[at].code[1] == code[1])
      return copies + at * COPY_BYTES;
  VG_(memcpy)(copies + at * COPY_BYTES, code, COPY_BYTES);
  VG_(memcpy)(&keys[at], code, sizeof keys[at]);
  return copies + at * COPY_BYTES;
}

/* --- executing --- */

enum { VECTOR_BYTES = 32, HALF_BYTES = 16, NO_REGISTER = 0xff };

/* What the code works on. */
struct values {
  UChar vectors[3][VECTOR_BYTES];
  ULong general, flags;
  UInt modes, usual;
};
void sse_exact_run(const void *operand, struct values *values, const void *code, ULong is_vex);

__asm__(".pushsection .text\n"
        "sse_exact_run:\n"
        "  movq %rdx, %r8\n"
        "  testl %ecx, %ecx\n"
        "  jnz 1f\n"
        "  movups (%rsi), %xmm1\n movups 32(%rsi), %xmm2\n movups 64(%rsi), %xmm3\n"
        "  jmp 2f\n"
        "1:\n"
        "  vmovdqu (%rsi), %ymm1\n vmovdqu 32(%rsi), %ymm2\n vmovdqu 64(%rsi), %ymm3\n"
        "2:\n"
        "  movq 96(%rsi), %rax\n"
        "  ldmxcsr 112(%rsi)\n"
        "  call *%r8\n"
        "  pushfq\n"
        "  stmxcsr 112(%rsi)\n"
        "  ldmxcsr 116(%rsi)\n"
        "  popq 104(%rsi)\n"
        "  movq %rax, 96(%rsi)\n"
        "  testl %ecx, %ecx\n"
        "  jnz 3f\n"
        "  movups %xmm1, (%rsi)\n movups %xmm3, 64(%rsi)\n"
        "  ret\n"
        "3:\n"
        "  vmovdqu %ymm1, (%rsi)\n vmovdqu %ymm3, 64(%rsi)\n vzeroupper\n"
        "  ret\n"
        ".popsection\n");
_Static_assert(offsetof(struct values, general) == 96 && offsetof(struct values, modes) == 112, "used above");

/* Registers by number, by what the code has them as; the form of the instruction, and whether it is one of AVX. */
struct operands {
  UChar reg, second, last, general, form, is_vex;
};
enum form { NONE, TWO, ONE, FROM_GENERAL, TO_GENERAL, FLAGS };

static UChar saved[VECTOR_BYTES]; /* what register `reg` had before */

static UChar *vector(VexGuestAMD64State *state, UInt number)
{
  return (UChar *)&state->guest_YMM0 + VECTOR_BYTES * number;
}

static ULong *general(VexGuestAMD64State *state, UInt number)
{
  return &state->guest_RAX + number;
}

static void save(VexGuestAMD64State *state, ULong number)
{
  VG_(memcpy)(saved, vector(state, (UInt)number), sizeof saved);
}

static void take(VexGuestAMD64State *state, UInt number, UChar *to)
{
  if (number != NO_REGISTER)
    VG_(memcpy)(to, vector(state, number), VECTOR_BYTES);
}

static Bool writes_vector(UInt form)
{
  return form != TO_GENERAL && form != FLAGS;
}

static void give(VexGuestAMD64State *state, const struct operands *operands, const struct values *values, ULong code)
{
  enum { COMPARED = 0x45, WIDE = 8 };
  if (operands->form == FLAGS)
    state->guest_CC_DEP1 = values->flags & COMPARED;
  else if (operands->form == TO_GENERAL)
    *general(state, operands->reg) = values->general;
  else
    VG_(memcpy)(vector(state, operands->reg), values->vectors[0], operands->is_vex ? VECTOR_BYTES : HALF_BYTES);
}

static void execute(VexGuestAMD64State *state, ULong packed, ULong operand, ULong low, ULong high)
{
  struct operands operands;
  struct values values = {.modes = sse_modes_of(state), .usual = SSE_MODES_USUAL};
  const ULong code[2] = {low, high};
  VG_(memcpy)(&operands, &packed, sizeof operands);
  if (writes_vector(operands.form))
    VG_(memcpy)(vector(state, operands.reg), saved, sizeof saved);
  if (operands.form != TO_GENERAL)
    take(state, operands.reg, values.vectors[0]);
  take(state, operands.second, values.vectors[1]);
  take(state, operands.last, values.vectors[2]);
  if (operands.general != NO_REGISTER)
    values.general = *general(state, operands.general);
  sse_exact_run((const void *)operand, &values, find_copy(code), operands.is_vex);
  give(state, &operands, &values, low);
  sse_modes_set(state, values.modes);
}

/* --- the guest's instruction --- */

enum { NP = 1, P66 = 2, PF3 = 4, PF2 = 8 };

static const struct {
  UChar map, prefixes, opcode, form;
} floats[] = {
#define FLOAT(map, prefixes, opcode, form) {map, prefixes, opcode, form},
#include "coregrind-glue/vex/sse_exact.def"
};

static UInt form_of(UInt map, UInt prefix, UInt opcode)
{
  for (UInt i = 0; i < sizeof floats / sizeof *floats; i++)
    if (floats[i].map == map && floats[i].opcode == opcode && (floats[i].prefixes & prefix))
      return floats[i].form;
  return NONE;
}

/* Taken apart as far as the ModRM byte, with the bits of REX wherever they are. */
struct parts {
  UInt map, prefix, opcode, modrm_at, second;
  Bool is_vex, is_256;
  UChar rex;
};

static Bool take_vex(const struct instruction *instruction, struct parts *ret)
{
  static const UChar prefixes[] = {NP, P66, PF3, PF2};
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_short = code[0] == 0xc5;
  const UChar last = code[is_short ? 1 : 2];
  if (code[0] != 0xc4 && code[0] != 0xc5)
    return False;
  *ret = (struct parts){.map = is_short ? 1 : code[1] & 0x1f,
                        .prefix = prefixes[last & 3],
                        .opcode = code[is_short ? 2 : 3],
                        .modrm_at = instruction->opcode_at + (is_short ? 3 : 4),
                        .second = ~last >> 3 & 15,
                        .is_vex = True,
                        .is_256 = (last & 4) != 0};
  ret->rex = (UChar)(0x40 | (code[1] & 0x80 ? 0 : 4));
  if (!is_short)
    ret->rex |= (UChar)((code[1] & 0x40 ? 0 : 2) | (code[1] & 0x20 ? 0 : 1) | (last & 0x80 ? 8 : 0));
  return True;
}

static Bool take_legacy(const struct instruction *instruction, struct parts *ret)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_3a = code[1] == 0x3a;
  if (code[0] != 0x0f)
    return False;
  *ret = (struct parts){.map = is_3a ? 3 : 1,
                        .opcode = code[is_3a ? 2 : 1],
                        .modrm_at = instruction->opcode_at + (is_3a ? 3 : 2),
                        .second = NO_REGISTER,
                        .rex = instruction->rex};
  ret->prefix = instruction->has_f3 ? PF3 : instruction->has_f2 ? PF2 : instruction->has_66 ? P66 : NP;
  return True;
}

static Bool has_constant(const struct parts *parts)
{
  return parts->map == 3 || (parts->map == 1 && parts->opcode == 0xc2);
}

/* The same instruction on the registers that the code has, or on memory at %rdi. */
static void write_copy(const struct parts *parts, UInt form, const UChar *modrm, UInt constant_at, const UChar *code,
                       ULong ret[2])
{
  enum { FIRST = 1, SECOND = 2, LAST = 3, AT_RDI = 7, IS_REGISTER = 0xc0 };
  static const UChar mandatory[] = {[P66] = 0x66, [PF3] = 0xf3, [PF2] = 0xf2},
                     numbers[] = {[NP] = 0, [P66] = 1, [PF3] = 2, [PF2] = 3};
  UChar copy[COPY_BYTES] = {0}, *at = copy;
  const UInt is_wide = parts->rex >> 3 & 1;
  if (parts->is_vex) {
    *at++ = 0xc4;
    *at++ = (UChar)(0xe0 | parts->map);
    *at++ = (UChar)(is_wide << 7 | (form == ONE || form == TO_GENERAL || form == FLAGS ? 15u : 15u ^ SECOND) << 3 |
                    (UInt)parts->is_256 << 2 | numbers[parts->prefix]);
  } else {
    if (parts->prefix != NP)
      *at++ = mandatory[parts->prefix];
    if (is_wide)
      *at++ = 0x48;
    *at++ = 0x0f;
    if (parts->map == 3)
      *at++ = 0x3a;
  }
  *at++ = (UChar)parts->opcode;
  const UInt reg = form == TO_GENERAL ? 0 : FIRST, rm = form == FROM_GENERAL ? 0 : LAST;
  *at++ = (UChar)(reg << 3 | (*modrm >= IS_REGISTER ? IS_REGISTER | rm : AT_RDI));
  if (has_constant(parts))
    *at++ = code[constant_at];
  *at = 0xc3;
  VG_(memcpy)(ret, copy, COPY_BYTES);
}

static void set_operands(const struct parts *parts, const UChar *modrm, struct sse_exact *ret)
{
  const UInt rm = (*modrm & 7u) | (parts->rex & 1u) << 3;
  const Bool is_register = *modrm >= 0xc0, is_general = ret->form == FROM_GENERAL;
  const struct operands operands = {.reg = (UChar)((*modrm >> 3 & 7u) | (parts->rex & 4u) << 1),
                                    .form = ret->form,
                                    .is_vex = parts->is_vex,
                                    .second = parts->is_vex && (ret->form == TWO || is_general) ? (UChar)parts->second
                                                                                                : NO_REGISTER,
                                    .last = is_register && !is_general ? (UChar)rm : NO_REGISTER,
                                    .general = is_register && is_general ? (UChar)rm : NO_REGISTER};
  VG_(memcpy)(&ret->operands, &operands, sizeof operands);
  ret->reg = operands.reg;
  ret->is_vex = parts->is_vex;
}

/* --- calls --- */

static Int vector_offset(UInt number)
{
  return OFFSET(YMM0) + VECTOR_BYTES * (Int)number;
}

struct sse_exact sse_exact_before(const struct instruction *instruction)
{
  struct sse_exact exact = {0};
  struct parts parts;
  if (!is_on || instruction->has_lock || !(take_vex(instruction, &parts) || take_legacy(instruction, &parts)))
    return exact;
  exact.form = (UChar)form_of(parts.map, parts.prefix, parts.opcode);
  exact.is_float = exact.form != NONE && (parts.map != 2 || parts.is_vex);
  if (!exact.is_float)
    return exact;
  const UChar *modrm = &instruction->code[parts.modrm_at];
  const UInt constant_at = parts.modrm_at + 1 + instructions_operand_bytes(modrm),
             end = constant_at + has_constant(&parts);
  struct instruction plain = *instruction;
  plain.rex = parts.rex;
  write_copy(&parts, exact.form, modrm, constant_at, instruction->code, exact.code);
  set_operands(&parts, modrm, &exact);
  if (*modrm < 0xc0)
    exact.address = instructions_operand_address(&plain, modrm, end);
  if (writes_vector(exact.form)) {
    IRDirty *call =
      unsafeIRDirty_0_N(0, "sse_exact_save", (void *)save, mkIRExprVec_2(IRExpr_GSPTR(), number(exact.reg)));
    call->cee->mcx_mask = CALL_KEEPS_V_BITS;
    instruction_declare(call, Ifx_Read, vector_offset(exact.reg), VECTOR_BYTES);
    addStmtToIRSB(instruction->block, IRStmt_Dirty(call));
  }
  return exact;
}

static void declare_result(IRDirty *call, const struct sse_exact *exact)
{
  if (exact->form == FLAGS)
    instruction_declare(call, Ifx_Write, OFFSET(CC_DEP1), sizeof(ULong));
  else if (exact->form == TO_GENERAL)
    instruction_declare(call, Ifx_Write, register_offset(exact->reg), sizeof(ULong));
  else
    instruction_declare(call, Ifx_Write, vector_offset(exact->reg), VECTOR_BYTES);
}

void sse_exact_behind(const struct instruction *instruction, const struct sse_exact *exact)
{
  IRSB *const block = instruction->block;
  if (!exact->is_float)
    return;
  IRStmt *const last = block->stmts[--block->stmts_used]; /* moves the instruction pointer, and stays the last */
  IRExpr **arguments =
    mkIRExprVec_5(IRExpr_GSPTR(), number(exact->operands), exact->address ? exact->address : number(0),
                  number(exact->code[0]), number(exact->code[1]));
  IRDirty *call = unsafeIRDirty_0_N(0, "sse_exact_execute", (void *)execute, arguments);
  call->cee->mcx_mask = CALL_KEEPS_V_BITS;
  declare_result(call, exact);
  instruction_declare(call, Ifx_Modify, OFFSET(SSEROUND), sizeof(ULong));
  addStmtToIRSB(block, IRStmt_Dirty(call));
  addStmtToIRSB(block, last);
}
