/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's instructions, as they are, with checks in front of them. Registers and flags of the processor are the
 * guest's, %fs is, too, and %gs begins near where the V bits of address zero are. What else is needed lies at fixed
 * addresses (state.h).
 *
 * A check that fails leaves the block for precise code of its instruction, which has had no effect by then. So there is
 * no undefined value in any register that the block uses: one test at its start sees to that, and what is loaded is
 * checked. Why that is enough: speculate.c.
 *
 * Where flags are live, checks do without: what is to be zero is loaded to %rcx, for jrcxz. */
#include "memcheck/pure/direct/translate_private.h"

#include "memcheck/pure/engine/undefined_registers.h"

/* --- steps --- */

static void plain(struct direct_translation *translation, const struct direct_step *step)
{
  v_checks_before(translation, &step->instruction);
  emit_copy(translation->code, step->bytes, &step->instruction);
}

static void push(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  v_checks_before(translation, instruction);
  stack_code_push(translation);
}

/* By a routine, which comes back here. It may change all memory, and %rax. */
static void make_request(struct direct_translation *translation, const struct direct_step *step)
{
  struct direct_code *code = translation->code;
  const uint32_t state = translation->guest->state;
  stack_code_settle(translation);
  emit_set_u64(code, DIRECT_SLOT(state, go_on_at), step->address);
  emit_set_u32(code, DIRECT_SLOT(state, request), step->request);
  translation_borrow_rcx(translation);
  uint8_t *const resume = emit_lea_of_code(code, DIRECT_RCX);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, resume));
  emit_jump_through(code, DIRECT_SLOT(state, make_request));
  emit_set_target(code, resume, code->at);
  translation_set_borrowed(translation, DIRECT_BORROWS_NOTHING);
  v_checks_forget_all(translation);
}

