/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code for instructions of x87: a call that has the processor execute it (x87_execute.h), and around it reads and
 * writes of the registers it has to do with, so that undefined bits go where the numbers go. Written is what the call
 * has put there anyway. */
#include "coregrind-glue/vex/instruction_code.h"
#include "coregrind-glue/vex/x87_execute.h"
#include "coregrind-glue/vex/x87_state.h"

#include "pub_tool_libcbase.h"

enum kind {
  IS_NONE, IS_CONTROL, IS_BEGIN, IS_LOOK, IS_ORDER, IS_COMPARE, IS_SIGN, IS_FIRST, IS_FIRST_OF_TWO, IS_FIRST_OF_BOTH,
  IS_OTHER, IS_SECOND, IS_PUSH, IS_PUSH_DOUBLE, IS_PUSH_OTHER, IS_TWO, IS_STORE, IS_STORE_DOUBLE, IS_COPY,
  IS_EXCHANGE, IS_MOVE_IF, IS_STATUS, IS_LOAD_MODES, IS_STORE_MODES, IS_LOAD_ALL, IS_STORE_ALL, IS_WAIT
};

enum {
  FIRST_OPCODE = 0xd8,
  OPCODES = 8,
  MODRM_REGISTER = 0xc0,
  NEW = 7 /* where a new st lies, seen from the old one */
};

struct form {
  UChar kind, bytes;
};

static struct form form_of(UChar opcode, UChar modrm)
{
#define MEMORY(of, digit, kind, bytes) [(of) - FIRST_OPCODE][digit] = {IS_##kind, bytes},
  static const struct form in_memory[OPCODES][8] = {
#include "shared/base/x87.def"
  };
#define REGISTER(of, digit, kind) [(of) - FIRST_OPCODE][digit] = {IS_##kind, 0},
  static const struct form registers[OPCODES][8] = {
#include "shared/base/x87.def"
  };
#define SINGLE(of, modrm, kind) [(of) - FIRST_OPCODE][(modrm) - MODRM_REGISTER] = {IS_##kind, 0},
  static const struct form singles[OPCODES][0x40] = {
#include "shared/base/x87.def"
  };
  if (opcode == 0x9b)
    return (struct form){IS_WAIT, 0};
  if ((opcode & 0xf8) != FIRST_OPCODE)
    return (struct form){IS_NONE, 0};
  if (modrm < MODRM_REGISTER)
    return in_memory[opcode - FIRST_OPCODE][modrm >> 3 & 7];
  const struct form single = singles[opcode - FIRST_OPCODE][modrm - MODRM_REGISTER];
  return single.kind != IS_NONE ? single : registers[opcode - FIRST_OPCODE][modrm >> 3 & 7];
}

/* What is in work. */
struct work {
  const struct instruction *instruction;
  enum kind kind;
  UInt bytes;        /* of the operand in memory */
  UInt end;          /* of the instruction */
  IRExpr *operand;   /* its address */
  IRExpr *top;       /* as it is before */
  UInt other;        /* i in st(i) */
  ULong what;        /* x87_execute.h */
};

/* --- registers, by their distance from st --- */

static IRRegArray *significands(void)
{
  return mkIRRegArray(OFFSET(FPREG), Ity_I64, X87_REGISTERS);
}

static IRExpr *get(const struct work *work, UInt place)
{
  return assigned(work->instruction, IRExpr_GetI(significands(), work->top, (Int)place));
}

static void put(const struct work *work, UInt place, IRExpr *value)
{
  addStmtToIRSB(work->instruction->block, IRStmt_PutI(mkIRPutI(significands(), work->top, (Int)place, value)));
}

/* --- the call --- */

_Static_assert(offsetof(VexGuestAMD64State, guest_FC3210) == offsetof(VexGuestAMD64State, guest_FPTAG) + 16,
               "side by side");

static void declare_state(IRDirty *call, IREffect effect)
{
  instruction_declare(call, effect, OFFSET(FTOP), sizeof(UInt));
  instruction_declare(call, effect, OFFSET(FPTAG), 3 * sizeof(ULong)); /* and the modes behind it */
}

static void declare_memory(const struct work *work, IRDirty *call)
{
  const Bool is_written = work->kind == IS_STORE || work->kind == IS_STORE_MODES || work->kind == IS_STORE_ALL;
  if (work->bytes == 0 || work->kind == IS_PUSH_DOUBLE || work->kind == IS_STATUS)
    return;
  call->mFx = is_written ? Ifx_Write : Ifx_Read;
  call->mAddr = work->operand;
  call->mSize = (Int)work->bytes;
}

