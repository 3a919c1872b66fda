/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Jumps, calls and returns. Jumps to constant addresses lead to a stub at first, by which the glue links them to the
 * code of their target.
 *
 * A call is one of the host, so that the processor foresees the return; the guest's return address takes the place of
 * the host's. Where the host's call goes on, there is a jump to what follows in the guest. */
#include "memcheck/pure/direct/translate_private.h"

/* --- exits --- */

/* Nothing in direct code makes a register undefined. */
static uint32_t known_registers(const struct direct_translation *translation)
{
  return translation->tested | 1u << DIRECT_RSP;
}

static void add_exit_knowing(struct direct_translation *translation, uint8_t *distance, uint64_t target,
                             enum direct_link links, uint32_t known)
{
  if (translation->block->exits == DIRECT_EXITS_MAX) {
    translation->code->is_full = true;
    return;
  }
  translation->block->exit[translation->block->exits++] =
    (struct direct_exit){.target = target, .distance = distance, .links = (uint8_t)links, .known = known};
}

static void add_exit(struct direct_translation *translation, uint8_t *distance, uint64_t target, enum direct_link links)
{
  add_exit_knowing(translation, distance, target, links, known_registers(translation));
}

void jumps_emit_exits(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  for (unsigned i = 0; i < translation->block->exits; i++) {
    struct direct_exit *exit = &translation->block->exit[i];
    exit->stub = code->at;
    emit_set_target(code, exit->distance, exit->stub);
    emit_set_u32(code, DIRECT_SLOT(translation->guest->state, exit), 0);
    exit->name = code->at - sizeof(uint32_t);
    emit_jump_through(code, DIRECT_SLOT(translation->guest->state, link));
  }
}

/* --- jumps --- */

static bool is_backward(const struct direct_translation *translation, uint64_t target)
{
  return target <= step_in_work(translation)->address;
}

void jumps_decrement(struct direct_code *code, direct_slot counter)
{
  static const uint8_t decrement[] = {0x8d, 0x49, 0xff}, save[] = {0x89, 0x0c, 0x25}; /* of %ecx */
  emit_load_u32(code, DIRECT_RCX, counter);
  emit_bytes(code, decrement, sizeof decrement);
  emit_bytes(code, save, sizeof save);
  emit_u32(code, counter);
}

static void count_turn_by_rcx(struct direct_translation *translation, uint64_t target)
{
  struct direct_code *code = translation->code;
  translation_borrow_rcx(translation);
  jumps_decrement(code, DIRECT_SLOT(translation->guest->state, turns));
  uint8_t *const is_over = emit_branch_if_no_rcx(code);
  emit_restore(code, DIRECT_RCX, borrowed_slot(translation, 0));
  uint8_t *const goes_on = emit_jump(code);
  emit_set_short_target(code, is_over, code->at);
  translation_give_rcx_back(translation);
  add_exit(translation, emit_jump(code), target, DIRECT_LINKS_NOT);
  emit_set_target(code, goes_on, code->at);
}

/* Backward jumps count down to the end of the time slice, so that none goes on for ever. */
static void count_turn(struct direct_translation *translation, uint64_t target, bool has_flags)
{
  if (!is_backward(translation, target))
    return;
  if (has_flags) {
    count_turn_by_rcx(translation, target);
    return;
  }
  emit_decrement_u32(translation->code, DIRECT_SLOT(translation->guest->state, turns));
  add_exit(translation, emit_branch(translation->code, DIRECT_IF_ZERO), target, DIRECT_LINKS_NOT);
}

static void jump_to(struct direct_translation *translation, uint64_t target)
{
  add_exit(translation, emit_jump(translation->code), target, DIRECT_LINKS);
}

void jumps_go_on(struct direct_translation *translation, uint64_t target)
{
  add_exit(translation, emit_jump(translation->code), target,
           translation->plan->is_before_call ? DIRECT_LINKS_INNER : DIRECT_LINKS);
}

