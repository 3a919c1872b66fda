/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether an encoding is one that its line of the table allows. Most of what is refused here the processor refuses too;
 * the rest are prefixes without any effect, which compilers do not write. */
#include "memcheck/pure/direct/decode_private.h"

static unsigned width_of(uint8_t operand)
{
  return operand & DIRECT_WIDTH;
}

/* In long mode only %fs and %gs add anything; others are hints. */
static bool segment_is_legal(const struct direct_parts *parts)
{
  const struct direct_line *line = parts->line;
  switch (parts->segment) {
  case 0:
    return true;
  case 0x64:
    return direct_is_nop(parts) || (parts->is_memory && line->rm >> DIRECT_WIDTH_BITS &&
                             (parts->table == TABLE_ONE || !parts->is_segment_behind));
  case 0x2e: /* not taken */
    return direct_is_nop(parts) || line->kind == DIRECT_BRANCH;
  case 0x3e: /* taken, or not tracked */
    return direct_is_nop(parts) || line->kind == DIRECT_BRANCH || line->kind == DIRECT_CALL_INDIRECT ||
           line->kind == DIRECT_JUMP_INDIRECT;
  default:
    return direct_is_nop(parts);
  }
}

static bool lock_is_legal(const struct direct_parts *parts)
{
  return !parts->is_locked || (parts->line->attributes & LOCKABLE && parts->is_memory);
}

/* Beside F2 and F3 that are part of the opcode, 66 can only be a size. */
static bool size_is_legal(const struct direct_parts *parts)
{
  return !parts->has_66 || !parts->repeat || width_of(parts->line->reg) == GV || width_of(parts->line->rm) == GV;
}

static bool rex_is_legal(const struct direct_parts *parts)
{
  const uint32_t attributes = parts->line->attributes;
  if (attributes & NO_REX && parts->has_rex)
    return false;
  return !(attributes & (parts->w ? NO_W : ONLY_W));
}

static bool modrm_is_legal(const struct direct_parts *parts)
{
  const uint32_t attributes = parts->line->attributes;
  if (attributes & (parts->is_memory ? ONLY_REGISTER : ONLY_MEMORY))
    return false;
  if (attributes & MODRM_FA && parts->modrm != 0xfa)
    return false;
  return !(attributes & RM_0) || parts->rm == 0;
}

static bool vex_is_legal(const struct direct_parts *parts)
{
  const uint32_t attributes = parts->line->attributes;
  const bool names_vvvv = parts->line->vvvv != NONE && !(attributes & MERGES && parts->is_memory);
  if (!parts->has_vex)
    return true;
  if (parts->is_256 ? !(attributes & (ANY_LENGTH | ONLY_256)) : attributes & ONLY_256)
    return false;
  if (parts->w && !(attributes & (ANY_W | ONLY_W)))
    return false;
  return names_vvvv || parts->vvvv == 0;
}

/* Reserved numbers of comparisons, and double shifts whose result is undefined. */
static bool immediate_is_legal(const struct direct_parts *parts, int64_t immediate)
{
  const uint32_t attributes = parts->line->attributes;
  if (attributes & COMPARES)
    return (uint8_t)immediate < (parts->has_vex ? 32 : 8);
  if (attributes & SHIFTS_DOUBLE && direct_general_bytes(parts, GV) == 2)
    return attributes & COUNTED && (immediate & 31) <= 16;
  return true;
}

bool direct_encoding_is_legal(const struct direct_parts *parts, const struct direct_instruction *instruction)
{
  return segment_is_legal(parts) && lock_is_legal(parts) && size_is_legal(parts) && rex_is_legal(parts) &&
         modrm_is_legal(parts) && vex_is_legal(parts) && immediate_is_legal(parts, instruction->immediate);
}
