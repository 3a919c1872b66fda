/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes an instruction apart: prefixes, opcode, ModRM with its address, immediate, in the order in which they come. The
 * opcode leads to a line of the table. Whether the line allows all of this is decode_legal.c's, what its operands come
 * to decode_operands.c's. */
#include "memcheck/pure/direct/decode.h"

#include "memcheck/pure/direct/decode_private.h"

enum { REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8, VEX_LENGTH = 4 };

static bool next(struct direct_parts *parts, uint8_t *ret)
{
  if (parts->at == parts->available)
    return false;
  *ret = parts->code[parts->at++];
  return true;
}

/* Little-endian, with its sign. */
static bool next_number(struct direct_parts *parts, unsigned bytes, int64_t *ret)
{
  if (parts->available - parts->at < bytes)
    return false;
  uint64_t number = 0;
  for (unsigned i = 0; i < bytes; i++)
    number |= (uint64_t)parts->code[parts->at + i] << 8 * i;
  parts->at += bytes;
  const unsigned unused = 64 - 8 * bytes;
  *ret = bytes ? (int64_t)(number << unused) >> unused : 0;
  return true;
}

/* --- prefixes and opcode --- */

/* Takes a legacy prefix; false if `byte` is none. Each but 66 can come once. The processor does not care for their
 * order, but %fs behind one that is part of the opcode, and 66 behind F2 or F3, nothing writes and decoders differ
 * about. */
static bool take_prefix(struct direct_parts *parts, uint8_t byte)
{
  if (byte == 0x66) {
    parts->is_odd |= parts->repeat != 0;
    parts->has_66 = true;
  } else if (byte == 0xf0) {
    parts->is_odd |= parts->is_locked;
    parts->is_locked = true;
  } else if (byte == 0xf2 || byte == 0xf3) {
    parts->is_odd |= parts->repeat != 0;
    parts->repeat = byte;
  } else if (byte == 0x26 || byte == 0x2e || byte == 0x36 || byte == 0x3e || byte == 0x64 || byte == 0x65) {
    parts->is_odd |= parts->segment != 0;
    parts->is_segment_behind = parts->has_66 || parts->repeat;
    parts->segment = byte;
  } else {
    return false;
  }
  return true;
}

static void take_rex(struct direct_parts *parts, uint8_t rex)
{
  parts->has_rex = true;
  parts->w = rex & REX_W;
  parts->r = rex & REX_R;
  parts->x = rex & REX_X;
  parts->b = rex & REX_B;
}

/* The last byte of a VEX prefix. */
static void take_vex_end(struct direct_parts *parts, uint8_t byte)
{
  parts->has_vex = true;
  parts->prefix = byte & 3;
  parts->is_256 = byte & VEX_LENGTH;
  parts->vvvv = (byte >> 3 & 15) ^ 15;
}

static bool take_short_vex(struct direct_parts *parts)
{
  uint8_t byte;
  if (!next(parts, &byte))
    return false;
  parts->r = !(byte & 0x80);
  parts->table = TABLE_VEX_OF;
  take_vex_end(parts, byte);
  return next(parts, &parts->opcode);
}

static bool take_long_vex(struct direct_parts *parts)
{
  uint8_t map, end;
  if (!next(parts, &map) || !next(parts, &end))
    return false;
  if ((map & 31) < 1 || (map & 31) > 3)
    return false;
  parts->r = !(map & 0x80);
  parts->x = !(map & 0x40);
  parts->b = !(map & 0x20);
  parts->w = end & 0x80;
  parts->table = TABLE_VEX_OF + (map & 31) - 1;
  take_vex_end(parts, end);
  return next(parts, &parts->opcode);
}

static bool take_vex(struct direct_parts *parts, bool is_short)
{
  if (parts->has_66 || parts->repeat || parts->is_locked || parts->has_rex)
    return false;
  return is_short ? take_short_vex(parts) : take_long_vex(parts);
}

/* The rest of an opcode that begins with 0f. */
static bool take_long_opcode(struct direct_parts *parts)
{
  if (!next(parts, &parts->opcode))
    return false;
  parts->table = TABLE_OF;
  if (parts->opcode != 0x38 && parts->opcode != 0x3a)
    return true;
  parts->table = parts->opcode == 0x38 ? TABLE_OF38 : TABLE_OF3A;
  return next(parts, &parts->opcode);
}

static uint8_t prefix_of(const struct direct_parts *parts)
{
  if (parts->repeat)
    return parts->repeat == 0xf3 ? PREFIX_PF3 : PREFIX_PF2;
  return parts->has_66 ? PREFIX_P66 : PREFIX_NP;
}

/* Up to the opcode's last byte. A REX that does not come last would be without effect: refused. */
static bool take_opcode(struct direct_parts *parts)
{
  uint8_t byte;
  do {
    if (!next(parts, &byte))
      return false;
  } while (take_prefix(parts, byte));
  if (parts->is_odd)
    return false;
  if ((byte & 0xf0) == 0x40) {
    take_rex(parts, byte);
    if (!next(parts, &byte))
      return false;
  }
  if (byte == 0xc4 || byte == 0xc5)
    return take_vex(parts, byte == 0xc5);
  parts->prefix = prefix_of(parts);
  parts->table = TABLE_ONE;
  parts->opcode = byte;
  return byte != 0x0f || take_long_opcode(parts);
}

