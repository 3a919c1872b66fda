/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the return address on, all paths are followed with the set of places that hold the very value: registers, and
 * words of the stack by their distance from the frame pointer or from where the stack pointer was. Copies add places;
 * what is overwritten, or may be changed by another call, leaves the set. A path ends where the set is empty, where the
 * function is left, and where the value is known to be NULL, for that is no block.
 *
 * Writes through pointers are assumed not to touch these words. When the type of the result is not known, the value may
 * be in rax by chance at the end: it counts when it was moved there, or was stored nowhere else.
 *
 * A state already met at an address is not followed again. The number of states and of instructions is limited. */
#include "symbols/elf/value_flow.h"

#include <capstone/capstone.h>
#include <stdlib.h>
#include <string.h>

enum {
  SLOTS_MAX = 8,
  STEPS_MAX = 1 << 12,
  STATES_MAX = 1 << 9,
  INSTRUCTION_MAX_BYTES = 15,
  DISTANCE_MAX = 1 << 24,
  WORD_BYTES = 8,
};

/* Numbers of registers here; the rest follow in any order. */
enum { RAX, RDI, RBP, RSP, REGISTERS = 16, NO_REGISTER = REGISTERS };

struct state {
  uint64_t address;
  uint32_t registers;       /* bits: those that hold the value */
  int32_t stack;            /* of the stack pointer, from where it was when it was last lost sight of */
  int32_t slots[SLOTS_MAX]; /* words of the stack that hold the value, in ascending order: the distance from the base,
                             * times two, and 1 if that is the stack pointer, not the frame pointer */
  uint16_t slot_count;
  uint16_t is_tested;       /* the zero flag tells whether the value is NULL */
  uint16_t is_moved;        /* rax has got it from another place */
  uint16_t is_stored;       /* it was put somewhere outside of the stack */
};

struct analysis {
  const struct value_question *question;
  csh capstone;
  cs_insn *instruction;
  struct state states[STATES_MAX]; /* where paths begin; those before `next` have been followed */
  size_t state_count, next, steps;
  bool is_cut, is_returned;
  bool is_unsure;                  /* a path goes where it cannot be followed */
};

/* --- places --- */

static const struct {
  x86_reg names[5]; /* 64 bits, 32, 16, 8, and the second byte */
} registers[REGISTERS] = {
  [RAX] = {{X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH}},
  [RDI] = {{X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL}},
  [RBP] = {{X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL}},
  [RSP] = {{X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL}},
  {{X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH}},
  {{X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH}},
  {{X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH}},
  {{X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL}},
  {{X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}},
  {{X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B}},
  {{X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B}},
  {{X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B}},
  {{X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B}},
  {{X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B}},
  {{X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B}},
  {{X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B}},
};
static const x86_reg preserved_registers[] = {
  X86_REG_RBX, X86_REG_RBP, X86_REG_RSP, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15,
};

/* The register that a name is of or is a part of; *ret_whole tells which. */
static unsigned register_of(unsigned name, bool *ret_whole)
{
  for (unsigned i = 0; name != X86_REG_INVALID && i < REGISTERS; i++)
    for (size_t part = 0; part < sizeof registers[i].names / sizeof *registers[i].names; part++)
      if ((unsigned)registers[i].names[part] == name) {
        *ret_whole = part == 0;
        return i;
      }
  *ret_whole = false;
  return NO_REGISTER;
}

static uint32_t bit_of(unsigned number)
{
  return number < REGISTERS ? UINT32_C(1) << number : 0;
}

/* The word of the stack that an operand begins at; false when it is elsewhere. */
static bool slot_of(const struct state *state, const cs_x86_op *operand, int32_t *ret)
{
  if (operand->type != X86_OP_MEM || operand->mem.index != X86_REG_INVALID || operand->mem.segment != X86_REG_INVALID)
    return false;
  bool is_stack = operand->mem.base == X86_REG_RSP;
  int64_t distance = operand->mem.disp + (is_stack ? state->stack : 0);
  if ((!is_stack && operand->mem.base != X86_REG_RBP) || distance > DISTANCE_MAX || distance < -DISTANCE_MAX)
    return false;
  *ret = (int32_t)(distance * 2 + is_stack);
  return true;
}

static bool holds_slot(const struct state *state, int32_t slot)
{
  for (unsigned i = 0; i < state->slot_count; i++)
    if (state->slots[i] == slot)
      return true;
  return false;
}

