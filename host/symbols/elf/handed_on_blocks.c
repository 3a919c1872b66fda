/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the beginning of the function on, all paths are followed with the sets of what may be in registers and in the
 * frame (value_state.h), until no set grows any more. At the call in question, the block appears in the registers that
 * hold results, and wherever an argument of the call leads. What then is in %rax or %rdx on return, or was stored where
 * an argument of the function leads, leaves it.
 *
 * If something of interest is passed to another function of the module, that function is analysed in the same way, to a
 * limited depth: which of its arguments it returns or stores. Functions elsewhere are taken to do nothing, but for a
 * few known by name; what they return is an object in which things may be kept that is returned itself later on.
 *
 * Memory of other objects, and what is global, is not followed. A path ends where the function is left and, for the
 * block, where it is known to be NULL. When the type of the result is not known, a block that was stored elsewhere may
 * be in its register by chance (BLOCK_CHANCE). An indirect jump leads to all code that follows no other instruction.
 * The number of instructions, paths and functions is limited. */
#include "host/symbols/elf/handed_on_blocks_private.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"

enum {
  STEPS_MAX = 1 << 16,         /* of the function in question */
  CALLEE_STEPS_MAX = 1 << 11,  /* of each other one */
  CALLEES_STEPS_MAX = 1 << 14, /* of all these */
  BLOCKS_MAX = 1 << 13,
  CALLEE_BLOCKS_MAX = 1 << 11,
  SWEEP_MAX = 1 << 14,
  DEPTH_MAX = 16,
  INSTRUCTION_MAX_BYTES = 15,
};

/* An instruction without its text, and without what only others need. */
struct value_kept {
  uint64_t address;
  size_t detail_bytes;
  char head[offsetof(cs_insn, mnemonic)];
  char detail[];
};

static size_t detail_bytes(const cs_detail *detail)
{
  return offsetof(cs_detail, x86) + offsetof(cs_x86, operands) + detail->x86.op_count * sizeof(cs_x86_op);
}

static bool decode_anew(const struct value_session *session, uint64_t address)
{
  uint8_t bytes[INSTRUCTION_MAX_BYTES];
  const uint8_t *code = bytes;
  size_t size = elf_file_read(session->question->file, address, bytes, sizeof bytes);
  return decoder_library()->disasm_iter(session->decoder->capstone, &code, &size, &address, session->decoder->scratch);
}

static struct value_kept *keep(const struct value_session *session, uint64_t address)
{
  const cs_insn *decoded = session->decoder->scratch;
  if (!decode_anew(session, address))
    return NULL;
  const size_t bytes = detail_bytes(decoded->detail);
  struct value_kept *kept = memory_allocate(sizeof *kept + bytes);
  kept->address = address;
  kept->detail_bytes = bytes;
  memcpy(kept->head, decoded, sizeof kept->head);
  memcpy(kept->detail, decoded->detail, bytes);
  return kept;
}

/* Most instructions are met in several questions, and to decode one takes longer than to follow it. */
bool value_decode(struct value_analysis *analysis, uint64_t address)
{
  struct value_kept **kept = &analysis->session->decoder->kept[address % VALUE_KEPT_MAX];
  if (!*kept || (*kept)->address != address) {
    free(*kept);
    *kept = keep(analysis->session, address);
  }
  if (!*kept)
    return false;
  memcpy(analysis->instruction, (*kept)->head, sizeof (*kept)->head);
  memcpy(analysis->instruction->detail, (*kept)->detail, (*kept)->detail_bytes);
  return true;
}

static bool is_inside(const struct value_analysis *analysis, uint64_t address)
{
  for (size_t i = 0; i < analysis->range_count; i++)
    if (address >= analysis->ranges[i].start && address < analysis->ranges[i].end)
      return true;
  return false;
}

/* --- paths --- */

/* Twice as many as there may be blocks. */
static size_t blocks_by_address(const struct value_analysis *analysis)
{
  return 2 * (analysis->is_asked ? BLOCKS_MAX : CALLEE_BLOCKS_MAX);
}

static bool add_block(struct value_analysis *analysis, const struct value_state *state, uint64_t address)
{
  if (analysis->block_count == blocks_by_address(analysis) / 2)
    return false;
  *NEW_ITEM(analysis->blocks, analysis->block_count, analysis->block_capacity) =
    (struct value_block){address, *state, true};
  return true;
}

