/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's instructions, as they are, with checks in front of them. Registers and flags of the processor are the
 * guest's, %fs is, too, and %gs begins where the V bits of address zero are. What else is needed lies at fixed addresses
 * (state.h).
 *
 * A check that fails leaves the block for precise code of its instruction, which has had no effect by then. So there is no
 * undefined value in any register that the block uses: one test at its start sees to that, and what is loaded is
 * checked. Why that is enough: speculate.c.
 *
 * Where flags are live, checks do without: what is to be zero is loaded to %rcx, for jrcxz. */
#include "memcheck/direct/translate_private.h"

#include "memcheck/engine/undefined_registers.h"

/* --- steps --- */

static void plain(struct direct_translation *translation, const struct direct_step *step)
{
  const struct direct_instruction *instruction = &step->instruction;
  const struct direct_memory memory = direct_operand(instruction);
  if (memory.bytes != 0 && memory.is_read)
    checks_before_load(translation, &memory, memory.bytes);
  else if (memory.bytes != 0)
    checks_before_store(translation, &memory, memory.bytes);
  emit_copy(translation->code, step->bytes, instruction);
}

static void push(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  const struct direct_memory memory = direct_operand(instruction);
  if (memory.bytes != 0)
    checks_before_load(translation, &memory, memory.bytes);
  stack_push(translation);
}

/* The rest of it is up to who is left to. */
static void make_request(struct direct_translation *translation, const struct direct_step *step)
{
  emit_set_u64(translation->code, DIRECT_SLOT(translation->guest->state, go_on_at), step->address);
  emit_jump_through(translation->code, DIRECT_SLOT(translation->guest->state, leave_for_request));
}

static void translate_step(struct direct_translation *translation)
{
  const struct direct_step *step = step_in_work(translation);
  const struct direct_instruction *instruction = &step->instruction;
  if (step->is_request) {
    make_request(translation, step);
    return;
  }
  switch (instruction->kind) {
  case DIRECT_PUSH:
    push(translation, instruction);
    break;
  case DIRECT_POP:
    stack_pop(translation);
    break;
  case DIRECT_STACK_ADD:
    stack_add(translation);
    break;
  case DIRECT_STACK_ALIGN:
    stack_align(translation);
    break;
  case DIRECT_STACK_SET:
  case DIRECT_LEAVE:
    stack_set(translation);
    break;
  case DIRECT_CALL:
    jumps_call(translation, instruction);
    break;
  case DIRECT_CALL_INDIRECT:
    jumps_call_indirect(translation, instruction);
    break;
  case DIRECT_RETURN:
    jumps_return(translation);
    break;
  case DIRECT_JUMP:
    jumps_jump(translation, instruction);
    break;
  case DIRECT_JUMP_INDIRECT:
    jumps_indirect(translation, instruction);
    break;
  case DIRECT_BRANCH:
    jumps_branch(translation, step);
    break;
  default:
    plain(translation, step);
  }
  checks_forget_registers(translation, instruction->registers_written);
}

/* --- the block --- */

static uint64_t registers_of(const struct direct_plan *plan)
{
  uint32_t used = 0;
  uint64_t bits = undefined_registers_touched(offsetof(VexGuestAMD64State, guest_CC_DEP1), 16);
  for (unsigned i = 0; i < plan->count; i++)
    used |= plan->steps[i].instruction.registers_read | plan->steps[i].instruction.registers_written |
            (plan->steps[i].is_request ? 1u << DIRECT_RAX : 0);
  for (unsigned i = 0; i < 16; i++) {
    if (used >> i & 1)
      bits |= undefined_registers_touched((int)offsetof(VexGuestAMD64State, guest_RAX) + 8 * (int)i, 8);
    if (used >> (DIRECT_FIRST_VECTOR + i) & 1)
      bits |= undefined_registers_touched((int)offsetof(VexGuestAMD64State, guest_YMM0) + 32 * (int)i, 32);
  }
  return bits | undefined_registers_touched(offsetof(VexGuestAMD64State, guest_RSP), 8);
}

