/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of the guest that checks work with for a while. What they held lies in direct_state meanwhile, and marks
 * say from where to where: a fault may come at any instruction, and the guest must have its registers then. */
#include "memcheck/pure/direct/translate_private.h"

void translation_set_borrowed(struct direct_translation *translation, unsigned borrowed)
{
  struct direct_block *block = translation->block;
  const size_t offset = (size_t)(translation->code->at - block->start);
  translation->borrowed = (uint8_t)borrowed;
  if (translation->is_cold)
    return;
  if (block->marks == DIRECT_MARKS_MAX || offset > UINT16_MAX) {
    translation->code->is_full = true;
    return;
  }
  block->mark[block->marks++] =
    (struct direct_mark){(uint16_t)offset, (uint8_t)translation->step, (uint8_t)borrowed};
}

static const uint8_t registers[DIRECT_BORROWED_MAX] = {DIRECT_RCX, DIRECT_RAX, DIRECT_RDX, DIRECT_RDI};

void translation_borrow(struct direct_translation *translation, unsigned which)
{
  for (unsigned i = 0; i < DIRECT_BORROWED_MAX; i++)
    if (which >> i & 1)
      emit_save(translation->code, registers[i], borrowed_slot(translation, i));
  translation_set_borrowed(translation, translation->borrowed | which);
}

void translation_give_back(struct direct_translation *translation, unsigned which)
{
  for (unsigned i = 0; i < DIRECT_BORROWED_MAX; i++)
    if (which >> i & 1)
      emit_restore(translation->code, registers[i], borrowed_slot(translation, i));
  translation_set_borrowed(translation, translation->borrowed & ~which);
}

void translation_borrow_rcx(struct direct_translation *translation)
{
  translation_borrow(translation, DIRECT_BORROWS_RCX);
}

void translation_give_rcx_back(struct direct_translation *translation)
{
  translation_give_back(translation, DIRECT_BORROWS_RCX);
}