/* The block that begins at an address, plus one; 0: there is none yet. */
static uint16_t *find_block(struct value_analysis *analysis, uint64_t address)
{
  size_t at = address * UINT64_C(0x9e3779b97f4a7c15) >> 32, mask = blocks_by_address(analysis) - 1;
  while (analysis->block_by_address[at & mask] &&
         analysis->blocks[analysis->block_by_address[at & mask] - 1].address != address)
    at++;
  return &analysis->block_by_address[at & mask];
}

/* A path begins; known ones get what it brings. */
static void begin_path(struct value_analysis *analysis, const struct value_state *state, uint64_t address)
{
  uint16_t *index = find_block(analysis, address);
  if (*index) {
    struct value_block *block = &analysis->blocks[*index - 1];
    block->is_queued |= value_state_join(&block->state, state);
  } else if (add_block(analysis, state, address)) {
    *index = (uint16_t)analysis->block_count;
  } else {
    analysis->is_cut = true;
    return;
  }
  if (analysis->blocks[*index - 1].is_queued && *index - 1U < analysis->first_queued)
    analysis->first_queued = *index - 1U;
}

static void leave_function(struct value_analysis *analysis, const struct value_state *state)
{
  bool is_typed = analysis->result != VALUE_RESULT_UNKNOWN;
  uint32_t result = state->general[RAX].bits, second = state->general[RDX].bits;
  if (!is_typed)
    result &= ~(uint32_t)BLOCK_CHANCE, second &= ~(uint32_t)BLOCK_CHANCE;
  if (is_typed || !(result & HOLDER_DIRECT))
    analysis->outcome.result |= value_state_held(state, result);
  analysis->outcome.result |= result;
  analysis->outcome.second |= second | value_state_held(state, second);
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++) /* what came into an object after that was put there */
    analysis->outcome.through[i] |= value_state_held(state, analysis->outcome.through[i]);
  if (analysis->result != VALUE_RESULT_NONE)
    value_note_use(analysis, result);
  if (analysis->result == VALUE_RESULT_TWO)
    value_note_use(analysis, second);
}

/* --- code that no jump leads to --- */

static bool ends_path(unsigned id)
{
  return id == X86_INS_JMP || id == X86_INS_RET || id == X86_INS_UD2 || id == X86_INS_HLT;
}

static void add_orphan(struct value_analysis *analysis, uint64_t address)
{
  *NEW_ITEM(analysis->orphans, analysis->orphan_count, analysis->orphan_capacity) = address;
}

static void sweep(struct value_analysis *analysis, const struct value_range *range, size_t *left)
{
  bool is_behind = false;
  for (uint64_t at = range->start; at < range->end && *left > 0 && value_decode(analysis, at); (*left)--) {
    unsigned id = analysis->instruction->id;
    if (is_behind && id != X86_INS_NOP && id != X86_INS_INT3) {
      add_orphan(analysis, at);
      is_behind = false;
    }
    is_behind |= ends_path(id);
    at += analysis->instruction->size;
  }
}

/* Where a switch may lead. */
static void follow_anywhere(struct value_analysis *analysis, const struct value_state *state)
{
  size_t left = SWEEP_MAX;
  for (size_t i = 0; !analysis->orphans && i < analysis->range_count; i++)
    sweep(analysis, &analysis->ranges[i], &left);
  for (size_t i = 0; i < analysis->orphan_count; i++)
    begin_path(analysis, state, analysis->orphans[i]);
}

/* --- calls --- */

static void analyse(struct value_analysis *analysis);

/* What a function returns and stores of its arguments; while that is being found out, nothing. */
static struct value_outcome summarise(struct value_analysis *caller, const struct value_range *code)
{
  struct value_session *session = caller->session;
  for (size_t i = 0; i < session->summary_count; i++)
    if (session->summaries[i].start == code->start)
      return session->summaries[i].outcome;
  if (caller->depth == DEPTH_MAX || session->summary_count == VALUE_SUMMARIES_MAX)
    return (struct value_outcome){0};
  size_t index = session->summary_count++;
  struct value_analysis callee = {
    .session = session, .ranges = code, .range_count = 1, .depth = caller->depth + 1, .step_limit = CALLEE_STEPS_MAX};
  session->summaries[index] = (struct value_summary){.start = code->start};
  analyse(&callee);
  session->summaries[index].outcome = callee.outcome;
  return callee.outcome;
}