static void test_registers_without_flags(struct direct_translation *translation, direct_slot word, uint64_t registers)
{
  static const uint8_t load_mask[] = {0x48, 0xb8}, extract[] = {0xc4, 0xe2, 0xf2, 0xf5, 0xc8}; /* movabs, %rax; pext %rax, %rcx, %rcx */
  struct direct_code *code = translation->code;
  translation_borrow(translation, DIRECT_BORROWS_RCX | DIRECT_BORROWS_RAX);
  emit_restore(code, DIRECT_RCX, word);
  emit_bytes(code, load_mask, sizeof load_mask);
  emit_bytes(code, &registers, sizeof registers);
  emit_bytes(code, extract, sizeof extract);
  translation_give_back(translation, DIRECT_BORROWS_RAX);
  translation_leave_if_rcx(translation);
  translation_give_rcx_back(translation);
}

static void test_registers(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  const direct_slot word = DIRECT_SLOT(translation->guest->state, undefined);
  const uint64_t registers = registers_of(translation->plan);
  if (has_live_flags(translation)) {
    test_registers_without_flags(translation, word, registers);
    return;
  }
  for (unsigned half = 0; half < 2; half++)
    if ((uint32_t)(registers >> 32 * half) != 0) {
      emit_test_u32(code, word + 4 * half, (uint32_t)(registers >> 32 * half));
      translation_leave(translation, emit_branch(code, DIRECT_IF_NOT_ZERO));
    }
}

/* Each so many steps, as the glue says. */
static void leave_at_random(struct direct_translation *translation)
{
  const direct_slot counter = DIRECT_SLOT(translation->guest->state, steps_until_leaving);
  translation_borrow_rcx(translation);
  jumps_decrement(translation->code, counter);
  uint8_t *const leaves = emit_branch_if_no_rcx(translation->code);
  uint8_t *const stays = emit_jump(translation->code);
  emit_set_short_target(translation->code, leaves, translation->code->at);
  translation_leave(translation, emit_jump(translation->code));
  emit_set_target(translation->code, stays, translation->code->at);
  translation_give_rcx_back(translation);
}

static void begin_step(struct direct_translation *translation, unsigned step)
{
  struct direct_block *block = translation->block;
  translation->step = step;
  block->addresses[step] = translation->plan->steps[step].address;
  block->pending[step] = translation_pending(translation);
  translation_set_borrowed(translation, DIRECT_BORROWS_NOTHING);
}

bool direct_translate(const struct direct_guest *guest, uint64_t address, struct direct_code *code, struct direct_block *ret)
{
  struct direct_plan plan;
  if (!direct_plan_make(guest, address, &plan))
    return false;
  struct direct_translation translation = {.guest = guest, .plan = &plan, .code = code, .block = ret};
  ret->address = address;
  ret->start = code->at;
  ret->guest_bytes = (uint32_t)(plan.end - address);
  ret->needs_flags = plan.steps[0].live_flags != 0;
  ret->landing = NULL;
  ret->steps = plan.count;
  ret->exits = ret->marks = 0;
  begin_step(&translation, 0);
  test_registers(&translation);
  bounds_check(&translation);
  for (unsigned i = 0; i < plan.count; i++) {
    begin_step(&translation, i);
    if (guest->is_stressed)
      leave_at_random(&translation);
    translate_step(&translation);
  }
  if (!plan.steps[plan.count - 1].is_request && !direct_ends_block(&plan.steps[plan.count - 1].instruction))
    jumps_to(&translation, plan.end);
  checks_emit_slow_stores(&translation);
  stack_emit_redzone(&translation);
  leave_emit_all(&translation);
  jumps_emit_exits(&translation);
  ret->end = code->at;
  return !code->is_full;
}
