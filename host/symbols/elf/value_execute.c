/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What single instructions do to values. Sums and differences keep what they are computed from; all other arithmetic,
 * and whatever is narrower than a pointer, makes numbers. What an instruction does that is not known here is only that
 * it writes: general registers then hold something else, vector registers what it read. */
#include <stdlib.h>

#include "host/symbols/elf/handed_on_blocks_private.h"

/* --- registers --- */

struct register_name {
  uint8_t number; /* plus one; 0: none */
  bool is_whole;
};

#define REGISTER(number, whole, double, word, byte)                                                        \
  [whole] = {number + 1, true}, [double] = {number + 1, false}, [word] = {number + 1, false},              \
  [byte] = {number + 1, false}
#define HIGH(number, byte) [byte] = {number + 1, false}
static const struct register_name names[X86_REG_ENDING] = {
  REGISTER(RAX, X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL), HIGH(RAX, X86_REG_AH),
  REGISTER(RCX, X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL), HIGH(RCX, X86_REG_CH),
  REGISTER(RDX, X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL), HIGH(RDX, X86_REG_DH),
  REGISTER(RBX, X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL), HIGH(RBX, X86_REG_BH),
  REGISTER(RSP, X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL),
  REGISTER(RBP, X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL),
  REGISTER(RSI, X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL),
  REGISTER(RDI, X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL),
  REGISTER(R8, X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B),
  REGISTER(R9, X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B),
  REGISTER(10, X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B),
  REGISTER(11, X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B),
  REGISTER(12, X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B),
  REGISTER(13, X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B),
  REGISTER(14, X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B),
  REGISTER(15, X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B),
};
#undef REGISTER
#undef HIGH

static struct register_name name_of(unsigned reg)
{
  return reg < X86_REG_ENDING ? names[reg] : (struct register_name){0};
}

static uint32_t *vector_of(struct value_state *state, unsigned reg)
{
  static const struct {
    unsigned first;
  } kinds[] = {{X86_REG_XMM0}, {X86_REG_YMM0}, {X86_REG_ZMM0}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (reg >= kinds[i].first && reg < kinds[i].first + VECTOR_REGISTERS)
      return &state->vectors[reg - kinds[i].first];
  return NULL;
}

/* --- operands --- */

static struct value general(const struct value_state *state, unsigned reg)
{
  struct register_name name = name_of(reg);
  return name.number && name.is_whole ? state->general[name.number - 1] : OTHER_VALUE;
}

static struct value address_of(const struct value_state *state, const x86_op_mem *memory)
{
  struct value base = {GLOBAL_ADDRESS, 0};
  bool is_index = memory->index != X86_REG_INVALID && memory->scale == 1;
  if (memory->segment == X86_REG_FS || memory->segment == X86_REG_GS || memory->base == X86_REG_RIP)
    return base;
  if (memory->base != X86_REG_INVALID)
    base = general(state, memory->base);
  else if (is_index)
    return value_moved_by(general(state, memory->index), memory->disp);
  base = is_index ? value_sum(base, general(state, memory->index)) :
         memory->index != X86_REG_INVALID ? value_derived(base) : base;
  return memory->disp ? value_moved_by(base, memory->disp) : base;
}

struct value value_operand(const struct value_state *state, const cs_x86_op *operand)
{
  const uint32_t *vector = operand->type == X86_OP_REG ? vector_of((struct value_state *)state, operand->reg) : NULL;
  if (vector)
    return (struct value){*vector, 0};
  if (operand->type == X86_OP_REG)
    return general(state, operand->reg);
  if (operand->type == X86_OP_MEM)
    return value_state_read(state, address_of(state, &operand->mem), operand->size);
  return OTHER_VALUE;
}

static void put_in_register(struct value_state *state, unsigned reg, struct value value)
{
  struct register_name name = name_of(reg);
  uint32_t *vector = vector_of(state, reg);
  if (vector)
    *vector = value_copied(value).bits & (BLOCKS | FROM_ARGUMENTS | HOLDERS);
  else if (name.number)
    state->general[name.number - 1] = name.is_whole ? value_copied(value) : OTHER_VALUE;
}

/* A block that was put elsewhere from a result register was there for that, and one that still is where the call
 * returned it may be there by chance. */
static void mark_chance(struct value_state *state, unsigned source)
{
  static const uint8_t results[] = {RAX, RDX};
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    uint32_t *bits = &state->general[results[i]].bits;
    uint32_t by_chance = BLOCK_DIRECT | (name_of(source).number == results[i] + 1 ? BLOCK_MOVED : 0);
    if (*bits & by_chance)
      *bits = (*bits & ~by_chance) | BLOCK_CHANCE;
  }
}