/* Drop the slots of a base between two distances. */
static void drop_slots(struct state *state, bool is_stack, int64_t from, int64_t to)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < state->slot_count; i++) {
    int64_t distance = (state->slots[i] - (state->slots[i] & 1)) / 2;
    if ((state->slots[i] & 1) != is_stack || distance < from || distance >= to)
      state->slots[kept++] = state->slots[i];
  }
  memset(&state->slots[kept], 0, (state->slot_count - kept) * sizeof *state->slots);
  state->slot_count = (uint16_t)kept;
}

/* One that does not fit is forgotten. */
static void add_slot(struct state *state, int32_t slot)
{
  unsigned at = state->slot_count;
  if (at == SLOTS_MAX)
    return;
  for (; at > 0 && state->slots[at - 1] > slot; at--)
    state->slots[at] = state->slots[at - 1];
  state->slots[at] = slot;
  state->slot_count++;
}

static void drop_base(struct state *state, bool is_stack)
{
  drop_slots(state, is_stack, INT64_MIN, INT64_MAX);
}

/* The stack pointer is now somewhere else. */
static void lose_stack(struct state *state)
{
  drop_base(state, true);
  state->stack = 0;
}

static void write_register(struct state *state, unsigned number, bool holds)
{
  if (number == RSP)
    lose_stack(state);
  if (number == RBP)
    drop_base(state, false);
  state->registers = (state->registers & ~bit_of(number)) | (holds && number != RSP ? bit_of(number) : 0);
}

static void write_slot(struct state *state, int32_t slot, unsigned bytes, bool holds)
{
  int64_t distance = (slot - (slot & 1)) / 2;
  drop_slots(state, slot & 1, distance - WORD_BYTES + 1, distance + bytes);
  if (holds)
    add_slot(state, slot);
}

static bool holds(const struct state *state, const cs_x86_op *operand)
{
  bool is_whole;
  int32_t slot;
  if (operand->type == X86_OP_REG) {
    uint32_t bit = bit_of(register_of(operand->reg, &is_whole));
    return is_whole && (state->registers & bit);
  }
  return operand->size == WORD_BYTES && slot_of(state, operand, &slot) && holds_slot(state, slot);
}

static void write_operand(struct state *state, const cs_x86_op *operand, bool holds)
{
  bool is_whole;
  int32_t slot;
  if (operand->type == X86_OP_REG) {
    unsigned number = register_of(operand->reg, &is_whole);
    write_register(state, number, holds && is_whole);
    if (number == RAX && holds)
      state->is_moved = true;
  } else if (slot_of(state, operand, &slot)) {
    write_slot(state, slot, operand->size, holds && operand->size == WORD_BYTES);
  } else if (operand->type == X86_OP_MEM && holds) {
    state->is_stored = true;
  }
}

static void execute_move(struct state *state, const cs_x86_op *operands)
{
  bool was_stored = state->is_stored;
  write_operand(state, &operands[0], holds(state, &operands[1]));
  if (!was_stored && state->is_stored && operands[1].type == X86_OP_REG && operands[1].reg == X86_REG_RAX)
    state->is_moved = false; /* into rax, that was for this */
}

/* --- instructions --- */

static void move_stack(struct state *state, int64_t bytes)
{
  if (bytes > DISTANCE_MAX || bytes < -DISTANCE_MAX || state->stack + bytes > DISTANCE_MAX ||
      state->stack + bytes < -DISTANCE_MAX) {
    lose_stack(state);
    return;
  }
  state->stack += (int32_t)bytes;
  drop_slots(state, true, INT64_MIN, state->stack);
}

static void execute_push(struct state *state, const cs_x86_op *operand)
{
  bool value = holds(state, operand);
  move_stack(state, -WORD_BYTES);
  write_slot(state, state->stack * 2 + 1, WORD_BYTES, value);
}

static void execute_pop(struct state *state, const cs_x86_op *operand)
{
  bool value = holds_slot(state, state->stack * 2 + 1);
  move_stack(state, WORD_BYTES);
  write_operand(state, operand, value);
}

static void execute_exchange(struct state *state, const cs_x86_op *operands)
{
  bool left = holds(state, &operands[0]), right = holds(state, &operands[1]);
  write_operand(state, &operands[0], right);
  write_operand(state, &operands[1], left);
}

static bool is_conditional_move(unsigned id)
{
  return id >= X86_INS_CMOVA && id <= X86_INS_CMOVS;
}

