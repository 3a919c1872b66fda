/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prefixes and opcode stay, ModRM and what follows is made anew, the immediate stays. */
#include "direct/operands.h"

#include <string.h>

enum { FS = 0x64, SIB = 4, NONE = 5, LONG = 2, SHORT = 1, NO_INDEX = 4 };

/* mod of ModRM; a displacement of 32 bits without base has none. */
static unsigned mode_of(const struct operand *operand)
{
  if (operand->base == DIRECT_RIP || operand->base == DIRECT_NO_REGISTER)
    return 0;
  return operand->displacement == (int8_t)operand->displacement ? SHORT : LONG;
}

static uint8_t *put_address(uint8_t *at, unsigned reg, const struct operand *operand)
{
  const unsigned mode = mode_of(operand);
  const bool has_index = operand->index != DIRECT_NO_REGISTER;
  const bool has_sib = has_index || operand->base == SIB || operand->base == DIRECT_NO_REGISTER;
  const unsigned base = operand->base < 8 ? operand->base : NONE;
  const unsigned index = has_index ? operand->index : NO_INDEX;
  *at++ = (uint8_t)(mode << 6 | reg << 3 | (has_sib ? SIB : base));
  if (has_sib)
    *at++ = (uint8_t)(operand->scale << 6 | index << 3 | base);
  const size_t bytes = mode == SHORT ? 1 : 4;
  memcpy(at, &operand->displacement, bytes);
  return at + bytes;
}

bool operand_change(const struct subject *subject, const struct operand *operand, uint64_t address, struct subject *ret)
{
  const struct direct_instruction *is = &subject->is;
  uint8_t code[3 * ENCODING_BYTES] = {0}, *at = code;
  if (!is->memory.bytes || !is->modrm_offset)
    return false;
  if (operand->is_fs)
    *at++ = FS;
  memcpy(at, subject->code, is->modrm_offset);
  at = put_address(at + is->modrm_offset, subject->code[is->modrm_offset] >> 3 & 7, operand);
  memcpy(at, subject->code + is->bytes - is->immediate_bytes, is->immediate_bytes);
  at += is->immediate_bytes;
  return subject_make(ret, code, address) && ret->is.bytes == at - code && ret->is.memory.bytes == is->memory.bytes;
}