/* What the result depends on, as far as undefined bits are concerned. */
enum depends {
  ON_BOTH = 0,
  ON_OTHER = 1 << 4,
  ON_NOTHING = 1 << 4 | 1 << 5
}; /* as VEX masks arguments: not on `a`, on `b` */

static IRDirty *new_call(const struct work *work, ULong what, IRExpr *a, IRExpr *b, enum depends depends)
{
  IRExpr *none = number(0);
  IRExpr **arguments =
    mkIRExprVec_6(IRExpr_GSPTR(), number(work->what | what), number(work->instruction->address),
                  work->operand ? work->operand : none, a ? a : none, b ? b : none);
  IRDirty *call = unsafeIRDirty_0_N(0, "x87_execute", (void *)x87_execute, arguments);
  call->cee->mcx_mask = depends;
  return call;
}

static IRExpr *add_call(const struct work *work, IRDirty *call)
{
  call->tmp = newIRTemp(work->instruction->block->tyenv, Ity_I64);
  addStmtToIRSB(work->instruction->block, IRStmt_Dirty(call));
  return IRExpr_RdTmp(call->tmp);
}

/* What it returns depends on what is read from memory, too. */
static IRExpr *call(const struct work *work, ULong what, IRExpr *a, IRExpr *b, enum depends depends)
{
  IRDirty *dirty = new_call(work, what, a, b, depends);
  declare_memory(work, dirty);
  declare_state(dirty, Ifx_Modify);
  return add_call(work, dirty);
}

static IRExpr *call_for_effect(const struct work *work, IREffect registers)
{
  IRDirty *dirty = new_call(work, X87_GIVES_STATUS, NULL, NULL, ON_NOTHING);
  declare_memory(work, dirty);
  declare_state(dirty, Ifx_Modify);
  if (registers != Ifx_None)
    instruction_declare(dirty, registers, OFFSET(FPREG), X87_REGISTERS * sizeof(ULong));
  return add_call(work, dirty);
}

static IRExpr *second(const struct work *work, IRExpr *a)
{
  IRTemp result = newIRTemp(work->instruction->block->tyenv, Ity_I64);
  addStmtToIRSB(
    work->instruction->block,
    IRStmt_Dirty(unsafeIRDirty_1_N(result, 0, "x87_execute_second", (void *)x87_execute_second, mkIRExprVec_1(a))));
  return IRExpr_RdTmp(result);
}

/* --- results --- */

/* The register becomes what it is behind the call. */
static void make(const struct work *work, UInt place, IRExpr *a, IRExpr *b)
{
  put(work, place, call(work, (ULong)place << X87_GIVES_REGISTER_AT, a, b, ON_BOTH));
}

/* What has come from `moved`, given what has changed on the way: undefined bits are those of `moved`. */
static IRExpr *changed(const struct work *work, IRExpr *moved, IRExpr *change)
{
  return binop(work->instruction, Iop_Xor64, moved, change);
}

static void move(const struct work *work, UInt place, IRExpr *moved)
{
  const ULong what = X87_GIVES_CHANGE | (ULong)place << X87_GIVES_REGISTER_AT;
  put(work, place, changed(work, moved, call(work, what, moved, NULL, ON_NOTHING)));
}

enum { CONDITIONS = 0x4700 }; /* in the status */

static void note_conditions(const struct work *work, IRExpr *depend_on)
{
  write(work->instruction, X87_CONDITIONS_AT, depend_on);
}

/* --- kinds --- */

static void load_double(const struct work *work)
{
  move(work, NEW, assigned(work->instruction, IRExpr_Load(Iend_LE, Ity_I64, work->operand)));
}

/* It may fault, so all else comes afterwards. An exception that is not masked keeps it from being stored. */
static void store_double(const struct work *work)
{
  IRExpr *stored = get(work, 0);
  IRDirty *dirty = new_call(work, X87_HOLDS, stored, NULL, ON_NOTHING);
  declare_state(dirty, Ifx_Read);
  IRExpr *value = changed(work, stored, add_call(work, dirty));
  IRExpr *is_stored = unop(work->instruction, Iop_64to1, second(work, number(0)));
  addStmtToIRSB(work->instruction->block, IRStmt_StoreG(Iend_LE, work->operand, value, is_stored));
  IRDirty *last = unsafeIRDirty_0_N(0, "x87_execute_held", (void *)x87_execute_held, mkIRExprVec_1(IRExpr_GSPTR()));
  declare_state(last, Ifx_Modify);
  addStmtToIRSB(work->instruction->block, IRStmt_Dirty(last));
}