void value_store(struct value_analysis *analysis, struct value_state *state, struct value address, unsigned bytes,
                 struct value value)
{
  uint32_t put = value.bits & (BLOCKS | FROM_ARGUMENTS | HOLDERS);
  value_state_write(state, address, bytes, value);
  if (bytes < VALUE_WORD_BYTES)
    return;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    if (address.bits & (uint32_t)FROM_ARGUMENT << i)
      analysis->outcome.through[i] |= put;
  value_state_hold(state, address.bits, put);
}

/* Are words of the frame addressed as such, rather than through a pointer? */
static bool is_plain_slot(const cs_x86_op *operand)
{
  return operand->mem.base == X86_REG_RSP || operand->mem.base == X86_REG_RBP;
}

static void put_in_memory(struct value_analysis *analysis, struct value_state *state, const cs_x86_op *operand,
                          struct value value, unsigned source)
{
  struct value address = address_of(state, &operand->mem);
  value_store(analysis, state, address, operand->size, value);
  if (!(address.bits & FRAME_ADDRESS) && (value.bits & BLOCK_EXACT))
    mark_chance(state, source);
  bool is_elsewhere = !(address.bits & FRAME_ADDRESS) || !is_plain_slot(operand);
  if (operand->size >= VALUE_WORD_BYTES && is_elsewhere && address.bits != GLOBAL_ADDRESS)
    value_note_put(analysis, value.bits);
}

static void put(struct value_analysis *analysis, struct value_state *state, const cs_x86_op *operand,
                struct value value, unsigned source)
{
  if (operand->type == X86_OP_REG)
    put_in_register(state, operand->reg, operand->size < VALUE_WORD_BYTES ? OTHER_VALUE : value);
  else if (operand->type == X86_OP_MEM)
    put_in_memory(analysis, state, operand, value, source);
}

/* --- instructions --- */

struct step {
  struct value_analysis *analysis;
  struct value_state *state;
  const cs_x86_op *operands;
  size_t count;
};

/* Is the operand a variable with a fixed address? */
static bool is_global(const struct step *step, const cs_x86_op *operand, uint64_t *ret_address)
{
  const cs_insn *instruction = step->analysis->instruction;
  const x86_op_mem *memory = &operand->mem;
  if (operand->type != X86_OP_MEM || operand->size != VALUE_WORD_BYTES || memory->index != X86_REG_INVALID)
    return false;
  bool is_thread_local = memory->segment == X86_REG_FS && memory->base == X86_REG_INVALID;
  *ret_address = (uint64_t)memory->disp + (is_thread_local ? 0 : instruction->address + instruction->size);
  return is_thread_local || memory->base == X86_REG_RIP;
}

static void move(const struct step *step)
{
  unsigned source = step->operands[1].type == X86_OP_REG ? step->operands[1].reg : X86_REG_INVALID;
  struct value value = value_operand(step->state, &step->operands[1]);
  uint64_t address;
  if (is_global(step, &step->operands[1], &address))
    value.bits |= value_state_global(step->state, address);
  if (is_global(step, &step->operands[0], &address))
    value_state_set_global(step->state, address, value.bits);
  put(step->analysis, step->state, &step->operands[0], value, source);
}

static void load_address(const struct step *step)
{
  const x86_op_mem *memory = &step->operands[1].mem;
  bool is_number = memory->base == X86_REG_INVALID && memory->index != X86_REG_INVALID && memory->scale > 1;
  put(step->analysis, step->state, &step->operands[0], is_number ? OTHER_VALUE : address_of(step->state, memory),
      X86_REG_INVALID);
}

/* Adding to a word of memory leaves what it leads to. */
static void put_sum(const struct step *step, struct value value)
{
  if (step->operands[0].type == X86_OP_MEM)
    value_state_write(step->state, address_of(step->state, &step->operands[0].mem), step->operands[0].size, value);
  else
    put(step->analysis, step->state, &step->operands[0], value, X86_REG_INVALID);
}

static void add(const struct step *step)
{
  struct value left = value_operand(step->state, &step->operands[0]);
  if (step->operands[1].type == X86_OP_IMM)
    put_sum(step, value_moved_by(left, step->operands[1].imm));
  else
    put_sum(step, value_sum(left, value_operand(step->state, &step->operands[1])));
}