/* Add to or take from the stack pointer; false: it is another instruction. */
static bool adjust_stack(struct state *state, unsigned id, const cs_x86_op *operands)
{
  if (operands[0].type != X86_OP_REG || operands[0].reg != X86_REG_RSP)
    return false;
  if ((id == X86_INS_ADD || id == X86_INS_SUB) && operands[1].type == X86_OP_IMM) {
    int64_t bytes = operands[1].imm;
    move_stack(state, bytes > DISTANCE_MAX || bytes < -DISTANCE_MAX ? INT64_MAX : id == X86_INS_ADD ? bytes : -bytes);
    return true;
  }
  if (id == X86_INS_LEA && operands[1].mem.base == X86_REG_RSP && operands[1].mem.index == X86_REG_INVALID) {
    move_stack(state, operands[1].mem.disp);
    return true;
  }
  return false;
}

/* Whatever an instruction writes no longer holds the value. */
static void drop_written(struct analysis *analysis, struct state *state)
{
  const cs_x86 *x86 = &analysis->instruction->detail->x86;
  cs_regs read, written;
  uint8_t read_count, written_count = 0;
  bool is_whole;
  if (cs_regs_access(analysis->capstone, analysis->instruction, read, &read_count, written, &written_count))
    written_count = 0;
  for (uint8_t i = 0; i < written_count; i++)
    write_register(state, register_of(written[i], &is_whole), false);
  for (uint8_t i = 0; i < x86->op_count; i++)
    if (x86->operands[i].access & CS_AC_WRITE)
      write_operand(state, &x86->operands[i], false);
  if (analysis->instruction->id == X86_INS_SYSCALL)
    write_register(state, RAX, false);
}

/* Does it compare the value with NULL? */
static bool is_null_test(const struct state *state, unsigned id, const cs_x86_op *operands)
{
  if (id == X86_INS_TEST)
    return operands[0].type == X86_OP_REG && operands[1].type == X86_OP_REG && operands[0].reg == operands[1].reg &&
           holds(state, &operands[0]);
  return id == X86_INS_CMP && operands[1].type == X86_OP_IMM && operands[1].imm == 0 && holds(state, &operands[0]);
}

static bool keeps_flags(unsigned id)
{
  return id == X86_INS_MOV || id == X86_INS_MOVABS || id == X86_INS_LEA || id == X86_INS_NOP || id == X86_INS_PUSH ||
         id == X86_INS_POP;
}

/* What an instruction that is no jump makes of a state. */
static void execute_plain(struct analysis *analysis, struct state *state)
{
  const cs_x86_op *operands = analysis->instruction->detail->x86.operands;
  unsigned id = analysis->instruction->id;
  state->is_tested = keeps_flags(id) ? state->is_tested : is_null_test(state, id, operands);
  if (id == X86_INS_MOV || id == X86_INS_MOVABS)
    execute_move(state, operands);
  else if (is_conditional_move(id))
    write_operand(state, &operands[0], holds(state, &operands[0]) || holds(state, &operands[1]));
  else if (id == X86_INS_PUSH)
    execute_push(state, &operands[0]);
  else if (id == X86_INS_POP)
    execute_pop(state, &operands[0]);
  else if (id == X86_INS_XCHG)
    execute_exchange(state, operands);
  else if (!adjust_stack(state, id, operands))
    drop_written(analysis, state);
}

/* --- calls, jumps and returns --- */

/* Does a call or jump go to a function that returns the value, which is its first argument? */
static bool passes_through(const struct analysis *analysis, const struct state *state)
{
  const struct value_question *question = analysis->question;
  const cs_insn *instruction = analysis->instruction;
  const cs_x86_op *operand = &instruction->detail->x86.operands[0];
  if (!(state->registers & bit_of(RDI)))
    return false;
  if (operand->type == X86_OP_IMM)
    return question->returns_argument(question->context, (uint64_t)operand->imm, false);
  if (operand->type != X86_OP_MEM || operand->mem.base != X86_REG_RIP)
    return false;
  uint64_t slot_address = instruction->address + instruction->size + (uint64_t)operand->mem.disp;
  return question->returns_argument(question->context, slot_address, true);
}

static void execute_call(struct analysis *analysis, struct state *state)
{
  bool comes_back = passes_through(analysis, state), is_whole;
  uint32_t kept = 0;
  for (size_t i = 0; i < sizeof preserved_registers / sizeof *preserved_registers; i++)
    kept |= bit_of(register_of(preserved_registers[i], &is_whole));
  state->registers &= kept;
  state->is_tested = false;
  state->registers |= comes_back ? bit_of(RAX) : 0;
  state->is_moved = false;
}

/* A path begins, unless it is known already or there is nothing to follow. */
static void begin_path(struct analysis *analysis, const struct state *state, uint64_t address)
{
  struct state begun = *state;
  begun.address = address;
  if (!begun.registers && !begun.slot_count)
    return;
  for (size_t i = 0; i < analysis->state_count; i++)
    if (memcmp(&analysis->states[i], &begun, sizeof begun) == 0)
      return;
  if (analysis->state_count == STATES_MAX)
    analysis->is_cut = true;
  else
    analysis->states[analysis->state_count++] = begun;
}