static void make_two(const struct work *work)
{
  const struct instruction *instruction = work->instruction;
  IRExpr *first = call(work, (ULong)NEW << X87_SECOND_AT, get(work, 0), NULL, ON_BOTH);
  IRExpr *is_new = binop(instruction, Iop_CmpNE32, work->top, read(instruction, OFFSET(FTOP), Ity_I32));
  IRExpr *value = assigned(instruction, IRExpr_ITE(is_new, second(work, first), get(work, NEW)));
  put(work, 0, first);
  put(work, NEW, value);
  note_conditions(work, first);
}

static void exchange(const struct work *work)
{
  IRExpr *a = get(work, 0), *b = get(work, work->other);
  IRExpr *first = call(work, X87_GIVES_CHANGE | (ULong)work->other << X87_SECOND_AT, b, a, ON_NOTHING);
  IRExpr *other = second(work, number(0));
  put(work, 0, changed(work, b, first));
  put(work, work->other, changed(work, a, other));
}

ULong amd64g_calculate_condition(ULong condition, ULong operation, ULong first, ULong second,
                                 ULong third); /* libvex's own */

static IRExpr *condition(const struct work *work)
{
  static const UChar conditions[] = {2, 4, 6, 10}; /* b, e, be, p; the next number is the contrary */
  const UInt modrm = work->what & 0xff, is_negated = (work->what >> X87_OPCODE_AT & 0xff) == 0xdb;
  IRExpr **arguments = mkIRExprVec_5(number(conditions[modrm >> 3 & 3] + is_negated),
                                     IRExpr_Get(OFFSET(CC_OP), Ity_I64), IRExpr_Get(OFFSET(CC_DEP1), Ity_I64),
                                     IRExpr_Get(OFFSET(CC_DEP2), Ity_I64), IRExpr_Get(OFFSET(CC_NDEP), Ity_I64));
  IRExpr *asked =
    mkIRExprCCall(Ity_I64, 0, "amd64g_calculate_condition", (void *)amd64g_calculate_condition, arguments);
  asked->Iex.CCall.cee->mcx_mask = 1 << 0 | 1 << 1 | 1 << 4; /* as VEX calls it: these are always defined */
  return assigned(work->instruction, asked);
}

static void move_if(const struct work *work)
{
  const struct instruction *instruction = work->instruction;
  IRExpr *holds = condition(work);
  IRExpr *taken =
    assigned(instruction, IRExpr_ITE(unop(instruction, Iop_64to1, holds), get(work, work->other), get(work, 0)));
  put(work, 0, changed(work, taken, call(work, X87_MOVE_IF | X87_GIVES_CHANGE, taken, holds, ON_OTHER)));
}

static void compare(const struct work *work)
{
  enum { COMPARED = 0x45 };
  IRExpr *flags = call(work, X87_GIVES_FLAGS, get(work, 0), get(work, work->other), ON_BOTH);
  set_flags(work->instruction, COPY, binop(work->instruction, Iop_And64, flags, number(COMPARED)), number(0));
}

static void store_status(const struct work *work)
{
  const struct instruction *instruction = work->instruction;
  IRExpr *status = call(work, X87_GIVES_STATUS, NULL, NULL, ON_NOTHING);
  IRExpr *conditions = second(work, read(instruction, X87_CONDITIONS_AT, Ity_I64));
  IRExpr *word = binop(instruction, Iop_Or64, binop(instruction, Iop_And64, status, number(0xffff & ~CONDITIONS)),
                       binop(instruction, Iop_And64, conditions, number(CONDITIONS)));
  IRExpr *narrow = unop(instruction, Iop_64to16, word);
  if (work->operand)
    addStmtToIRSB(instruction->block, IRStmt_Store(Iend_LE, work->operand, narrow));
  else
    write(instruction, register_offset(RAX), narrow);
}