static void translate_step(struct direct_translation *translation)
{
  const struct direct_step *step = step_in_work(translation);
  const struct direct_instruction *instruction = &step->instruction;
  if (step->request != DIRECT_NO_REQUEST) {
    make_request(translation, step);
    return;
  }
  stack_code_settle_for(translation, instruction);
  if (instruction->is_x87)
    x87_before(translation);
  translation->block->stores_modes |= instruction->kind == DIRECT_STORE_MODES;
  switch (instruction->kind) {
  case DIRECT_PUSH:
    push(translation, instruction);
    break;
  case DIRECT_POP:
    stack_code_pop(translation);
    break;
  case DIRECT_STACK_ADD:
    stack_code_add(translation);
    break;
  case DIRECT_STACK_ALIGN:
    stack_code_align(translation);
    break;
  case DIRECT_STACK_SET:
  case DIRECT_STACK_LOAD:
  case DIRECT_LEAVE:
    stack_code_set(translation);
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
  case DIRECT_RETURN_OVER:
    jumps_return_over(translation, instruction);
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
  v_checks_forget_registers(translation, instruction->registers_written);
}

/* A check changes flags. So the plan has an operand checked at an earlier step where nobody needs them (check_at). This
 * makes the check of the next step that has an operand, if it belongs here. */
static void check_ahead(struct direct_translation *translation)
{
  const struct direct_plan *plan = translation->plan;
  unsigned next = translation->step + 1;
  while (next < plan->count && plan->steps[next].check_at > translation->step &&
         plan->steps[next].instruction.memory.bytes == 0)
    next++;
  if (next == plan->count || plan->steps[next].check_at != translation->step)
    return;
  stack_code_settle_for(translation, &plan->steps[next].instruction);
  v_checks_before(translation, &plan->steps[next].instruction);
}

/* --- registers --- */

/* A request is given the others; what it returns is defined. */
enum { REQUEST_REGISTERS = 1 << DIRECT_RAX };
#define ALL_VECTORS (UINT32_C(0xffff) << DIRECT_FIRST_VECTOR)

/* Of steps [first, last). */
static uint32_t used_by(const struct direct_plan *plan, unsigned first, unsigned last)
{
  uint32_t used = 0;
  for (unsigned i = first; i < last; i++)
    used |= plan->steps[i].instruction.registers_read | plan->steps[i].instruction.registers_written |
            (plan->steps[i].request != DIRECT_NO_REQUEST ? REQUEST_REGISTERS : 0);
  return used;
}

/* Bits of the word of undefined registers. */
static uint64_t bits_of(uint32_t registers)
{
  uint64_t bits = 0;
  for (unsigned i = 0; i < 16; i++) {
    if (registers >> i & 1)
      bits |= undefined_registers_touched((int)offsetof(VexGuestAMD64State, guest_RAX) + 8 * (int)i, 8);
    if (registers >> (DIRECT_FIRST_VECTOR + i) & 1)
      bits |= undefined_registers_touched((int)offsetof(VexGuestAMD64State, guest_YMM0) + 32 * (int)i, 32);
  }
  return bits;
}

static unsigned behind_branch(const struct direct_plan *plan, unsigned step)
{
  while (step < plan->count && plan->steps[step].instruction.kind != DIRECT_BRANCH)
    step++;
  return step < plan->count ? step + 1 : step;
}

static void test_registers_without_flags(struct direct_translation *translation, direct_slot word, uint64_t registers)
{
  static const uint8_t load_mask[] = {0x48, 0xb8},
                       extract[] = {0xc4, 0xe2, 0xf2, 0xf5, 0xc8}; /* movabs, %rax; pext %rax, %rcx, %rcx */
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

static void test_bits(struct direct_translation *translation, uint64_t registers)
{
  struct direct_code *code = translation->code;
  const direct_slot word = DIRECT_SLOT(translation->guest->state, undefined);
  if (counts(translation))
    return;
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

/* All that the block uses, but vector registers only as far as the first branch: functions that take any arguments save
 * some behind one, and what is in them may be undefined. */
static void test_at_start(struct direct_translation *translation)
{
  const struct direct_plan *plan = translation->plan;
  const uint32_t vectors = used_by(plan, 0, behind_branch(plan, 0)) & ALL_VECTORS;
  translation->tested = vectors | (used_by(plan, 0, plan->count + plan->is_before_call) & ~ALL_VECTORS);
  translation->block->tests = translation->tested | 1u << DIRECT_RSP;
  test_bits(translation, bits_of(translation->block->tests) |
                           undefined_registers_touched(offsetof(VexGuestAMD64State, guest_CC_DEP1), 16));
}

static void test_behind_branch(struct direct_translation *translation)
{
  const struct direct_plan *plan = translation->plan;
  if (translation->step == 0 || plan->steps[translation->step - 1].instruction.kind != DIRECT_BRANCH)
    return;
  const uint32_t used = used_by(plan, translation->step, behind_branch(plan, translation->step)) & ~translation->tested;
  translation->tested |= used;
  if (used != 0)
    test_bits(translation, bits_of(used));
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

/* Nothing in it touches memory of the guest, so it has no marks. */
static void emit_cold(struct direct_translation *translation, struct direct_code *cold)
{
  translation->code = cold;
  translation->is_cold = true;
  v_checks_emit_slow_stores(translation);
  stack_code_emit_redzone(translation);
  x87_emit_loading(translation);
  leave_emit_all(translation);
  jumps_emit_exits(translation);
}

bool direct_translate(const struct direct_guest *guest, uint64_t address, struct direct_code *code,
                      struct direct_code *cold, struct direct_block *ret)
{
  struct direct_plan plan;
  struct leave leaves[LEAVES_MAX];
  struct slow_store slow[SLOW_STORES_MAX];
  if (!direct_plan_make(guest, address, &plan))
    return false;
  struct direct_translation translation = {
    .guest = guest, .plan = &plan, .code = code, .block = ret, .leaves = leaves, .slow = slow};
  ret->address = address;
  ret->start = code->at;
  ret->guest_bytes = (uint32_t)(plan.end - address);
  ret->needs_flags = plan.steps[0].live_flags != 0;
  ret->landing = NULL;
  ret->steps = plan.count;
  ret->exits = ret->marks = 0;
  ret->stores_modes = false;
  begin_step(&translation, 0);
  test_at_start(&translation);
  ret->tested = code->at;
  bounds_check(&translation);
  ret->inner = code->at;
  for (unsigned i = 0; i < plan.count; i++) {
    begin_step(&translation, i);
    if (guest->is_stressed)
      leave_at_random(&translation);
    counts_begin_segment(&translation);
    test_behind_branch(&translation);
    check_ahead(&translation);
    translate_step(&translation);
  }
  if (plan.steps[plan.count - 1].loops || !direct_ends_block(&plan.steps[plan.count - 1].instruction))
    jumps_go_on(&translation, plan.next);
  ret->end = code->at;
  if (code->is_full) /* jumps to the cold part are not all there */
    return false;
  emit_cold(&translation, cold);
  return !cold->is_full;
}
