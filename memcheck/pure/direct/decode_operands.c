/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the operands that a line names come to: which registers, how many bytes of memory, which flags. Where a write
 * keeps a part of a register, that part is read. */
#include "memcheck/pure/direct/decode_private.h"

static const uint32_t vectors = UINT32_C(0xffff) << DIRECT_FIRST_VECTOR;

unsigned direct_general_bytes(const struct direct_parts *parts, enum direct_width width)
{
  switch (width) {
  case GB:
    return 1;
  case GW:
    return 2;
  case GQ:
    return 8;
  case GV:
    return parts->w ? 8 : parts->has_66 ? 2 : 4;
  case GY:
    return parts->w ? 8 : 4;
  default:
    return 4;
  }
}

static unsigned vector_bytes(const struct direct_parts *parts, enum direct_width width)
{
  const unsigned whole = parts->is_256 ? 32 : 16;
  switch (width) {
  case X1:
    return 1;
  case X2:
    return 2;
  case X4:
    return 4;
  case X8:
    return 8;
  case X16:
    return 16;
  case XHALF:
    return whole / 2;
  case XQUARTER:
    return whole / 4;
  case XEIGHTH:
    return whole / 8;
  case XW:
    return parts->w ? 8 : 4;
  case XDUP:
    return parts->is_256 ? 32 : 8;
  default:
    return whole;
  }
}

static bool is_general(enum direct_width width)
{
  return width <= GW_OF_D;
}

static uint8_t memory_bytes(const struct direct_parts *parts, enum direct_width width)
{
  if (width == GB_OF_D || width == GW_OF_D)
    return width == GB_OF_D ? 1 : 2;
  return (uint8_t)(is_general(width) ? direct_general_bytes(parts, width) : vector_bytes(parts, width));
}

/* --- operands --- */

static void touch(uint32_t registers, unsigned access, bool is_kept, struct direct_instruction *ret)
{
  if (access & DIRECT_READS || (access & DIRECT_WRITES && is_kept))
    ret->registers_read |= registers;
  if (access & DIRECT_WRITES)
    ret->registers_written |= registers;
}

static void touch_general(const struct direct_parts *parts, unsigned width, uint8_t number, unsigned access,
                          struct direct_instruction *ret)
{
  /* Without REX, 4 to 7 are the second bytes of the first four. */
  const uint8_t holder = width == GB && !parts->has_rex ? number & 3 : number;
  touch(UINT32_C(1) << holder, access, direct_general_bytes(parts, width) < 4, ret);
}

static void touch_vector(const struct direct_parts *parts, uint8_t number, unsigned access,
                         struct direct_instruction *ret)
{
  const bool merges = parts->line->attributes & MERGES && !parts->is_memory && !parts->has_vex;
  touch(UINT32_C(1) << (DIRECT_FIRST_VECTOR + number), access, merges, ret);
}

static void touch_register(const struct direct_parts *parts, uint8_t operand, uint8_t number,
                           struct direct_instruction *ret)
{
  const unsigned width = operand & DIRECT_WIDTH, access = operand >> DIRECT_WIDTH_BITS;
  if (is_general(width))
    touch_general(parts, width, number, access, ret);
  else
    touch_vector(parts, number, access, ret);
}

static void touch_address(const struct direct_memory *memory, struct direct_instruction *ret)
{
  if (memory->base < DIRECT_RIP)
    touch(UINT32_C(1) << memory->base, DIRECT_READS, false, ret);
  if (memory->index != DIRECT_NO_REGISTER)
    touch(UINT32_C(1) << memory->index, DIRECT_READS, false, ret);
}

static void touch_memory(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const unsigned width = parts->line->rm & DIRECT_WIDTH, access = parts->line->rm >> DIRECT_WIDTH_BITS;
  struct direct_memory *memory = &ret->memory;
  touch_address(memory, ret);
  if (!access)
    return;
  memory->bytes = memory_bytes(parts, width);
  memory->is_read = access & DIRECT_READS;
  memory->is_written = access & DIRECT_WRITES;
  memory->is_fs = parts->segment == 0x64;
  memory->is_aligned = width == XA || (width == XL && !parts->has_vex);
}