/* What a call is passed. */
struct passed {
  struct value values[VALUE_ARGUMENTS];
};

static struct passed pass(const struct value_state *state)
{
  struct passed passed;
  for (unsigned i = 0; i < VALUE_ARGUMENT_STACK; i++)
    passed.values[i] = state->general[value_argument_registers[i]];
  struct value stack = value_derived(state->general[RSP]);
  passed.values[VALUE_ARGUMENT_STACK] = OTHER_VALUE;
  for (unsigned i = 0; i < VALUE_ARGUMENTS && !(state->general[RSP].bits & FRAME_FROM) &&
                       stack.offset + (int32_t)i * VALUE_WORD_BYTES < 0; i++)
    passed.values[VALUE_ARGUMENT_STACK] = value_union(
      passed.values[VALUE_ARGUMENT_STACK],
      value_state_read(state, (struct value){FRAME_ADDRESS, stack.offset + (int32_t)i * VALUE_WORD_BYTES},
                       VALUE_WORD_BYTES));
  return passed;
}

/* Does a callee get anything that may go somewhere? */
static bool is_of_interest(const struct value_state *state, const struct passed *passed)
{
  for (unsigned i = 0; i < VALUE_ARGUMENT_STACK; i++)
    if (value_state_reached(state, passed->values[i]))
      return true;
  return false;
}

struct value_callee value_find_callee(const struct value_analysis *analysis)
{
  const struct value_question *question = analysis->session->question;
  const cs_insn *instruction = analysis->instruction;
  const cs_x86_op *operand = &instruction->detail->x86.operands[0];
  if (operand->type == X86_OP_IMM)
    return question->callee(question->context, (uint64_t)operand->imm, false);
  if (operand->type != X86_OP_MEM || operand->mem.base != X86_REG_RIP)
    return (struct value_callee){0};
  return question->callee(question->context,
                          instruction->address + instruction->size + (uint64_t)operand->mem.disp, true);
}

static void clobber(struct value_state *state, uint32_t registers)
{
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
    if (registers >> i & 1)
      state->general[i] = OTHER_VALUE;
  memset(state->vectors, 0, sizeof state->vectors);
  state->is_tested = false;
}

/* Of bits that stand for arguments of a callee, what those are here. */
static uint32_t translated(const struct value_state *state, const struct passed *passed, uint32_t bits)
{
  uint32_t ret = 0;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    if (bits & (uint32_t)FROM_ARGUMENT << i)
      ret |= value_state_reached(state, passed->values[i]) | (passed->values[i].bits & HOLDERS);
  return ret;
}

/* A result that is derived from arguments. */
static struct value derived_result(const struct value_state *state, const struct passed *passed, uint32_t bits)
{
  struct value result = {translated(state, passed, bits) | VALUE_OTHER, 0};
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    if (bits & (uint32_t)FROM_ARGUMENT << i)
      result = value_union(result, value_derived(passed->values[i]));
  return result;
}

/* Something is put where an argument of a call leads. That may be an object in the frame, and then also where a pointer
 * in that object leads, as for what a lambda has captured. */
static void store_through(struct value_analysis *analysis, struct value_state *state, struct value address,
                          uint32_t bits)
{
  if (!bits)
    return;
  if (address.bits & FRAME_ADDRESS)
    address.bits |= value_state_pointers(state, address);
  value_store(analysis, state, value_derived(address), VALUE_WORD_BYTES, (struct value){bits | VALUE_OTHER, 0});
  if (!(address.bits & FRAME_ADDRESS) && address.bits != GLOBAL_ADDRESS)
    value_note_put(analysis, bits);
}

/* The call in question. A function that ends in a jump to another one is in no stack, and may have passed its arguments
 * in another order. */
static void receive_block(struct value_analysis *analysis, struct value_state *state, const struct passed *passed)
{
  struct value_callee callee = value_find_callee(analysis);
  bool is_any_order = value_jumps_on(analysis, &callee.code);
  analysis->is_reached = true;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    store_through(analysis, state, passed->values[i], is_any_order ? BLOCK_MEMORIES : (uint32_t)BLOCK_MEMORY << i);
  clobber(state, VALUE_CLOBBERED_BY_ANY);
  state->general[RAX] = (struct value){BLOCK_DIRECT, 0};
  state->general[RDX] = (struct value){BLOCK_SECOND | VALUE_OTHER, 0};
}