static void subtract(const struct step *step)
{
  struct value left = value_operand(step->state, &step->operands[0]);
  struct value right = value_operand(step->state, &step->operands[1]);
  uint32_t both = left.bits & right.bits & (BLOCKS | FROM_ARGUMENTS | HOLDERS | FRAME_ADDRESS | GLOBAL_ADDRESS);
  if (step->operands[1].type == X86_OP_IMM) {
    int64_t bytes = step->operands[1].imm;
    put_sum(step, value_moved_by(left, bytes == INT64_MIN ? bytes : -bytes));
    return;
  }
  left = value_derived(left);
  left.offset = VALUE_ANYWHERE;
  put_sum(step, both ? OTHER_VALUE : left);
}

/* Rounding keeps an address what it is. On entry the stack is aligned as in the call of a function whose frame is. */
static void mask(const struct step *step)
{
  struct value value = value_operand(step->state, &step->operands[0]);
  bool is_rounding = step->operands[1].type == X86_OP_IMM && step->operands[1].imm < 0;
  int64_t aligned = (value.offset + VALUE_WORD_BYTES) & step->operands[1].imm;
  if (is_rounding && (value.bits & FRAME_ADDRESS) && value.offset != VALUE_ANYWHERE)
    value = value_moved_by(value, aligned - VALUE_WORD_BYTES - value.offset);
  else
    value = is_rounding || step->operands[1].type != X86_OP_IMM ? value_derived(value) : OTHER_VALUE;
  put_sum(step, value);
}

static void mix(const struct step *step)
{
  struct value left = value_operand(step->state, &step->operands[0]);
  put_sum(step, value_sum(left, value_operand(step->state, &step->operands[1])));
}

static void exclude(const struct step *step)
{
  bool is_zero = step->operands[0].type == X86_OP_REG && step->operands[1].type == X86_OP_REG &&
                 step->operands[0].reg == step->operands[1].reg;
  if (is_zero)
    put_in_register(step->state, step->operands[0].reg, OTHER_VALUE);
  else
    mix(step);
}

static void push(const struct step *step)
{
  struct value value = value_operand(step->state, &step->operands[0]);
  struct value *top = &step->state->general[RSP];
  *top = value_moved_by(*top, -VALUE_WORD_BYTES);
  value_state_write(step->state, *top, VALUE_WORD_BYTES, value);
}

static struct value pop_value(struct value_state *state)
{
  struct value *top = &state->general[RSP], value = value_state_read(state, *top, VALUE_WORD_BYTES);
  *top = value_moved_by(*top, VALUE_WORD_BYTES);
  return value;
}

static void pop(const struct step *step)
{
  put(step->analysis, step->state, &step->operands[0], pop_value(step->state), X86_REG_INVALID);
}

static void leave(const struct step *step)
{
  step->state->general[RSP] = value_copied(step->state->general[RBP]);
  step->state->general[RBP] = pop_value(step->state);
}

static void exchange(const struct step *step)
{
  struct value left = value_operand(step->state, &step->operands[0]);
  struct value right = value_operand(step->state, &step->operands[1]);
  put(step->analysis, step->state, &step->operands[0], right, X86_REG_INVALID);
  put(step->analysis, step->state, &step->operands[1], left, X86_REG_INVALID);
}

static void move_if(const struct step *step)
{
  put(step->analysis, step->state, &step->operands[0],
      value_union(value_operand(step->state, &step->operands[0]), value_operand(step->state, &step->operands[1])),
      X86_REG_INVALID);
}

static void compare_exchange(const struct step *step)
{
  struct value was = value_operand(step->state, &step->operands[0]);
  struct value new = value_operand(step->state, &step->operands[1]);
  put(step->analysis, step->state, &step->operands[0], value_union(was, new), X86_REG_INVALID);
  step->state->general[RAX] = value_derived(value_union(was, step->state->general[RAX]));
}

static void copy_string(const struct step *step)
{
  struct value_state *state = step->state;
  struct value from = value_derived(state->general[RSI]), to = state->general[RDI];
  value_store(step->analysis, state, value_derived(to), VALUE_WORD_BYTES,
              (struct value){value_state_reached(state, from) | VALUE_OTHER, 0});
  if (to.bits != GLOBAL_ADDRESS)
    value_note_put(step->analysis, value_state_reached(state, from));
  state->general[RSI] = from;
  state->general[RDI] = value_derived(to);
}

