/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Operands are absolute addresses, or as the guest's instruction has them. An absolute one is a SIB byte without base
 * and index, as ModRM alone means relative to %rip. */
#include "memcheck/pure/direct/emit.h"

enum { REX = 0x40, REX_W = 8, REX_R = 4, REX_X = 2, REX_B = 1, SIB_FOLLOWS = 4, GS = 0x65, OPERAND_16 = 0x66 };

void emit_bytes(struct direct_code *code, const void *bytes, size_t count)
{
  if ((size_t)(code->end - code->at) < count) {
    code->is_full = true;
    return;
  }
  __builtin_memcpy(code->at, bytes, count);
  code->at += count;
}

void emit_u8(struct direct_code *code, unsigned value)
{
  const uint8_t byte = (uint8_t)value;
  emit_bytes(code, &byte, 1);
}

void emit_u32(struct direct_code *code, uint32_t value)
{
  emit_bytes(code, &value, sizeof value);
}

/* --- operands --- */

static void emit_absolute(struct direct_code *code, unsigned reg, uint32_t address)
{
  emit_u8(code, (reg & 7) << 3 | SIB_FOLLOWS);
  emit_u8(code, 0x25);
  emit_u32(code, address);
}

static unsigned rex_of(unsigned reg, const struct direct_memory *memory)
{
  return (reg & 8 ? REX_R : 0u) | (memory->index != DIRECT_NO_REGISTER && memory->index & 8 ? REX_X : 0u) |
         (memory->base != DIRECT_NO_REGISTER && memory->base & 8 ? REX_B : 0u);
}

static unsigned sib_of(const struct direct_memory *memory)
{
  const unsigned scale = (unsigned)__builtin_ctz(memory->scale);
  const unsigned index = memory->index == DIRECT_NO_REGISTER ? 4 : memory->index & 7u;
  return scale << 6 | index << 3 | (memory->base == DIRECT_NO_REGISTER ? 5u : memory->base & 7u);
}

static void emit_operand(struct direct_code *code, unsigned reg, const struct direct_memory *memory, int32_t offset)
{
  enum { SHORT = 0x40, LONG = 0x80, BASE_IS_RBP = 5 };
  const int32_t displacement = memory->displacement + offset;
  const bool has_base = memory->base != DIRECT_NO_REGISTER;
  const bool needs_sib = !has_base || memory->index != DIRECT_NO_REGISTER || (memory->base & 7) == SIB_FOLLOWS;
  unsigned mode = displacement >= -128 && displacement < 128 ? SHORT : LONG;
  if (!has_base || (displacement == 0 && (memory->base & 7) != BASE_IS_RBP))
    mode = 0;
  emit_u8(code, mode | (reg & 7) << 3 | (needs_sib ? SIB_FOLLOWS : memory->base & 7u));
  if (needs_sib)
    emit_u8(code, sib_of(memory));
  if (mode == SHORT)
    emit_u8(code, (uint8_t)displacement);
  else if (mode == LONG || !has_base)
    emit_u32(code, (uint32_t)displacement);
}

/* [prefixes] [REX] opcode operand */
static void emit_with_memory(struct direct_code *code, unsigned rex, unsigned opcode, unsigned reg,
                             const struct direct_memory *memory, int32_t offset)
{
  rex |= rex_of(reg, memory);
  if (rex)
    emit_u8(code, REX | rex);
  if (opcode > 0xff)
    emit_u8(code, opcode >> 8);
  emit_u8(code, opcode);
  emit_operand(code, reg, memory, offset);
}

static void emit_with_slot(struct direct_code *code, unsigned rex, unsigned opcode, unsigned reg, direct_slot slot)
{
  rex |= reg & 8 ? REX_R : 0u;
  if (rex)
    emit_u8(code, REX | rex);
  emit_u8(code, opcode);
  emit_absolute(code, reg, slot);
}

/* --- counters --- */

static void emit_with_counter(struct direct_code *code, unsigned opcode, unsigned reg, uint32_t counter)
{
  emit_u8(code, GS);
  emit_with_slot(code, REX_W, opcode, reg, counter);
}

void emit_increment_counter(struct direct_code *code, uint32_t counter)
{
  emit_with_counter(code, 0xff, 0, counter);
}

void emit_load_counter(struct direct_code *code, unsigned reg, uint32_t counter)
{
  emit_with_counter(code, 0x8b, reg, counter);
}

void emit_store_counter(struct direct_code *code, unsigned reg, uint32_t counter)
{
  emit_with_counter(code, 0x89, reg, counter);
}

/* --- words of the tool --- */

void emit_save(struct direct_code *code, unsigned reg, direct_slot slot)
{
  emit_with_slot(code, REX_W, 0x89, reg, slot);
}

void emit_restore(struct direct_code *code, unsigned reg, direct_slot slot)
{
  emit_with_slot(code, REX_W, 0x8b, reg, slot);
}

void emit_load_u32(struct direct_code *code, unsigned reg, direct_slot slot)
{
  emit_with_slot(code, 0, 0x8b, reg, slot);
}

void emit_set_u32(struct direct_code *code, direct_slot slot, uint32_t value)
{
  emit_with_slot(code, 0, 0xc7, 0, slot);
  emit_u32(code, value);
}

void emit_set_u64(struct direct_code *code, direct_slot slot, uint64_t value)
{
  if (value == (uint64_t)(int32_t)value) {
    emit_with_slot(code, REX_W, 0xc7, 0, slot);
    emit_u32(code, (uint32_t)value);
    return;
  }
  emit_set_u32(code, slot, (uint32_t)value);
  emit_set_u32(code, slot + 4, (uint32_t)(value >> 32));
}