static struct value returned_first(struct value value)
{
  if (value.bits & BLOCK_EXACT)
    value.bits = (value.bits & ~BLOCK_EXACT) | BLOCK_DIRECT;
  return value;
}

/* Would it matter if a call left a register as it was? */
static bool is_anything_kept(const struct value_state *state)
{
  uint32_t bits = 0;
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
    bits |= VALUE_CLOBBERED_BY_ANY >> i & 1 ? state->general[i].bits : 0;
  return bits & (BLOCKS | FROM_ARGUMENTS | HOLDERS | FRAME_ADDRESS);
}

/* Another call. */
static void apply_callee(struct value_analysis *analysis, struct value_state *state, const struct passed *passed,
                         const struct value_callee *callee)
{
  struct value_outcome outcome = {0};
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    outcome.through[i] = callee->to >> i & 1 ? callee->from * (uint32_t)FROM_ARGUMENT : 0;
  if (!callee->returns_first && callee->code.start < callee->code.end && is_of_interest(state, passed))
    outcome = summarise(analysis, &callee->code);
  struct value result = derived_result(state, passed, outcome.result & FROM_ARGUMENTS);
  struct value second = derived_result(state, passed, outcome.second & FROM_ARGUMENTS);
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    store_through(analysis, state, passed->values[i],
                  translated(state, passed, outcome.through[i] & FROM_ARGUMENTS));
  for (unsigned i = 0; i < VALUE_ARGUMENTS && !callee->returns_first; i++)
    value_state_blur(state, passed->values[i]);
  clobber(state, is_anything_kept(state) ? value_clobbered(analysis, &callee->code) : VALUE_CLOBBERED_BY_ANY);
  result.bits |= HOLDER_DIRECT | HOLDER << analysis->instruction->address % VALUE_HOLDERS;
  state->general[RAX] = callee->returns_first ? returned_first(passed->values[0]) : result;
  state->general[RDX] = second;
}

/* What is passed to a function that the caller has chosen is handed on to the caller. */
static void pass_to_chosen(struct value_analysis *analysis, const struct value_state *state,
                           const struct passed *passed)
{
  const cs_x86_op *target = &analysis->instruction->detail->x86.operands[0];
  uint32_t chosen_by = target->type == X86_OP_IMM ? 0 : value_operand(state, target).bits & FROM_ARGUMENTS;
  uint32_t reached = 0;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    reached |= value_state_reached(state, passed->values[i]) & BLOCKS;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    analysis->outcome.through[i] |= chosen_by & (uint32_t)FROM_ARGUMENT << i ? reached : 0;
}

/* What is passed by its address is used. */
static void note_passed(struct value_analysis *analysis, const struct value_state *state, const struct passed *passed)
{
  uint32_t reached = 0;
  for (unsigned i = 0; i < VALUE_ARGUMENT_STACK; i++)
    reached |= value_state_reached(state, passed->values[i]);
  value_note_use(analysis, reached);
}

/* The call may end in longjmp(). */
static void return_again(struct value_analysis *analysis, struct value_state state)
{
  if (analysis->returns_again == 0)
    return;
  state.general[RAX] = OTHER_VALUE;
  begin_path(analysis, &state, analysis->returns_again);
}

/* False: it never returns. */
static bool execute_call(struct value_analysis *analysis, struct value_state *state, uint64_t behind)
{
  struct passed passed = pass(state);
  if (analysis->is_asked && behind == analysis->session->question->return_address) {
    receive_block(analysis, state, &passed);
    return_again(analysis, *state);
    return true;
  }
  struct value_callee callee = value_find_callee(analysis);
  note_passed(analysis, state, &passed);
  pass_to_chosen(analysis, state, &passed);
  if (callee.returns_twice)
    analysis->returns_again = behind;
  if (!callee.never_returns)
    apply_callee(analysis, state, &passed, &callee);
  return !callee.never_returns;
}

/* --- jumps --- */

