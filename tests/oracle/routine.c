/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libvex compiles a guest block; a dummy one is handed to it, which the instrumentation callback throws away for ours.
 * The code is entered by a jump with the guest state in rbp and leaves by one to an address of our choice (libvex.h,
 * "Code generation conventions"). Operands and results lie in that state beyond the guest's registers. */
#include "oracle/routine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "libvex_guest_amd64.h"
#include "oracle/vex.h"

enum {
  STATE_BYTES = 8192,
  VALUES_AT = 4096,
  SHADOWS_AT = VALUES_AT + DEFINEDNESS_OPERANDS_MAX * sizeof(struct value),
  RESULT_AT = SHADOWS_AT + DEFINEDNESS_OPERANDS_MAX * sizeof(struct value),
  X87_CONTROL = 0x027f,
};

struct routine {
  uint8_t *code;
  unsigned count;
};

static _Alignas(64) uint8_t state[STATE_BYTES];

void oracle_enter(void *guest_state, const void *code);
extern const char oracle_leave[];

__asm__(".text\n"
        ".globl oracle_enter, oracle_leave\n"
        "oracle_enter:\n"
        "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  sub $8, %rsp\n"
        "  mov %rdi, %rbp\n"
        "  jmp *%rsi\n"
        "oracle_leave:\n"
        "  add $8, %rsp\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"
        "  ret\n");

/* --- types --- */

struct signature signature_of(IROp op)
{
  struct signature signature = {.op = op};
  IRType *types = signature.operands;
  typeOfPrimop(op, &signature.result, &types[0], &types[1], &types[2], &types[3]);
  while (signature.count < DEFINEDNESS_OPERANDS_MAX && types[signature.count] != Ity_INVALID)
    signature.count++;
  return signature;
}

unsigned bits_of_type(IRType type)
{
  return type == Ity_I1 ? 1 : 8 * (unsigned)sizeofIRType(type);
}

bool is_float_type(IRType type)
{
  return type == Ity_F32 || type == Ity_F64;
}

bool can_be_constant(IRType type)
{
  return type != Ity_I128 && !is_float_type(type);
}

/* --- making the block --- */

static int at(int base, unsigned i)
{
  return base + (int)(i * sizeof(struct value));
}

static IRExpr *read_operand(struct weave *weave, int offset, IRType type)
{
  if (type == Ity_I1)
    return weave_unop(weave, Iop_64to1, weave_get(weave, offset, Ity_I64));
  if (type == Ity_I128)
    return weave_binop(weave, Iop_64HLto128, weave_get(weave, offset + 8, Ity_I64), weave_get(weave, offset, Ity_I64));
  return weave_get(weave, offset, type);
}

static void put_state(struct weave *weave, int offset, IRExpr *atom)
{
  addStmtToIRSB(weave->block, IRStmt_Put(offset, atom));
}

static void write_result(struct weave *weave, IRExpr *atom)
{
  switch (weave_type(weave, atom)) {
  case Ity_I1:
    put_state(weave, RESULT_AT, weave_unop(weave, Iop_1Uto64, atom));
    break;
  case Ity_I128:
    put_state(weave, RESULT_AT, weave_unop(weave, Iop_128to64, atom));
    put_state(weave, RESULT_AT + 8, weave_unop(weave, Iop_128HIto64, atom));
    break;
  default:
    put_state(weave, RESULT_AT, atom);
  }
}

/* One bit for each byte of a vector. */
static uint32_t byte_pattern(const struct value *value, unsigned bytes)
{
  uint32_t pattern = 0;
  for (unsigned i = 0; i < bytes; i++)
    if (value->words[i / 8] >> (i % 8 * 8) & 1)
      pattern |= 1u << i;
  return pattern;
}

static IRExpr *constant_of(IRType type, const struct value *value)
{
  uint64_t word = value->words[0];
  switch (type) {
  case Ity_I1:
    return IRExpr_Const(IRConst_U1(word & 1));
  case Ity_I8:
    return IRExpr_Const(IRConst_U8((UChar)word));
  case Ity_I16:
    return IRExpr_Const(IRConst_U16((UShort)word));
  case Ity_I32:
    return IRExpr_Const(IRConst_U32((UInt)word));
  case Ity_V128:
    return IRExpr_Const(IRConst_V128((UShort)byte_pattern(value, 16)));
  case Ity_V256:
    return IRExpr_Const(IRConst_V256(byte_pattern(value, 32)));
  default:
    return IRExpr_Const(IRConst_U64(word));
  }
}