static void write_what_was_read(const struct step *step);

/* One of two instructions that are called so: of strings, or of vectors. */
static void move_double(const struct step *step)
{
  if (step->count == 2 && step->operands[0].type == X86_OP_MEM && step->operands[1].type == X86_OP_MEM)
    copy_string(step);
  else
    write_what_was_read(step);
}

/* Of one that is not known better. */
static void write_what_was_read(const struct step *step)
{
  cs_regs read, written;
  uint8_t read_count, written_count = 0;
  struct value source = {0, 0};
  for (size_t i = 0; i < step->count; i++)
    if (i > 0 || (step->operands[i].access & CS_AC_READ))
      source.bits |= value_operand(step->state, &step->operands[i]).bits;
  source.bits &= BLOCKS | FROM_ARGUMENTS | HOLDERS;
  csh capstone = step->analysis->session->decoder->capstone;
  if (decoder_library()->regs_access(capstone, step->analysis->instruction, read, &read_count, written, &written_count))
    written_count = 0;
  for (uint8_t i = 0; i < written_count; i++)
    put_in_register(step->state, written[i], vector_of(step->state, written[i]) ? source : OTHER_VALUE);
  for (size_t i = 0; i < step->count; i++)
    if ((step->operands[i].access & CS_AC_WRITE) && step->operands[i].type == X86_OP_MEM)
      put(step->analysis, step->state, &step->operands[i], OTHER_VALUE, X86_REG_INVALID);
}

/* Vector registers to memory, half of them too; and words into and out of them. */
static void move_vector(const struct step *step)
{
  struct value source = {0, 0};
  const cs_x86_op *to = &step->operands[0];
  for (size_t i = 1; i < step->count; i++)
    source = value_union(source, value_operand(step->state, &step->operands[i]));
  if (step->count == 1)
    return;
  if (to->type == X86_OP_REG && vector_of(step->state, to->reg) && step->operands[1].type == X86_OP_MEM &&
      step->operands[1].size < 16)
    source.bits |= *vector_of(step->state, to->reg);
  put(step->analysis, step->state, to, source, X86_REG_INVALID);
}

static void do_nothing(const struct step *step)
{
  (void)step;
}

static void make_system_call(const struct step *step)
{
  write_what_was_read(step);
  step->state->general[RAX] = OTHER_VALUE;
}

static const struct {
  unsigned id;
  void (*execute)(const struct step *step);
  bool keeps_flags;
} instructions[] = {
  {X86_INS_MOV, move, true}, {X86_INS_MOVABS, move, true}, {X86_INS_LEA, load_address, true},
  {X86_INS_PUSH, push, true}, {X86_INS_POP, pop, true}, {X86_INS_NOP, do_nothing, true}, {X86_INS_LEAVE, leave, true},
  {X86_INS_ADD, add, false}, {X86_INS_SUB, subtract, false}, {X86_INS_AND, mask, false}, {X86_INS_OR, mix, false},
  {X86_INS_XOR, exclude, false},
  {X86_INS_XCHG, exchange, true}, {X86_INS_CMPXCHG, compare_exchange, false},
  {X86_INS_TEST, do_nothing, false}, {X86_INS_CMP, do_nothing, false},
  {X86_INS_MOVSD, move_double, true}, {X86_INS_MOVSQ, copy_string, true}, {X86_INS_MOVSB, copy_string, true},
  {X86_INS_MOVQ, move_vector, true}, {X86_INS_MOVAPS, move_vector, true}, {X86_INS_MOVUPS, move_vector, true},
  {X86_INS_MOVAPD, move_vector, true}, {X86_INS_MOVUPD, move_vector, true}, {X86_INS_MOVDQA, move_vector, true},
  {X86_INS_MOVDQU, move_vector, true}, {X86_INS_MOVHPS, move_vector, true}, {X86_INS_MOVLPS, move_vector, true},
  {X86_INS_MOVHPD, move_vector, true}, {X86_INS_MOVLPD, move_vector, true}, {X86_INS_PEXTRQ, move_vector, true},
  {X86_INS_VMOVQ, move_vector, true}, {X86_INS_VMOVAPS, move_vector, true}, {X86_INS_VMOVUPS, move_vector, true},
  {X86_INS_VMOVAPD, move_vector, true}, {X86_INS_VMOVUPD, move_vector, true}, {X86_INS_VMOVDQA, move_vector, true},
  {X86_INS_VMOVDQU, move_vector, true}, {X86_INS_VMOVHPS, move_vector, true}, {X86_INS_VMOVLPS, move_vector, true},
  {X86_INS_VPEXTRQ, move_vector, true}, {X86_INS_VEXTRACTI128, move_vector, true},
  {X86_INS_VEXTRACTF128, move_vector, true}, {X86_INS_SYSCALL, make_system_call, true},
};