/* An unconditional jump, maybe out of the function. */
static void follow_jump(struct value_analysis *analysis, struct value_state *state, uint64_t behind)
{
  const cs_x86_op *operand = &analysis->instruction->detail->x86.operands[0];
  bool is_computed = operand->type == X86_OP_REG ||
                     (operand->type == X86_OP_MEM && operand->mem.index != X86_REG_INVALID);
  if (operand->type == X86_OP_IMM && is_inside(analysis, (uint64_t)operand->imm))
    begin_path(analysis, state, (uint64_t)operand->imm);
  else if (is_computed) { /* in a switch, or it is a call at the end */
    struct passed passed = pass(state);
    pass_to_chosen(analysis, state, &passed);
    follow_anywhere(analysis, state);
  } else if (execute_call(analysis, state, behind)) {
    leave_function(analysis, state);
  }
}

/* Begin a path where the block is NULL, or is not. */
static void follow_branch(struct value_analysis *analysis, struct value_state *state, uint64_t behind)
{
  unsigned id = analysis->instruction->id;
  const cs_x86_op *operand = &analysis->instruction->detail->x86.operands[0];
  bool is_tested = state->is_tested;
  struct value_state without = *state;
  state->is_tested = without.is_tested = false;
  value_state_drop_result(&without);
  if (operand->type == X86_OP_IMM && is_inside(analysis, (uint64_t)operand->imm))
    begin_path(analysis, is_tested && id == X86_INS_JE ? &without : state, (uint64_t)operand->imm);
  begin_path(analysis, is_tested && id == X86_INS_JNE ? &without : state, behind);
}

/* Returns false where the path ends. */
static bool follow_instruction(struct value_analysis *analysis, struct value_state *state, uint64_t behind)
{
  unsigned id = analysis->instruction->id;
  value_note_operands(analysis, state);
  if (id == X86_INS_RET)
    leave_function(analysis, state);
  else if (id == X86_INS_JMP)
    follow_jump(analysis, state, behind);
  else if (decoder_library()->insn_group(analysis->session->decoder->capstone, analysis->instruction, CS_GRP_JUMP))
    follow_branch(analysis, state, behind);
  else if (id == X86_INS_CALL)
    return execute_call(analysis, state, behind);
  else if (!ends_path(id)) {
    value_execute(analysis, state);
    return true;
  }
  return false;
}

static void follow_path(struct value_analysis *analysis, uint64_t address, struct value_state state)
{
  bool goes_on = true;
  while (goes_on && is_inside(analysis, address)) {
    if (analysis->step_limit == 0 || !value_decode(analysis, address) ||
        (!analysis->is_asked && ++analysis->session->callee_steps > CALLEES_STEPS_MAX)) {
      analysis->is_cut = true;
      return;
    }
    analysis->step_limit--;
    address += analysis->instruction->size;
    goes_on = follow_instruction(analysis, &state, address);
  }
}

static bool follow_next(struct value_analysis *analysis)
{
  for (size_t i = analysis->first_queued; i < analysis->block_count; i++)
    if (analysis->blocks[i].is_queued) {
      analysis->first_queued = i;
      struct value_state state = analysis->blocks[i].state;
      analysis->blocks[i].is_queued = false;
      follow_path(analysis, analysis->blocks[i].address, state);
      return true;
    }
  return false;
}

static void follow_all(struct value_analysis *analysis)
{
  while (!analysis->is_cut && follow_next(analysis))
    ;
}

/* --- the whole --- */

/* The call is where no path leads: what went before is not known. */
static void begin_at_call(struct value_analysis *analysis)
{
  struct value_state state;
  value_state_enter(&state, true);
  state.general[RAX] = (struct value){BLOCK_DIRECT, 0};
  state.general[RDX] = (struct value){BLOCK_SECOND | VALUE_OTHER, 0};
  begin_path(analysis, &state, analysis->session->question->return_address);
}

static void analyse(struct value_analysis *analysis)
{
  struct value_state state;
  analysis->instruction = decoder_library()->malloc(analysis->session->decoder->capstone);
  analysis->block_by_address = memory_zeroed(blocks_by_address(analysis), sizeof *analysis->block_by_address);
  if (!analysis->instruction) {
    free(analysis->block_by_address);
    analysis->is_cut = true;
    return;
  }
  value_state_enter(&state, false);
  for (unsigned i = analysis->is_asked ? analysis->session->question->argument_registers : VALUE_ARGUMENT_STACK;
       i < VALUE_ARGUMENT_STACK; i++)
    state.general[value_argument_registers[i]] = OTHER_VALUE;
  begin_path(analysis, &state, analysis->ranges[0].start);
  follow_all(analysis);
  if (analysis->is_asked && !analysis->is_reached && !analysis->is_cut) {
    begin_at_call(analysis);
    follow_all(analysis);
  }
  decoder_library()->free(analysis->instruction, 1);
  free(analysis->block_by_address);
  free(analysis->blocks);
  free(analysis->orphans);
}

