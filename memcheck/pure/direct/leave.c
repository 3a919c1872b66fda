/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways out of a block to precise code of a step. Each is a jump to code behind the block, which gives back what is
 * borrowed there and says where to go on. */
#include "memcheck/pure/direct/translate_private.h"

void translation_leave(struct direct_translation *translation, uint8_t *distance)
{
  if (translation->leave_count == LEAVES_MAX) {
    translation->code->is_full = true;
    return;
  }
  translation->leaves[translation->leave_count++] = (struct leave){
    distance, (uint8_t)translation->step, translation->borrowed, translation_pending(translation)};
}

void translation_leave_if_rcx(struct direct_translation *translation)
{
  uint8_t *const stays = emit_branch_if_no_rcx(translation->code);
  translation_leave(translation, emit_jump(translation->code));
  emit_set_short_target(translation->code, stays, translation->code->at);
}

static void emit_way_out(struct direct_translation *translation, unsigned step, unsigned borrowed, int32_t pending)
{
  struct direct_code *code = translation->code;
  translation->step = step;
  translation_set_borrowed(translation, borrowed);
  translation_give_back(translation, borrowed);
  if (pending > 0 && !counts(translation))
    fill_given_up(translation, pending);
  emit_set_u64(code, DIRECT_SLOT(translation->guest->state, go_on_at), translation->plan->steps[step].address);
  emit_jump_through(code, DIRECT_SLOT(translation->guest->state, leave_precise));
}

void translation_emit_way_out(struct direct_translation *translation, unsigned step, int32_t pending)
{
  emit_way_out(translation, step, DIRECT_BORROWS_NOTHING, pending);
}

static bool is_same_leave(const struct leave *a, const struct leave *b)
{
  return a->step == b->step && a->borrowed == b->borrowed && a->pending == b->pending;
}

void leave_emit_all(struct direct_translation *translation)
{
  struct direct_code *code = translation->code;
  const uint8_t *place = NULL;
  for (unsigned i = 0; i < translation->leave_count; i++) {
    const struct leave *leave = &translation->leaves[i];
    if (i == 0 || !is_same_leave(leave, leave - 1)) {
      place = code->at;
      emit_way_out(translation, leave->step, leave->borrowed, leave->pending);
    }
    emit_set_target(code, leave->distance, place);
  }
}
