/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions of x87, by the table that says of each what it has to do with registers and memory. Not copied is what
 * stores or loads the environment, in which addresses of instructions are. */
#include "memcheck/pure/direct/decode_private.h"

enum kind {
  IS_NONE,
  IS_CONTROL,
  IS_BEGIN,
  IS_LOOK,
  IS_ORDER,
  IS_COMPARE,
  IS_SIGN,
  IS_FIRST,
  IS_FIRST_OF_TWO,
  IS_FIRST_OF_BOTH,
  IS_OTHER,
  IS_SECOND,
  IS_PUSH,
  IS_PUSH_DOUBLE,
  IS_PUSH_OTHER,
  IS_TWO,
  IS_STORE,
  IS_STORE_DOUBLE,
  IS_COPY,
  IS_EXCHANGE,
  IS_MOVE_IF,
  IS_STATUS,
  IS_LOAD_MODES,
  IS_STORE_MODES,
  IS_LOAD_ALL,
  IS_STORE_ALL
};

enum { FIRST_OPCODE = 0xd8, OPCODES = 8, MODRM_REGISTER = 0xc0, OPERAND_MAX = 10, SEGMENT_FS = 0x64 };

struct form {
  uint8_t kind, bytes;
};

#define MEMORY(of, digit, kind, bytes) [(of) - FIRST_OPCODE][digit] = {IS_##kind, bytes},
static const struct form in_memory[OPCODES][8] = {
#include "shared/base/x87.def"
};
#define REGISTER(of, digit, kind) [(of) - FIRST_OPCODE][digit] = {IS_##kind, 0},
static const struct form registers[OPCODES][8] = {
#include "shared/base/x87.def"
};
#define SINGLE(of, modrm, kind) [(of) - FIRST_OPCODE][(modrm) - MODRM_REGISTER] = {IS_##kind, 0},
static const struct form singles[OPCODES][0x40] = {
#include "shared/base/x87.def"
};

static struct form form_of(uint8_t opcode, uint8_t modrm)
{
  if (opcode == DIRECT_FWAIT)
    return (struct form){IS_CONTROL, 0};
  if (modrm < MODRM_REGISTER)
    return in_memory[opcode - FIRST_OPCODE][modrm >> 3 & 7];
  const struct form single = singles[opcode - FIRST_OPCODE][modrm - MODRM_REGISTER];
  return single.kind != IS_NONE ? single : registers[opcode - FIRST_OPCODE][modrm >> 3 & 7];
}

bool direct_is_x87(const struct direct_parts *parts)
{
  return parts->table == TABLE_ONE && ((parts->opcode & 0xf8) == FIRST_OPCODE || parts->opcode == DIRECT_FWAIT);
}

static void touch_memory(const struct direct_parts *parts, struct form form, struct direct_instruction *ret)
{
  struct direct_memory *memory = &ret->memory;
  memory->bytes = form.bytes;
  memory->is_written =
    form.kind == IS_STORE || form.kind == IS_STORE_DOUBLE || form.kind == IS_STATUS || form.kind == IS_STORE_MODES;
  memory->is_read = !memory->is_written;
  memory->is_fs = parts->segment == SEGMENT_FS;
  if (memory->base < DIRECT_RIP)
    ret->registers_read |= UINT32_C(1) << memory->base;
  if (memory->index != DIRECT_NO_REGISTER)
    ret->registers_read |= UINT32_C(1) << memory->index;
}

static void touch_flags(const struct direct_parts *parts, struct form form, struct direct_instruction *ret)
{
  static const uint16_t conditions[] = {DIRECT_CF, DIRECT_ZF, DIRECT_CF | DIRECT_ZF, DIRECT_PF};
  if (form.kind == IS_COMPARE)
    ret->flags_written = DIRECT_ALL_FLAGS;
  if (form.kind == IS_MOVE_IF)
    ret->flags_read = conditions[parts->modrm >> 3 & 3];
}

bool direct_x87(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const struct form form = form_of(parts->opcode, parts->modrm);
  const bool is_plain = !parts->has_66 && !parts->repeat && !parts->is_locked &&
                        (parts->segment == 0 || (parts->segment == SEGMENT_FS && parts->is_memory));
  if (form.kind == IS_NONE || form.bytes > OPERAND_MAX || !is_plain)
    return false;
  if (parts->is_memory)
    touch_memory(parts, form, ret);
  else if (form.kind == IS_STATUS)
    ret->registers_read = ret->registers_written = 1 << DIRECT_RAX; /* half of it stays */
  touch_flags(parts, form, ret);
  ret->kind = DIRECT_PLAIN;
  ret->is_x87 = ret->may_trap = true;
  return true;
}