static void make_code(const struct work *work)
{
  switch (work->kind) {
  case IS_BEGIN:
  case IS_LOAD_MODES:
    note_conditions(work, call_for_effect(work, Ifx_None));
    break;
  case IS_LOOK:
    note_conditions(work, call(work, X87_GIVES_STATUS, get(work, 0), NULL, ON_BOTH));
    break;
  case IS_ORDER:
    note_conditions(work,
                    call(work, X87_GIVES_STATUS, get(work, 0), work->operand ? NULL : get(work, work->other), ON_BOTH));
    break;
  case IS_COMPARE:
    compare(work);
    break;
  case IS_SIGN:
    move(work, 0, get(work, 0));
    break;
  case IS_FIRST:
    make(work, 0, get(work, 0), NULL);
    break;
  case IS_FIRST_OF_TWO:
    make(work, 0, get(work, 0), get(work, work->other));
    break;
  case IS_FIRST_OF_BOTH: {
    IRExpr *result = call(work, 0, get(work, 0), get(work, 1), ON_BOTH);
    put(work, 0, result);
    note_conditions(work, result);
    break;
  }
  case IS_OTHER:
    make(work, work->other, get(work, 0), get(work, work->other));
    break;
  case IS_SECOND:
    make(work, 1, get(work, 0), get(work, 1));
    break;
  case IS_PUSH:
    make(work, NEW, NULL, NULL);
    break;
  case IS_PUSH_DOUBLE:
    load_double(work);
    break;
  case IS_PUSH_OTHER:
    move(work, NEW, get(work, work->other));
    break;
  case IS_TWO:
    make_two(work);
    break;
  case IS_STORE:
    call(work, 0, get(work, 0), NULL, ON_BOTH);
    break;
  case IS_STORE_DOUBLE:
    store_double(work);
    break;
  case IS_COPY:
    move(work, work->other, get(work, 0));
    break;
  case IS_EXCHANGE:
    exchange(work);
    break;
  case IS_MOVE_IF:
    move_if(work);
    break;
  case IS_STATUS:
    store_status(work);
    break;
  case IS_LOAD_ALL:
    note_conditions(work, call_for_effect(work, Ifx_Write));
    break;
  case IS_STORE_ALL:
    call_for_effect(work, Ifx_Read);
    break;
  default: /* CONTROL, STORE_MODES, WAIT */
    call_for_effect(work, Ifx_None);
  }
}

static Bool is_short(const struct instruction *instruction)
{
  return instruction->has_66 && !is_wide(instruction);
}

static UInt operand_bytes(const struct instruction *instruction, struct form form)
{
  const Bool is_environment = form.bytes > X87_REGISTER_BYTES; /* in 16 bits it is half as long */
  return form.bytes - (is_short(instruction) && is_environment ? 14 : 0);
}

UInt instructions_make_x87(const struct instruction *instruction)
{
  const UChar *code = &instruction->code[instruction->opcode_at];
  const struct form form = form_of(code[0], code[1]);
  if (form.kind == IS_NONE || instruction->has_lock)
    return 0;
  const Bool has_operand = form.kind != IS_WAIT && code[1] < MODRM_REGISTER;
  struct work work = {.instruction = instruction, .kind = form.kind, .bytes = operand_bytes(instruction, form)};
  work.end =
    instruction->opcode_at + (form.kind == IS_WAIT ? 1 : 2) + (has_operand ? instructions_operand_bytes(&code[1]) : 0);
  work.what = (ULong)code[0] << X87_OPCODE_AT | code[1] | (is_short(instruction) ? X87_SHORT : 0);
  work.other = code[1] & 7;
  if (has_operand)
    work.operand = instructions_operand_address(instruction, &code[1], work.end);
  work.top = read(instruction, OFFSET(FTOP), Ity_I32);
  make_code(&work);
  return end_instruction(instruction, work.end);
}

void instructions_wait_for_x87(const struct instruction *instruction, Int first)
{
  enum { WAIT = 0x9b };
  IRTypeEnv *types = instruction->block->tyenv;
  const IRTemp status = newIRTemp(types, Ity_I64), waiting = newIRTemp(types, Ity_I64);
  const IRTemp is_waiting = newIRTemp(types, Ity_I1);
  const struct work work = {.instruction = instruction, .kind = IS_WAIT, .what = (ULong)WAIT << X87_OPCODE_AT};
  IRDirty *dirty = new_call(&work, X87_GIVES_STATUS, NULL, NULL, ON_NOTHING);
  declare_state(dirty, Ifx_Modify);
  dirty->guard = IRExpr_RdTmp(is_waiting);
  IRStmt *const added[] = {
    IRStmt_WrTmp(status, IRExpr_Get(OFFSET(FC3210), Ity_I64)),
    IRStmt_WrTmp(waiting, IRExpr_Binop(Iop_And64, IRExpr_RdTmp(status), number(X87_EXCEPTION_WAITS))),
    IRStmt_WrTmp(is_waiting, IRExpr_Binop(Iop_CmpNE64, IRExpr_RdTmp(waiting), number(0))), IRStmt_Dirty(dirty)};
  for (UInt i = 0; i < sizeof added / sizeof *added; i++)
    instructions_insert(instruction->block, first + (Int)i, added[i]);
}