static bool is_inside(const struct analysis *analysis, uint64_t address)
{
  return address >= analysis->question->start && address < analysis->question->end;
}

static void leave_function(struct analysis *analysis, const struct state *state, bool has_value)
{
  bool is_meant = analysis->question->is_typed || state->is_moved || !state->is_stored;
  analysis->is_returned |= has_value && is_meant;
}

/* An unconditional jump, maybe out of the function. */
static void follow_jump(struct analysis *analysis, const struct state *state)
{
  const cs_x86_op *operand = &analysis->instruction->detail->x86.operands[0];
  if (operand->type == X86_OP_IMM && is_inside(analysis, (uint64_t)operand->imm))
    begin_path(analysis, state, (uint64_t)operand->imm);
  else
    leave_function(analysis, state, passes_through(analysis, state));
  if (operand->type == X86_OP_REG || (operand->type == X86_OP_MEM && operand->mem.index != X86_REG_INVALID))
    analysis->is_unsure = true; /* that is how a switch looks */
}

static void follow_branch(struct analysis *analysis, struct state *state, uint64_t behind)
{
  unsigned id = analysis->instruction->id;
  const cs_x86_op *operand = &analysis->instruction->detail->x86.operands[0];
  bool is_tested = state->is_tested;
  state->is_tested = false;
  if (operand->type == X86_OP_IMM && is_inside(analysis, (uint64_t)operand->imm) && !(is_tested && id == X86_INS_JE))
    begin_path(analysis, state, (uint64_t)operand->imm);
  if (!(is_tested && id == X86_INS_JNE))
    begin_path(analysis, state, behind);
}

static bool decode_instruction(struct analysis *analysis, uint64_t address)
{
  uint8_t bytes[INSTRUCTION_MAX_BYTES];
  const uint8_t *code = bytes;
  size_t size = elf_file_read(analysis->question->file, address, bytes, sizeof bytes);
  return cs_disasm_iter(analysis->capstone, &code, &size, &address, analysis->instruction);
}

/* Follow a path up to the next jump. */
static void follow_path(struct analysis *analysis, struct state state)
{
  while ((state.registers || state.slot_count) && is_inside(analysis, state.address) && !analysis->is_returned) {
    if (++analysis->steps > STEPS_MAX || !decode_instruction(analysis, state.address)) {
      analysis->is_cut = true;
      return;
    }
    unsigned id = analysis->instruction->id;
    uint64_t behind = state.address + analysis->instruction->size;
    if (id == X86_INS_RET) {
      leave_function(analysis, &state, state.registers & bit_of(RAX));
      return;
    }
    if (id == X86_INS_JMP) {
      follow_jump(analysis, &state);
      return;
    }
    if (cs_insn_group(analysis->capstone, analysis->instruction, CS_GRP_JUMP)) {
      follow_branch(analysis, &state, behind);
      return;
    }
    if (id == X86_INS_CALL)
      execute_call(analysis, &state);
    else
      execute_plain(analysis, &state);
    state.address = behind;
  }
}

static enum value_flow follow_all_paths(struct analysis *analysis)
{
  const struct value_question *question = analysis->question;
  if (!is_inside(analysis, question->return_address))
    return VALUE_UNKNOWN;
  begin_path(analysis, &(struct state){.registers = bit_of(RAX)}, question->return_address);
  while (analysis->next < analysis->state_count && !analysis->is_returned && !analysis->is_cut)
    follow_path(analysis, analysis->states[analysis->next++]);
  if (analysis->is_returned)
    return VALUE_RETURNED;
  return analysis->is_cut || analysis->is_unsure ? VALUE_UNKNOWN : VALUE_KEPT;
}

enum value_flow value_flow_find(const struct value_question *question)
{
  enum value_flow flow = VALUE_UNKNOWN;
  struct analysis *analysis = calloc(1, sizeof *analysis);
  if (!analysis || cs_open(CS_ARCH_X86, CS_MODE_64, &analysis->capstone) != CS_ERR_OK) {
    free(analysis);
    return VALUE_UNKNOWN;
  }
  analysis->question = question;
  if (cs_option(analysis->capstone, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK &&
      (analysis->instruction = cs_malloc(analysis->capstone))) {
    flow = follow_all_paths(analysis);
    cs_free(analysis->instruction, 1);
  }
  cs_close(&analysis->capstone);
  free(analysis);
  return flow;
}
