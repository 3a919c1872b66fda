/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far the stack pointer may move in direct code, which lies in some words. Below the lowest one there may be memory
 * that is not as the stack leaves it behind: undefined. Above the highest one there may be a tag of an origin, which
 * dies when the stack gives it up, or a hole.
 *
 * A block looks once, at its start, at how far it goes; the words leave margins for that. */
#include "memcheck/pure/direct/translate_private.h"

enum { WORD = DIRECT_WORD };

/* How far the stack pointer goes down and up from where it is at the block's start. */
struct excursion {
  int32_t down, up;
};

static int32_t distance_of(const struct direct_instruction *instruction)
{
  switch (instruction->kind) {
  case DIRECT_STACK_ADD:
  case DIRECT_STACK_ALIGN: /* at most so far */
    return (int32_t)instruction->immediate;
  case DIRECT_POP:
  case DIRECT_RETURN:
    return WORD;
  case DIRECT_RETURN_OVER:
    return WORD + (int32_t)instruction->immediate;
  case DIRECT_PUSH:
  case DIRECT_CALL:
  case DIRECT_CALL_INDIRECT:
    return -WORD;
  default:
    return 0;
  }
}

/* Does it write to the stack without a look at what was there? A call gives up the red zone as well. */
static bool writes_to_frame(const struct direct_instruction *instruction)
{
  const struct direct_memory memory = direct_operand(instruction);
  return distance_of(instruction) < 0 ||
         (memory.bytes != 0 && !memory.is_read && v_checks_is_in_frame(&memory, memory.bytes));
}

/* Moves by unknown distances are looked at by themselves. Tags that are watched may not lie in what the block writes:
 * it is enough to look at what it would give up by a step, as the margin is as large as that. */
static struct excursion excursion_of(const struct direct_guest *guest, const struct direct_plan *plan)
{
  _Static_assert((int)DIRECT_STACK_MARGIN >= (int)DIRECT_FRAME_BYTES, "stores into the frame lie within the margin");
  struct excursion excursion = {0, 0};
  int32_t moved = 0;
  for (unsigned i = 0; i < plan->count + plan->is_before_call; i++) {
    if (guest->watches_tags && writes_to_frame(&plan->steps[i].instruction) && moved + 1 > excursion.up)
      excursion.up = moved + 1;
    moved += distance_of(&plan->steps[i].instruction);
    if (-moved > excursion.down)
      excursion.down = -moved;
    if (moved > excursion.up)
      excursion.up = moved;
  }
  return excursion;
}

/* The bound that leaves just enough room. */
static direct_slot lowest_for(const struct direct_translation *translation, int32_t down)
{
  const uint32_t state = translation->guest->state;
  const uint32_t words = (uint32_t)(down + WORD - 1) / WORD;
  return words <= DIRECT_NEAR_WORDS ? DIRECT_SLOT(state, lowest_near) + words * WORD : DIRECT_SLOT(state, lowest_sp);
}

/* Likewise. Stores into the frame may not meet tags that are watched, which takes all of the margin. */
static direct_slot highest_for(const struct direct_translation *translation, int32_t up)
{
  const uint32_t state = translation->guest->state;
  unsigned power = 0;
  if (translation->guest->watches_tags || up > DIRECT_STACK_MARGIN)
    return DIRECT_SLOT(state, highest_sp);
  while (WORD << power < up)
    power++;
  return DIRECT_SLOT(state, highest_near) + power * WORD;
}

direct_slot bounds_of_set(const struct direct_translation *translation)
{
  const struct direct_plan *plan = translation->plan;
  const uint32_t state = translation->guest->state;
  int32_t up = 0;
  for (unsigned i = translation->step; i < plan->count; i++)
    up += distance_of(&plan->steps[i].instruction) > 0 ? distance_of(&plan->steps[i].instruction) : 0;
  if (translation->guest->watches_tags || up > DIRECT_NEAR_SET)
    return DIRECT_SLOT(state, highest_set);
  return DIRECT_SLOT(state, highest_set_near);
}

static int32_t beyond_margin(int32_t distance)
{
  return distance > DIRECT_STACK_MARGIN ? distance - DIRECT_STACK_MARGIN : 0;
}

/* --- without flags: a difference that is far from overflowing has its sign in its highest byte --- */

/* Leave if %rcx + %rax + 1 is negative. */
static void leave_if_negative(struct direct_translation *translation)
{
  static const uint8_t load_byte[] = {0x0f, 0xb6, 0x0c, 0x25}; /* movzbl ..., %ecx */
  const struct direct_memory sum = {.base = DIRECT_RCX, .index = DIRECT_RAX, .scale = 1, .displacement = 1};
  const direct_slot scratch = DIRECT_SLOT(translation->guest->state, target);
  struct direct_code *code = translation->code;
  emit_lea(code, DIRECT_RCX, &sum);
  emit_save(code, DIRECT_RCX, scratch);
  emit_bytes(code, load_byte, sizeof load_byte);
  emit_u32(code, scratch + 7);
  translation_leave_if_rcx(translation);
}

void bounds_leave_if_above(struct direct_translation *translation, direct_slot bound)
{
  emit_not(translation->code, DIRECT_RCX);
  emit_restore(translation->code, DIRECT_RAX, bound);
  leave_if_negative(translation);
}

static void leave_if_below(struct direct_translation *translation, direct_slot bound)
{
  emit_restore(translation->code, DIRECT_RAX, bound);
  emit_not(translation->code, DIRECT_RAX);
  leave_if_negative(translation);
}

static void check_without_flags(struct direct_translation *translation, struct excursion excursion)
{
  struct direct_code *code = translation->code;
  struct direct_memory place = {.base = DIRECT_RSP, .index = DIRECT_NO_REGISTER, .scale = 1};
  translation_borrow(translation, DIRECT_BORROWS_RCX | DIRECT_BORROWS_RAX);
  if (excursion.up > 0) {
    place.displacement = beyond_margin(excursion.up);
    emit_lea(code, DIRECT_RCX, &place);
    bounds_leave_if_above(translation, highest_for(translation, excursion.up));
  }
  if (excursion.down > 0) {
    place.displacement = -beyond_margin(excursion.down);
    emit_lea(code, DIRECT_RCX, &place);
    leave_if_below(translation, lowest_for(translation, excursion.down));
  }
  translation_give_back(translation, DIRECT_BORROWS_RCX | DIRECT_BORROWS_RAX);
}

/* --- */

static void check_one(struct direct_translation *translation, direct_slot bound, enum direct_condition condition)
{
  emit_compare_with_register(translation->code, bound, DIRECT_RSP);
  translation_leave(translation, emit_branch(translation->code, condition));
}

void bounds_check(struct direct_translation *translation)
{
  const struct excursion excursion = excursion_of(translation->guest, translation->plan);
  if (counts(translation) || (excursion.up == 0 && excursion.down == 0))
    return;
  if (has_live_flags(translation) || beyond_margin(excursion.up) > 0 || beyond_margin(excursion.down) > 0) {
    check_without_flags(translation, excursion);
    return;
  }
  if (excursion.up > 0)
    check_one(translation, highest_for(translation, excursion.up), DIRECT_IF_BELOW);
  if (excursion.down > 0)
    check_one(translation, lowest_for(translation, excursion.down), DIRECT_IF_ABOVE);
}