void jumps_branch(struct direct_translation *translation, const struct direct_step *step)
{
  const struct direct_instruction *instruction = &step->instruction;
  struct direct_code *code = translation->code;
  const unsigned condition = step->loops ? instruction->condition ^ 1u : instruction->condition;
  if (step->loops || !is_backward(translation, instruction->target)) {
    add_exit(translation, emit_branch(code, condition), direct_exit_of(step), DIRECT_LINKS);
    return;
  }
  uint8_t *const not_taken = emit_branch(code, instruction->condition ^ 1u);
  count_turn(translation, instruction->target, step->has_flags_at_target);
  jump_to(translation, instruction->target);
  emit_set_target(code, not_taken, code->at);
  translation_set_borrowed(translation, DIRECT_BORROWS_NOTHING);
}

/* The guest's return address takes the place of the host's, by which the processor foresees the return. */
static void emit_return_address(struct direct_code *code, int8_t displacement, uint64_t address)
{
  static const uint8_t store_all[] = {0x48, 0xc7, 0x44, 0x24},
                       store_half[] = {0xc7, 0x44, 0x24}; /* mov $..., displacement(%rsp) */
  const bool is_short = address == (uint64_t)(int32_t)address;
  for (unsigned half = 0; half < (is_short ? 1 : 2); half++) {
    if (is_short)
      emit_bytes(code, store_all, sizeof store_all);
    else
      emit_bytes(code, store_half, sizeof store_half);
    emit_u8(code, (uint8_t)(displacement + 4 * (int)half));
    emit_u32(code, (uint32_t)(address >> 32 * half));
  }
}

/* What the function has done to registers, in precise code perhaps, is not known. */
static uint8_t *emit_landing(struct direct_translation *translation)
{
  struct direct_block *block = translation->block;
  uint8_t *const call = emit_call(translation->code);
  block->returns_to = translation->plan->next;
  block->landing = translation->code->at;
  emit_return_address(translation->code, -(int8_t)sizeof(uint64_t),
                      block->returns_to); /* the routine has put the host's there */
  add_exit_knowing(translation, emit_jump(translation->code), block->returns_to, DIRECT_LINKS, 0);
  return call;
}

/* What follows is executed with the return address pushed. */
static void push_return_address(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  stack_code_before_call(translation);
  uint8_t *const call = emit_landing(translation);
  emit_set_target(code, call, code->at);
  emit_return_address(code, 0, translation->block->returns_to);
}

/* It is the return that counts a turn. */
void jumps_call(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  push_return_address(translation);
  jump_to(translation, instruction->target);
}

/* The address goes to direct_state.target. */
static void load_target_from(struct direct_translation *translation, const struct direct_memory *memory)
{
  struct direct_code *code = translation->code;
  v_checks_before_load(translation, memory, sizeof(uint64_t));
  translation_borrow_rcx(translation);
  emit_load(code, DIRECT_RCX, memory, sizeof(uint64_t));
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(translation->guest->state, target));
  translation_give_rcx_back(translation);
}

static void load_target(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  const struct direct_memory memory = direct_operand(instruction);
  if (instruction->memory.bytes == 0)
    emit_save(translation->code, memory.base, DIRECT_SLOT(translation->guest->state, target));
  else
    load_target_from(translation, &memory);
}

static void jump_to_target(struct direct_translation *translation)
{
  const struct direct_snippet *snippet = &translation->guest->jump;
  emit_bytes(translation->code, snippet->start, (unsigned)(snippet->end - snippet->start));
}

void jumps_indirect(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  load_target(translation, instruction);
  jump_to_target(translation);
}

void jumps_call_indirect(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  load_target(translation, instruction);
  push_return_address(translation);
  jump_to_target(translation);
}

void jumps_return(struct direct_translation *translation)
{
  stack_code_before_return(translation);
  emit_jump_through(translation->code, DIRECT_SLOT(translation->guest->state, return_to));
}

/* It is a jump, as the host's return could not find the place where the guest's address has to be put back. */
void jumps_return_over(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  const struct direct_memory top = fill_at_stack(0);
  load_target_from(translation, &top);
  stack_code_return_over(translation, (int32_t)instruction->immediate);
  jump_to_target(translation);
}

void jumps_jump(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  if (step_in_work(translation)->loops)
    return;
  count_turn(translation, instruction->target, has_live_flags(translation));
  jump_to(translation, instruction->target);
}