static bool is_conditional_move(unsigned id)
{
  return id >= X86_INS_CMOVA && id <= X86_INS_CMOVS;
}

uint32_t value_registers_written(const struct value_analysis *analysis)
{
  cs_regs read, written;
  uint8_t read_count, written_count;
  uint32_t registers = 0;
  csh capstone = analysis->session->decoder->capstone;
  if (decoder_library()->regs_access(capstone, analysis->instruction, read, &read_count, written, &written_count))
    return VALUE_CLOBBERED_BY_ANY;
  for (uint8_t i = 0; i < written_count; i++)
    registers |= name_of(written[i]).number ? 1U << (name_of(written[i]).number - 1) : 0;
  return registers;
}

/* Does it compare the very block with NULL? */
static bool is_null_test(const struct step *step, unsigned id)
{
  const cs_x86_op *operands = step->operands;
  if (step->count != 2 || !value_is_exact(value_operand(step->state, &operands[0])))
    return false;
  if (id == X86_INS_TEST)
    return operands[0].type == X86_OP_REG && operands[1].type == X86_OP_REG && operands[0].reg == operands[1].reg;
  return id == X86_INS_CMP && operands[1].type == X86_OP_IMM && operands[1].imm == 0;
}

void value_execute(struct value_analysis *analysis, struct value_state *state)
{
  const cs_x86 *x86 = &analysis->instruction->detail->x86;
  const struct step step = {analysis, state, x86->operands, x86->op_count};
  unsigned id = analysis->instruction->id;
  void (*execute)(const struct step *) = is_conditional_move(id) ? move_if : write_what_was_read;
  bool keeps_flags = is_conditional_move(id);
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (instructions[i].id == id) {
      execute = instructions[i].execute;
      keeps_flags = instructions[i].keeps_flags;
    }
  state->is_tested = keeps_flags ? state->is_tested : is_null_test(&step, id);
  execute(&step);
}

/* --- uses --- */

static bool is_in_scope(const struct value_scope *scope, uint64_t address)
{
  for (size_t i = 0; i < scope->count; i++)
    if (address >= scope->ranges[i].start && address < scope->ranges[i].end)
      return true;
  return false;
}

void value_note_put(struct value_analysis *analysis, uint32_t bits)
{
  struct value_session *session = analysis->session;
  bits &= analysis->is_asked ? BLOCKS : 0;
  session->put |= bits;
  for (size_t i = 0; i < session->question->scope_count; i++)
    if (is_in_scope(&session->question->scopes[i], analysis->instruction->address)) {
      session->leaves_scope[i] |= bits;
      session->put_in_scope[i] |= bits;
    }
}

void value_note_use(struct value_analysis *analysis, uint32_t bits)
{
  struct value_session *session = analysis->session;
  bits &= analysis->is_asked ? BLOCKS : 0;
  for (size_t i = 0; i < session->question->scope_count; i++)
    if (!is_in_scope(&session->question->scopes[i], analysis->instruction->address))
      session->leaves_scope[i] |= bits;
}

static uint32_t bits_read(const struct value_state *state, const cs_x86_op *operand)
{
  uint32_t bits = 0;
  if (operand->type == X86_OP_MEM)
    bits = general(state, operand->mem.base).bits | general(state, operand->mem.index).bits;
  return bits | (operand->access & CS_AC_READ ? value_operand(state, operand).bits : 0);
}

void value_note_operands(struct value_analysis *analysis, const struct value_state *state)
{
  const cs_x86 *x86 = &analysis->instruction->detail->x86;
  unsigned id = analysis->instruction->id;
  uint32_t bits = 0;
  if (!analysis->is_asked || analysis->session->question->scope_count == 0 || id == X86_INS_TEST || id == X86_INS_CMP)
    return;
  for (uint8_t i = 0; i < x86->op_count; i++)
    bits |= bits_read(state, &x86->operands[i]);
  value_note_use(analysis, bits);
}