void emit_test_u32(struct direct_code *code, direct_slot slot, uint32_t mask)
{
  emit_with_slot(code, 0, 0xf7, 0, slot);
  emit_u32(code, mask);
}

void emit_compare_u32(struct direct_code *code, direct_slot slot, int8_t value)
{
  emit_with_slot(code, 0, 0x83, 7, slot);
  emit_u8(code, (uint8_t)value);
}

void emit_decrement_u32(struct direct_code *code, direct_slot slot)
{
  emit_with_slot(code, 0, 0xff, 1, slot);
}

void emit_compare_with_register(struct direct_code *code, direct_slot slot, unsigned reg)
{
  emit_with_slot(code, REX_W, 0x39, reg, slot);
}

/* --- memory --- */

void emit_compare_v(struct direct_code *code, const struct direct_memory *memory, int32_t offset, unsigned bytes)
{
  emit_u8(code, GS);
  if (bytes == 2)
    emit_u8(code, OPERAND_16);
  emit_with_memory(code, bytes == 8 ? REX_W : 0, bytes == 1 ? 0x80 : 0x83, 7, memory, offset + DIRECT_V_BIAS);
  emit_u8(code, 0);
}

void emit_load_v(struct direct_code *code, unsigned reg, const struct direct_memory *memory, int32_t offset,
                 unsigned bytes)
{
  static const uint16_t opcodes[] = {[1] = 0x0fb6, [2] = 0x0fb7, [4] = 0x8b, [8] = 0x8b};
  emit_u8(code, GS);
  emit_with_memory(code, bytes == 8 ? REX_W : 0, opcodes[bytes], reg, memory, offset + DIRECT_V_BIAS);
}

void emit_fill_v(struct direct_code *code, const struct direct_memory *memory, int32_t offset, unsigned bytes,
                 int value)
{
  emit_u8(code, GS);
  if (bytes == 2)
    emit_u8(code, OPERAND_16);
  emit_with_memory(code, bytes == 8 ? REX_W : 0, bytes == 1 ? 0xc6 : 0xc7, 0, memory, offset + DIRECT_V_BIAS);
  emit_bytes(code, &value, bytes < sizeof value ? bytes : sizeof value);
}

void emit_lea(struct direct_code *code, unsigned reg, const struct direct_memory *memory)
{
  emit_with_memory(code, REX_W, 0x8d, reg, memory, 0);
}

static void emit_segment(struct direct_code *code, const struct direct_memory *memory)
{
  enum { FS = 0x64 };
  if (memory->is_fs)
    emit_u8(code, FS);
}

void emit_load(struct direct_code *code, unsigned reg, const struct direct_memory *memory, unsigned bytes)
{
  emit_segment(code, memory);
  emit_with_memory(code, bytes == 8 ? REX_W : 0, 0x8b, reg, memory, 0);
}

void emit_not(struct direct_code *code, unsigned reg)
{
  emit_u8(code, REX | REX_W | (reg & 8 ? REX_B : 0u));
  emit_u8(code, 0xf7);
  emit_u8(code, 0xd0 | (reg & 7));
}

/* --- jumps --- */

static uint8_t *emit_distance(struct direct_code *code)
{
  emit_u32(code, 0);
  return code->at - sizeof(uint32_t);
}

uint8_t *emit_jump(struct direct_code *code)
{
  emit_u8(code, 0xe9);
  return emit_distance(code);
}

uint8_t *emit_branch(struct direct_code *code, unsigned condition)
{
  emit_u8(code, 0x0f);
  emit_u8(code, 0x80 | condition);
  return emit_distance(code);
}

uint8_t *emit_call(struct direct_code *code)
{
  emit_u8(code, 0xe8);
  return emit_distance(code);
}

uint8_t *emit_branch_if_no_rcx(struct direct_code *code)
{
  emit_u8(code, 0xe3);
  emit_u8(code, 0);
  return code->at - 1;
}

void emit_jump_through(struct direct_code *code, direct_slot slot)
{
  emit_with_slot(code, 0, 0xff, 4, slot);
}

void emit_set_target(struct direct_code *code, uint8_t *distance, const uint8_t *target)
{
  const int32_t value = (int32_t)(target - (distance + sizeof(int32_t)));
  if (!code->is_full)
    __builtin_memcpy(distance, &value, sizeof value);
}

void emit_set_short_target(struct direct_code *code, uint8_t *distance, const uint8_t *target)
{
  const intptr_t value = target - (distance + 1);
  if (value > 127)
    code->is_full = true;
  if (!code->is_full)
    *distance = (uint8_t)value;
}

uint8_t *emit_lea_of_code(struct direct_code *code, unsigned reg)
{
  enum { RIP_RELATIVE = 5 };
  emit_u8(code, REX | REX_W | (reg & 8 ? REX_R : 0u));
  emit_u8(code, 0x8d);
  emit_u8(code, (reg & 7) << 3 | RIP_RELATIVE);
  return emit_distance(code);
}

/* --- the guest's instruction --- */

void emit_copy(struct direct_code *code, const uint8_t *bytes, const struct direct_instruction *instruction)
{
  if (instruction->memory.base != DIRECT_RIP) {
    emit_bytes(code, bytes, instruction->bytes);
    return;
  }
  const unsigned modrm = instruction->modrm_offset, behind = modrm + 1 + sizeof(uint32_t);
  emit_bytes(code, bytes, modrm);
  emit_absolute(code, bytes[modrm] >> 3 & 7, (uint32_t)instruction->memory.displacement);
  emit_bytes(code, bytes + behind, instruction->bytes - behind);
}
