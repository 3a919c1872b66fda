/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code that counts how often it is executed (`seep cost`). A segment begins with the block and behind each branch, and
 * is counted as it begins; a fault in it is set right where it is handled. */
#include "memcheck/pure/direct/translate_private.h"

static bool begins_segment(const struct direct_plan *plan, unsigned step)
{
  return step == 0 || plan->steps[step - 1].loops || plan->steps[step - 1].instruction.kind == DIRECT_BRANCH;
}

/* Flags stay; %rcx is borrowed. */
static void increment_by_rcx(struct direct_translation *translation, uint32_t counter)
{
  struct direct_code *code = translation->code;
  const struct direct_memory next = {.base = DIRECT_RCX, .index = DIRECT_NO_REGISTER, .scale = 1, .displacement = 1};
  translation_borrow_rcx(translation);
  emit_load_counter(code, DIRECT_RCX, counter);
  emit_lea(code, DIRECT_RCX, &next);
  emit_store_counter(code, DIRECT_RCX, counter);
  translation_give_rcx_back(translation);
}

void counts_begin_segment(struct direct_translation *translation)
{
  const struct direct_plan *plan = translation->plan;
  const unsigned first = translation->step;
  uint8_t bytes[DIRECT_STEPS_MAX];
  unsigned instructions = 0;
  if (!counts(translation) || !begins_segment(plan, first))
    return;
  do {
    bytes[instructions] = plan->steps[first + instructions].instruction.bytes;
    instructions++;
  } while (first + instructions < plan->count && !begins_segment(plan, first + instructions));
  const uint32_t counter =
    translation->guest->counter_of(translation->guest->context, plan->steps[first].address, bytes, instructions);
  if (has_live_flags(translation))
    increment_by_rcx(translation, counter);
  else
    emit_increment_counter(translation->code, counter);
}
