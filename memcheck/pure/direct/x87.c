/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of x87 are loaded by the first instruction that needs them since direct code was entered, and are the
 * guest's from there on, all of them defined: a look at one word in front of the first such instruction of a block
 * tells. */
#include "memcheck/pure/direct/translate_private.h"

static direct_slot slot_of_away(const struct direct_translation *translation)
{
  return DIRECT_SLOT(translation->guest->state, x87_is_away);
}

static void jump_if_away(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  translation->x87.has_borrowed = has_live_flags(translation);
  if (!translation->x87.has_borrowed) {
    emit_compare_u32(code, slot_of_away(translation), 0);
    translation->x87.jump = emit_branch(code, DIRECT_IF_NOT_ZERO);
    return;
  }
  translation_borrow_rcx(translation);
  emit_load_u32(code, DIRECT_RCX, slot_of_away(translation));
  uint8_t *const is_there = emit_branch_if_no_rcx(code);
  translation->x87.jump = emit_jump(code);
  emit_set_short_target(code, is_there, code->at);
  translation_give_rcx_back(translation);
}

void x87_before(struct direct_translation *translation)
{
  if (translation->x87.is_there)
    return;
  jump_if_away(translation);
  translation->x87.is_there = true;
  translation->x87.step = (uint8_t)translation->step;
  translation->x87.pending = translation_pending(translation);
  translation->x87.resume = translation->code->at;
}

/* By a routine, which gives %rcx back. */
void x87_emit_loading(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  const uint32_t state = translation->guest->state;
  if (!translation->x87.is_there)
    return;
  emit_set_target(code, translation->x87.jump, code->at);
  translation->step = translation->x87.step;
  if (!translation->x87.has_borrowed)
    translation_borrow_rcx(translation);
  emit_set_target(code, emit_lea_of_code(code, DIRECT_RCX), translation->x87.resume);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, resume));
  uint8_t *const fails = emit_lea_of_code(code, DIRECT_RCX);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, store_leave));
  emit_jump_through(code, DIRECT_SLOT(state, load_x87));
  emit_set_target(code, fails, code->at);
  translation_emit_way_out(translation, translation->x87.step, translation->x87.pending);
}
