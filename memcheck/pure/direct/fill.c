/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of the stack becomes undefined again: its V bits are set. Flags stay. That the red zone is in use is noted. */
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/translate_private.h"

enum { WORD = 8, INLINE_FILL_MAX = 64, VECTOR_FILL_MAX = 256, VECTOR = 16 };

struct direct_memory fill_at_stack(int32_t displacement)
{
  return (struct direct_memory){
    .base = DIRECT_RSP, .index = DIRECT_NO_REGISTER, .scale = 1, .displacement = displacement};
}

void fill_by_words(struct direct_translation *translation, int32_t start, int32_t bytes)
{
  const struct direct_memory memory = fill_at_stack(start);
  for (int32_t done = 0; done < bytes; done += WORD)
    emit_fill_v(translation->code, &memory, done, WORD, -1);
}

/* movups of %xmm15 keeps its upper half, and flags. */
static void fill_by_vectors(struct direct_translation *translation, int32_t start, int32_t bytes)
{
  static const uint8_t all_ones[] = {0x66, 0x45, 0x0f, 0x76, 0xff}; /* pcmpeqd %xmm15, %xmm15 */
  static const uint8_t save[] = {0x44, 0x0f, 0x11, 0x3c, 0x25}, restore[] = {0x44, 0x0f, 0x10, 0x3c, 0x25};
  static const uint8_t store[] = {0x65, 0x44, 0x0f, 0x11, 0xbc, 0x24}; /* movups %xmm15, %gs:displacement(%rsp) */
  struct direct_code *code = translation->code;
  const direct_slot slot = DIRECT_SLOT(translation->guest->state, vector);
  emit_bytes(code, save, sizeof save);
  emit_u32(code, slot);
  translation_set_borrowed(translation, DIRECT_BORROWS_XMM15);
  emit_bytes(code, all_ones, sizeof all_ones);
  for (int32_t done = 0; done < bytes; done += VECTOR) {
    const int32_t place = bytes - done < VECTOR ? start + bytes - VECTOR : start + done;
    emit_bytes(code, store, sizeof store);
    emit_u32(code, (uint32_t)(place + DIRECT_V_BIAS));
  }
  emit_bytes(code, restore, sizeof restore);
  emit_u32(code, slot);
  translation_set_borrowed(translation, DIRECT_BORROWS_NOTHING);
}

/* %rdi: the first V bits; %rcx: how many words. */
void fill_as_string(struct direct_translation *translation)
{
  static const uint8_t fill[] = {0x48, 0xc7, 0xc0, 0xff, 0xff,
                                 0xff, 0xff, 0xf3, 0x48, 0xab}; /* mov $-1, %rax; rep stosq */
  emit_bytes(translation->code, fill, sizeof fill);
}

/* %rdi = where the V bits of start(%rsp) are; %rax is borrowed. */
void fill_find_v_bits(struct direct_translation *translation, int32_t start)
{
  const struct direct_memory memory = fill_at_stack(start);
  const struct direct_memory sum = {.base = DIRECT_RDI, .index = DIRECT_RAX, .scale = 1};
  emit_lea(translation->code, DIRECT_RDI, &memory);
  emit_restore(translation->code, DIRECT_RAX, DIRECT_SLOT(translation->guest->state, v_offset));
  emit_lea(translation->code, DIRECT_RDI, &sum);
}

static void fill_by_string(struct direct_translation *translation, int32_t start, int32_t bytes)
{
  translation_borrow(translation, FILL_BORROWS);
  fill_find_v_bits(translation, start);
  emit_u8(translation->code, 0xb9); /* mov $..., %ecx */
  emit_u32(translation->code, (uint32_t)bytes / WORD);
  fill_as_string(translation);
  translation_give_back(translation, FILL_BORROWS);
}

/* [start, start + bytes), seen from the stack pointer, becomes undefined. */
void fill_undefined(struct direct_translation *translation, int32_t start, int32_t bytes)
{
  if (bytes <= INLINE_FILL_MAX)
    fill_by_words(translation, start, bytes);
  else if (bytes <= VECTOR_FILL_MAX)
    fill_by_vectors(translation, start, bytes);
  else
    fill_by_string(translation, start, bytes);
}

void fill_given_up(struct direct_translation *translation, int32_t bytes)
{
  fill_undefined(translation, -bytes - REDZONE_BYTES, bytes);
}

void fill_note_redzone(struct direct_translation *translation)
{
  if (!translation->has_noted_redzone)
    emit_set_u32(translation->code, DIRECT_SLOT(translation->guest->state, redzone_used), 1);
  translation->has_noted_redzone = true;
}