static void touch_implied(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const unsigned implied = parts->line->implied;
  const bool is_kept = direct_general_bytes(parts, GV) == 2;
  if (implied & DIRECT_READS_RAX)
    touch(1 << DIRECT_RAX, DIRECT_READS, false, ret);
  if (implied & DIRECT_READS_RCX)
    touch(1 << DIRECT_RCX, DIRECT_READS, false, ret);
  if (implied & DIRECT_READS_RDX)
    touch(1 << DIRECT_RDX, DIRECT_READS, false, ret);
  if (implied & DIRECT_READS_XMM0)
    touch(1 << DIRECT_FIRST_VECTOR, DIRECT_READS, false, ret);
  if (implied & DIRECT_WRITES_RAX)
    touch(1 << DIRECT_RAX, DIRECT_WRITES, is_kept, ret);
  if (implied & DIRECT_WRITES_RDX)
    touch(1 << DIRECT_RDX, DIRECT_WRITES, is_kept, ret);
}

/* Does the instruction clear (or fill) a register, whatever was in it? */
static bool is_zeroing(const struct direct_parts *parts)
{
  const unsigned width = parts->line->reg & DIRECT_WIDTH;
  if (!(parts->line->attributes & ZEROING) || parts->is_memory)
    return false;
  if (is_general(width) && direct_general_bytes(parts, width) < 4)
    return false;
  return parts->rm == (parts->has_vex ? parts->vvvv : parts->reg);
}

/* Or it is called an exchange of %rax with itself. */
bool direct_is_nop(const struct direct_parts *parts)
{
  const bool is_exchange = parts->table == TABLE_ONE && parts->opcode == 0x90 && !parts->repeat;
  return parts->line->attributes & IS_NOP || (is_exchange && !parts->b);
}

static void touch_operands(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const struct direct_line *line = parts->line;
  touch_register(parts, line->reg, parts->reg, ret);
  if (parts->is_memory)
    touch_memory(parts, ret);
  else
    touch_register(parts, line->rm, parts->rm, ret);
  if (!(line->attributes & MERGES && parts->is_memory))
    touch_register(parts, line->vvvv, parts->vvvv, ret);
  touch_implied(parts, ret);
  if ((line->attributes & DIRECT_IMMEDIATE) == IMM_VECTOR)
    touch_vector(parts, ret->immediate >> 4 & 15, DIRECT_READS, ret);
  if (line->attributes & ALL_VECTORS)
    touch(vectors, DIRECT_WRITES, !parts->is_256, ret);
  if (is_zeroing(parts))
    ret->registers_read = 0;
}

/* --- flags --- */

/* By how many bits it shifts, as the processor takes the count. */
static unsigned count_of(const struct direct_parts *parts, int64_t immediate)
{
  const unsigned bytes = direct_general_bytes(parts, parts->line->rm & DIRECT_WIDTH);
  return immediate & (bytes == 8 ? 63 : 31);
}

static void touch_flags(const struct direct_parts *parts, struct direct_instruction *ret)
{
  struct direct_flag_rule rule = *direct_flag_rule_of(parts->line);
  if (parts->line->attributes & COUNTED) {
    const unsigned count = count_of(parts, ret->immediate);
    if (count == 0)
      rule = (struct direct_flag_rule){0};
    if (count == 1)
      rule = (struct direct_flag_rule){rule.read, rule.written | rule.maybe, 0};
  }
  ret->flags_read = rule.read;
  ret->flags_written = rule.written;
  ret->flags_maybe = rule.maybe;
}

void direct_operands(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const bool is_exchange = parts->table == TABLE_ONE && (parts->opcode & 0xfe) == 0x86;
  ret->is_locked = parts->is_locked || (is_exchange && parts->is_memory);
  ret->is_256 = parts->is_256;
  ret->may_trap = parts->line->attributes & TRAPS;
  if (direct_is_nop(parts))
    ret->memory = (struct direct_memory){.base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER, .scale = 1};
  else
    touch_operands(parts, ret);
  touch_flags(parts, ret);
}
