/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of the guest that checks work with for a while. What they held lies in direct_state meanwhile, and marks say from where to
 * where: a fault may come at any instruction, and the guest must have its registers then. */
#include "memcheck/direct/translate_private.h"

void translation_set_borrowed(struct direct_translation *translation, unsigned borrowed)
{
  struct direct_block *block = translation->block;
  const size_t offset = (size_t)(translation->code->at - block->start);
  translation->borrowed = (uint8_t)borrowed;
  if (block->marks == DIRECT_MARKS_MAX || offset > UINT16_MAX) {
    translation->code->is_full = true;
    return;
  }
  block->mark[block->marks++] =
    (struct direct_mark){(uint16_t)offset, (uint8_t)translation->step, (uint8_t)borrowed};
}

void translation_borrow_rcx(struct direct_translation *translation)
{
  emit_save(translation->code, DIRECT_RCX, borrowed_slot(translation, 0));
  translation_set_borrowed(translation, BORROWS_RCX);
}

void translation_give_rcx_back(struct direct_translation *translation)
{
  emit_restore(translation->code, DIRECT_RCX, borrowed_slot(translation, 0));
  translation_set_borrowed(translation, BORROWS_NOTHING);
}

void translation_give_back(struct direct_translation *translation, unsigned borrowed)
{
  static const uint8_t registers[DIRECT_BORROWED_MAX] = {DIRECT_RCX, DIRECT_RAX, DIRECT_RDX, DIRECT_RDI};
  for (unsigned i = 0; i < DIRECT_BORROWED_MAX; i++)
    if (borrowed >> i & 1)
      emit_restore(translation->code, registers[i], borrowed_slot(translation, i));
  translation_set_borrowed(translation, BORROWS_NOTHING);
}
