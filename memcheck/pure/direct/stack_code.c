/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stack's shadow. Memory that the stack pointer leaves behind becomes undefined, so all that lies below the red
 * zone has its V bits set, and growing needs nothing. A bits are set right when direct code is left
 * (coregrind-glue/direct/): who reads given-up memory meets its V bits, and then precise code looks at the A bits.
 *
 * The red zone keeps its V bits when the stack shrinks, and loses them at calls and returns. Whether it has any that
 * are clear is one word, `redzone_used`; it is mostly zero, as a block that ends in a return sets the V bits of what it
 * gives up at once. */
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/translate_private.h"

enum { WORD = 8 };

static direct_slot slot_of_redzone(const struct direct_translation *translation)
{
  return DIRECT_SLOT(translation->guest->state, redzone_used);
}

/* --- giving up --- */

void stack_code_settle(struct direct_translation *translation)
{
  const int32_t pending = translation_pending(translation);
  if (pending > 0 && !counts(translation)) {
    fill_given_up(translation, pending);
    fill_note_redzone(translation);
  }
  translation->pending_from = translation->stack_moved;
}

/* Constant addresses are not on the stack, and above its pointer nothing is given up. */
static bool may_see_given_up(const struct direct_memory *memory)
{
  if (memory->bytes == 0 || memory->is_fs)
    return false;
  if (memory->base == DIRECT_RSP && memory->index == DIRECT_NO_REGISTER)
    return memory->displacement < -REDZONE_BYTES;
  return memory->base < DIRECT_RIP || memory->index != DIRECT_NO_REGISTER;
}

void stack_code_settle_for(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  if (may_see_given_up(&instruction->memory))
    stack_code_settle(translation);
}

/* Does nothing but the return leave the block from here on, but for precise code? */
static bool is_before_return(const struct direct_translation *translation)
{
  return translation->plan->ends_in_return && translation->step >= translation->plan->first_without_branch;
}

static void note_lower(struct direct_translation *translation)
{
  if (translation->stack_moved < translation->pending_from)
    translation->pending_from = translation->stack_moved;
}

/* The stack pointer has moved up by `bytes`. What is given up by the time of the return is undefined there at once. */
static void give_up(struct direct_translation *translation, int32_t bytes)
{
  translation->stack_moved += bytes;
  v_checks_forget_given_up(translation);
  if (!is_before_return(translation))
    stack_code_settle(translation);
}

/* --- pushes and pops --- */

static void copy_step(struct direct_translation *translation)
{
  const struct direct_step *step = step_in_work(translation);
  emit_copy(translation->code, step->bytes, &step->instruction);
}

static void define_pushed(struct direct_translation *translation)
{
  const struct direct_memory memory = fill_at_stack(-WORD);
  if (!counts(translation))
    emit_fill_v(translation->code, &memory, 0, WORD, 0);
}

void stack_code_push(struct direct_translation *translation)
{
  const struct direct_memory top = fill_at_stack(0);
  stack_code_settle(translation);
  define_pushed(translation);
  copy_step(translation);
  translation->stack_moved -= WORD;
  note_lower(translation);
  v_checks_note(translation, &top, WORD);
}

/* From that step on: of pops in a row, and of a return behind them. */
static unsigned count_loads(const struct direct_plan *plan, unsigned step)
{
  unsigned count = 0;
  while (step + count < plan->count && plan->steps[step + count].instruction.kind == DIRECT_POP)
    count++;
  if (step + count == plan->count)
    return count;
  const unsigned kind = plan->steps[step + count].instruction.kind;
  return count + (kind == DIRECT_RETURN || kind == DIRECT_RETURN_OVER);
}

/* What the steps from `first` on load is looked at together: `displacement` above the stack pointer. In front of what
 * sets the flags, if that comes before them, as they are dead there. */
static void check_loads(struct direct_translation *translation, unsigned first, int32_t displacement)
{
  enum { TOGETHER = 4 };
  for (unsigned left = count_loads(translation->plan, first), count; left > 0; left -= count) {
    const struct direct_memory slots = fill_at_stack(displacement);
    count = left < TOGETHER ? left : TOGETHER;
    v_checks_before_load(translation, &slots, count * WORD);
    displacement += (int32_t)count * WORD;
  }
}