/* --- ModRM --- */

static bool take_sib(struct direct_parts *parts, struct direct_memory *ret)
{
  uint8_t sib;
  if (!next(parts, &sib))
    return false;
  const uint8_t index = (sib >> 3 & 7) | parts->x << 3;
  const bool has_base = (sib & 7) != 5 || parts->modrm >> 6 != 0;
  ret->base = has_base ? (sib & 7) | parts->b << 3 : DIRECT_NO_REGISTER;
  if (index != DIRECT_RSP) {
    ret->index = index;
    ret->scale = (uint8_t)(1 << (sib >> 6));
  }
  return true;
}

static uint8_t displacement_bytes_of(uint8_t modrm, uint8_t base)
{
  if (modrm >> 6 == 0)
    return base == DIRECT_NO_REGISTER || base == DIRECT_RIP ? 4 : 0;
  return modrm >> 6 == 1 ? 1 : 4;
}

static bool take_address(struct direct_parts *parts, struct direct_instruction *ret)
{
  struct direct_memory *memory = &ret->memory;
  const uint8_t low = parts->modrm & 7;
  if (low == 4) {
    if (!take_sib(parts, memory))
      return false;
  } else {
    memory->base = low == 5 && parts->modrm >> 6 == 0 ? DIRECT_RIP : parts->rm;
  }
  int64_t displacement;
  ret->displacement_bytes = displacement_bytes_of(parts->modrm, memory->base);
  if (!next_number(parts, ret->displacement_bytes, &displacement))
    return false;
  memory->displacement = (int32_t)displacement;
  return true;
}

static bool take_modrm(struct direct_parts *parts, struct direct_instruction *ret)
{
  ret->modrm_offset = (uint8_t)parts->at;
  if (!next(parts, &parts->modrm))
    return false;
  parts->is_memory = parts->modrm >> 6 != 3;
  parts->reg = (parts->modrm >> 3 & 7) | parts->r << 3;
  parts->rm = (parts->modrm & 7) | parts->b << 3;
  return !parts->is_memory || take_address(parts, ret);
}

static bool take_operands(struct direct_parts *parts, struct direct_instruction *ret)
{
  const struct direct_line *line = direct_line_of(parts);
  const uint32_t place = line->attributes & DIRECT_PLACE;
  if (!(line->attributes & IN_TABLE))
    return false;
  if (place == IN_MODRM && !take_modrm(parts, ret))
    return false;
  if (place == IN_OPCODE)
    parts->rm = (parts->opcode & 7) | parts->b << 3;
  parts->line = direct_member_of(line, parts->modrm);
  return parts->line->attributes & IN_TABLE;
}

/* --- immediate --- */

static uint8_t immediate_bytes_of(const struct direct_parts *parts)
{
  const unsigned operand_bytes = direct_general_bytes(parts, GV);
  switch (parts->line->attributes & DIRECT_IMMEDIATE) {
  case 0:
    return 0;
  case IMM16:
    return 2;
  case IMM32:
    return 4;
  case IMM_Z:
    return operand_bytes == 2 ? 2 : 4;
  case IMM_V:
    return (uint8_t)operand_bytes;
  default:
    return 1;
  }
}

static bool take_immediate(struct direct_parts *parts, struct direct_instruction *ret)
{
  ret->immediate_bytes = immediate_bytes_of(parts);
  return next_number(parts, ret->immediate_bytes, &ret->immediate);
}

static bool take_x87(struct direct_parts *parts, struct direct_instruction *ret)
{
  const bool has_modrm = parts->opcode != DIRECT_FWAIT;
  if ((has_modrm && !take_modrm(parts, ret)) || !direct_x87(parts, ret))
    return false;
  ret->bytes = (uint8_t)parts->at;
  return true;
}

static bool take_other(struct direct_parts *parts, uint64_t address, struct direct_instruction *ret)
{
  if (!take_operands(parts, ret) || !take_immediate(parts, ret))
    return false;
  ret->bytes = (uint8_t)parts->at;
  ret->has_vex = parts->has_vex;
  if (!direct_encoding_is_legal(parts, ret))
    return false;
  direct_operands(parts, ret);
  return direct_kind_of(parts, address, ret);
}

bool direct_decode(const uint8_t *code, size_t available, uint64_t address, struct direct_instruction *ret)
{
  const bool is_short = available < DIRECT_INSTRUCTION_BYTES_MAX;
  struct direct_parts parts = {.code = code, .available = is_short ? available : DIRECT_INSTRUCTION_BYTES_MAX};
  struct direct_instruction instruction = {
    .memory = {.base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER, .scale = 1},
  };
  if (!take_opcode(&parts))
    return false;
  if (direct_is_x87(&parts) ? !take_x87(&parts, &instruction) : !take_other(&parts, address, &instruction))
    return false;
  *ret = instruction;
  return true;
}