struct plan {
  const struct signature *signature;
  const struct form *form;   /* NULL: the operation itself */
  v_bits_function *function;
  enum mode mode;
};

static void weave_operation(struct weave *weave, const struct signature *signature, IRExpr *const v[])
{
  switch (signature->count) {
  case 1:
    write_result(weave, weave_unop(weave, signature->op, v[0]));
    break;
  case 2:
    write_result(weave, weave_binop(weave, signature->op, v[0], v[1]));
    break;
  case 3:
    write_result(weave, weave_assign(weave, signature->result, IRExpr_Triop(signature->op, v[0], v[1], v[2])));
    break;
  default:
    write_result(weave, weave_qop(weave, signature->op, v[0], v[1], v[2], v[3]));
  }
}

static IRExpr *operand_value(struct weave *weave, const struct plan *plan, unsigned i)
{
  IRType type = plan->signature->operands[i];
  if (plan->form && plan->form->operands[i] == OPERAND_CONSTANT)
    return constant_of(type, &plan->form->constants[i]);
  return read_operand(weave, at(VALUES_AT, i), type);
}

static void weave_plan(struct weave *weave, const struct plan *plan)
{
  IRExpr *values[DEFINEDNESS_OPERANDS_MAX], *shadows[DEFINEDNESS_OPERANDS_MAX] = {NULL};
  for (unsigned i = 0; i < plan->signature->count; i++) {
    values[i] = operand_value(weave, plan, i);
    if (plan->form && plan->form->operands[i] == OPERAND_TRACKED)
      shadows[i] = read_operand(weave, at(SHADOWS_AT, i), weave_shadow_type(plan->signature->operands[i]));
  }
  if (!plan->form) {
    weave_operation(weave, plan->signature, values);
    return;
  }
  IRExpr *v_bits = plan->function(weave, plan->signature->op, plan->signature->count, values, shadows);
  if (v_bits)
    write_result(weave, v_bits);
}

/* --- compiling --- */

static IRSB *replace_block(void *opaque, IRSB *dummy, const VexGuestLayout *layout, const VexGuestExtents *extents,
                           const VexArchInfo *info, IRType guest_word, IRType host_word)
{
  const struct plan *plan = opaque;
  struct weave weave = {.block = deepCopyIRSBExceptStmts(dummy)};
  weave.exact = plan->mode == MODE_EXACT;
  weave.loose = plan->mode == MODE_LOOSE;
  weave.block->next = IRExpr_Const(IRConst_U64(0));
  weave.block->jumpkind = Ijk_Boring;
  weave_plan(&weave, plan);
  return weave.block;
}

__attribute__((noreturn)) static void vex_gave_up(void)
{
  fputs("oracle: libvex gave up\n", stderr);
  exit(99);
}

void routines_begin(void)
{
  vex_begin(vex_gave_up, vex_says);
  uint16_t x87_control = X87_CONTROL;
  __asm__ volatile("fldcw %0" : : "m"(x87_control));
}

static void compile(const struct plan *plan, uint8_t *code)
{
  static const uint8_t guest_return[16] = {0xc3};
  unsigned ignored;
  if (!vex_translate(&(struct vex_job){guest_return, replace_block, (void *)plan, code, oracle_leave}, &ignored))
    vex_gave_up();
}

static struct routine *make_routine(const struct plan *plan)
{
  struct routine *routine = malloc(sizeof *routine);
  void *code = mmap(NULL, VEX_CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!routine || code == MAP_FAILED) {
    perror("oracle");
    exit(99);
  }
  *routine = (struct routine){code, plan->signature->count};
  compile(plan, code);
  return routine;
}

struct routine *routine_of_operation(const struct signature *signature)
{
  return make_routine(&(struct plan){.signature = signature});
}

struct routine *routine_of_rule(const struct signature *signature, const struct form *form, enum mode mode,
                                v_bits_function *function)
{
  return make_routine(&(struct plan){signature, form, function, mode});
}

void routine_free(struct routine *routine)
{
  munmap(routine->code, VEX_CODE_BYTES);
  free(routine);
}

struct value routine_run(const struct routine *routine, const struct value values[], const struct value shadows[])
{
  struct value result = {{0}};
  memcpy(state + VALUES_AT, values, routine->count * sizeof *values);
  if (shadows)
    memcpy(state + SHADOWS_AT, shadows, routine->count * sizeof *shadows);
  memcpy(state + RESULT_AT, &result, sizeof result);
  ((VexGuestAMD64State *)state)->host_EvC_COUNTER = 1000;
  oracle_enter(state, routine->code);
  memcpy(&result, state + RESULT_AT, sizeof result);
  return result;
}