static uint32_t bits_of_way(unsigned way)
{
  return way == VALUE_WAY_RESULT ? BLOCK_RESULT : way == VALUE_WAY_SECOND ? BLOCK_SECOND
                                                : (uint32_t)BLOCK_MEMORY << (way - VALUE_WAY_ARGUMENT);
}

static uint16_t ways_out(const struct value_analysis *analysis, uint32_t bits)
{
  bool has_result = analysis->result != VALUE_RESULT_NONE;
  bool has_second = has_result && analysis->result != VALUE_RESULT_ONE;
  unsigned ways = has_result && (analysis->outcome.result & bits) ? 1U << VALUE_WAY_RESULT : 0;
  ways |= has_second && (analysis->outcome.second & bits) ? 1U << VALUE_WAY_SECOND : 0;
  for (unsigned i = 0; i < VALUE_ARGUMENTS; i++)
    ways |= analysis->outcome.through[i] & bits ? 1U << (VALUE_WAY_ARGUMENT + i) : 0;
  return (uint16_t)ways;
}

static void fill_answer(const struct value_analysis *analysis, struct value_answer *answer)
{
  bool is_any = false;
  for (unsigned way = 0; way < VALUE_WAYS; way++) {
    answer->ways[way] = ways_out(analysis, bits_of_way(way));
    is_any |= answer->ways[way];
    for (size_t i = 0; i < analysis->session->question->scope_count; i++)
      answer->leaves_scope[i] |= analysis->session->leaves_scope[i] & bits_of_way(way) ? 1U << way : 0;
  }
  answer->is_put = analysis->session->put & BLOCK_RESULT;
  for (size_t i = 0; i < analysis->session->question->scope_count; i++)
    answer->is_put_in_scope[i] = analysis->session->put_in_scope[i] & BLOCK_RESULT;
  answer->is_returned = analysis->result != VALUE_RESULT_NONE && (analysis->outcome.result & BLOCK_EXACT);
  answer->is_known = is_any || !analysis->is_cut;
}

static void answer_question(struct value_session *session, struct value_answer *ret)
{
  const struct value_question *question = session->question;
  struct value_analysis analysis = {
    .session = session, .ranges = question->ranges, .range_count = question->range_count, .result = question->result,
    .is_asked = true, .step_limit = STEPS_MAX};
  bool is_at_end = is_inside(&analysis, question->return_address - 1); /* as the call does not return */
  if (!is_inside(&analysis, question->return_address) && !is_at_end)
    return;
  analyse(&analysis);
  fill_answer(&analysis, ret);
}

struct value_decoder *value_decoder_create(void)
{
  struct value_decoder *decoder = memory_zeroed(1, sizeof *decoder);
  if (!decoder_library() || decoder_library()->open(CS_ARCH_X86, CS_MODE_64, &decoder->capstone) != CS_ERR_OK) {
    free(decoder);
    return NULL;
  }
  if (decoder_library()->option(decoder->capstone, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK &&
      (decoder->scratch = decoder_library()->malloc(decoder->capstone)))
    return decoder;
  value_decoder_destroy(decoder);
  return NULL;
}

void value_decoder_destroy(struct value_decoder *decoder)
{
  if (!decoder)
    return;
  for (size_t i = 0; i < VALUE_KEPT_MAX; i++)
    free(decoder->kept[i]);
  if (decoder->scratch)
    decoder_library()->free(decoder->scratch, 1);
  decoder_library()->close(&decoder->capstone);
  free(decoder);
}

void value_flow_find(struct value_decoder *decoder, const struct value_question *question, struct value_answer *ret)
{
  struct value_session *session = memory_zeroed(1, sizeof *session);
  *ret = (struct value_answer){0};
  if (decoder) {
    session->question = question;
    session->decoder = decoder;
    answer_question(session, ret);
  }
  free(session);
}