void stack_code_pop(struct direct_translation *translation)
{
  const struct direct_memory top = fill_at_stack(0);
  if (!v_checks_is_known(translation, &top, WORD))
    check_loads(translation, translation->step, 0);
  copy_step(translation);
  give_up(translation, WORD);
}

void stack_code_add(struct direct_translation *translation)
{
  const int32_t bytes = (int32_t)step_in_work(translation)->instruction.immediate;
  if (bytes < 0)
    stack_code_settle(translation);
  else
    check_loads(translation, translation->step + 1, bytes);
  copy_step(translation);
  if (bytes > 0) {
    give_up(translation, bytes);
  } else {
    translation->stack_moved += bytes;
    note_lower(translation);
  }
}

void stack_code_align(struct direct_translation *translation)
{
  stack_code_settle(translation);
  v_checks_forget_all(translation);
  copy_step(translation);
}

/* --- moves by an unknown distance --- */

/* To where the frame pointer is, it goes on the same stack. With another register it may go to another one, which is
 * not as near as that (memcheck/pure/shadow/stack_switches.h). */
static unsigned bits_of_distance(const struct direct_instruction *instruction)
{
  const bool sets_to_frame = instruction->kind == DIRECT_STACK_SET && instruction->memory.base == DIRECT_RBP;
  const bool is_by_frame = instruction->kind == DIRECT_LEAVE || sets_to_frame;
  return is_by_frame ? 16 : 8;
}

/* Where the stack pointer goes: an address, or what lies in memory, of which a copy is used throughout. */
static struct direct_memory destination_of(const struct direct_instruction *instruction)
{
  if (instruction->kind == DIRECT_LEAVE)
    return (struct direct_memory){.base = DIRECT_RBP, .index = DIRECT_NO_REGISTER, .scale = 1};
  return direct_operand(instruction);
}

static void keep_loaded(struct direct_translation *translation, const struct direct_memory *from)
{
  struct direct_code *code = translation->code;
  v_checks_before_load(translation, from, WORD);
  translation_borrow_rcx(translation);
  emit_load(code, DIRECT_RCX, from, WORD);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(translation->guest->state, loaded_sp));
  translation_give_rcx_back(translation);
}

static void emit_destination(struct direct_translation *translation, unsigned reg, const struct direct_memory *to)
{
  if (step_in_work(translation)->instruction.kind == DIRECT_STACK_LOAD)
    emit_restore(translation->code, reg, DIRECT_SLOT(translation->guest->state, loaded_sp));
  else
    emit_lea(translation->code, reg, to);
}

static void set_stack_pointer(struct direct_translation *translation, const struct direct_memory *to)
{
  if (step_in_work(translation)->instruction.kind == DIRECT_STACK_LOAD)
    emit_destination(translation, DIRECT_RSP, to);
  else
    copy_step(translation);
}

/* What is loaded where the stack pointer goes, or says where it goes. */
static void check_set(struct direct_translation *translation, const struct direct_memory *to)
{
  const unsigned kind = step_in_work(translation)->instruction.kind;
  if (kind == DIRECT_LEAVE)
    v_checks_before_load(translation, to, WORD);
  else if (kind == DIRECT_STACK_LOAD)
    keep_loaded(translation, to);
}

/* The stack pointer goes to where another register is, or to what lies in memory, a little farther up and aligned: else
 * the block is left. The distance, turned right by its three lowest bits, which must be zero, then has so many bits. */
static void set_with_checks(struct direct_translation *translation)
{
  static const uint8_t turn[] = {0xc4, 0xe3, 0xfb, 0xf0, 0xc9, 0x03}; /* rorx $3, %rcx, %rcx */
  const struct direct_instruction *instruction = &step_in_work(translation)->instruction;
  struct direct_code *code = translation->code;
  const direct_slot distance = DIRECT_SLOT(translation->guest->state, target);
  const struct direct_memory sum = {.base = DIRECT_RCX, .index = DIRECT_RAX, .scale = 1, .displacement = 1};
  const struct direct_memory to = destination_of(instruction), here = fill_at_stack(0);
  stack_code_settle(translation);
  check_set(translation, &to);
  translation_borrow(translation, FILL_BORROWS);
  emit_destination(translation, DIRECT_RCX, &to);
  bounds_leave_if_above(translation, bounds_of_set(translation));
  emit_restore(code, DIRECT_RCX, borrowed_slot(translation, 0));
  emit_restore(code, DIRECT_RAX, borrowed_slot(translation, 1));
  emit_destination(translation, DIRECT_RAX, &to);
  emit_lea(code, DIRECT_RCX, &here);
  emit_not(code, DIRECT_RCX);
  emit_lea(code, DIRECT_RCX, &sum);
  emit_bytes(code, turn, sizeof turn);
  emit_save(code, DIRECT_RCX, distance);
  emit_load_u32(code, DIRECT_RCX, distance + bits_of_distance(instruction) / 8);
  translation_leave_if_rcx(translation);
  emit_load_u32(code, DIRECT_RCX, distance + 4);
  translation_leave_if_rcx(translation);
  fill_find_v_bits(translation, -REDZONE_BYTES);
  emit_restore(code, DIRECT_RCX, distance);
  fill_as_string(translation);
  translation_give_back(translation, FILL_BORROWS);
  v_checks_forget_all(translation);
  fill_note_redzone(translation);
  set_stack_pointer(translation, &to);
  if (instruction->kind == DIRECT_LEAVE)
    fill_by_words(translation, -WORD - REDZONE_BYTES, WORD);
}

void stack_code_set(struct direct_translation *translation)
{
  if (counts(translation))
    copy_step(translation);
  else
    set_with_checks(translation);
}

/* --- calls and returns --- */

/* What is in the red zone is given up if there is anything; that code is behind the block. */
void stack_code_before_call(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  if (counts(translation))
    return;
  if (has_live_flags(translation)) {
    translation_borrow_rcx(translation);
    emit_load_u32(code, DIRECT_RCX, slot_of_redzone(translation));
    uint8_t *const is_unused = emit_branch_if_no_rcx(code);
    emit_restore(code, DIRECT_RCX, borrowed_slot(translation, 0));
    translation->redzone_jump = emit_jump(code);
    emit_set_short_target(code, is_unused, code->at);
    translation_give_rcx_back(translation);
  } else {
    emit_compare_u32(code, slot_of_redzone(translation), 0);
    translation->redzone_jump = emit_branch(code, DIRECT_IF_NOT_ZERO);
  }
  translation->redzone_resume = code->at;
  define_pushed(translation);
}

void stack_code_emit_redzone(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  if (!translation->redzone_jump)
    return;
  emit_set_target(code, translation->redzone_jump, code->at);
  fill_by_words(translation, -REDZONE_BYTES - WORD, REDZONE_BYTES);
  emit_set_u32(code, slot_of_redzone(translation), 0);
  emit_set_target(code, emit_jump(code), translation->redzone_resume);
}

/* The red zone above the new place is given up as well, used or not. */
void stack_code_return_over(struct direct_translation *translation, int32_t bytes)
{
  const struct direct_memory behind = fill_at_stack(WORD + bytes);
  emit_lea(translation->code, DIRECT_RSP, &behind);
  if (counts(translation))
    return;
  give_up(translation, WORD + bytes);
  fill_by_words(translation, -REDZONE_BYTES, REDZONE_BYTES);
  emit_set_u32(translation->code, slot_of_redzone(translation), 0);
}

/* The routine for returns gives up the return address and, if there is something in it, the red zone at the block's
 * lowest stack pointer. */
void stack_code_before_return(struct direct_translation *translation)
{
  const struct direct_memory top = fill_at_stack(0);
  if (counts(translation))
    return;
  v_checks_before_load(translation, &top, WORD);
  const int32_t pending = translation_pending(translation);
  if (pending > 0)
    fill_undefined(translation, -pending, pending);
  emit_set_u32(translation->code, DIRECT_SLOT(translation->guest->state, given_up), (uint32_t)pending);
}
