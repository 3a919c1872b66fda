/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is emitted, read again by the decoder: every form of an operand must come back. */
#include "memcheck/pure/direct/emit.h"

#include "unit/unit.h"

enum { ROOM = 32, SLOT = 0x58123450 };

static const int32_t displacements[] = {0, 1, -1, 127, 128, -128, -129, 0x12345678, -0x12345678};
#define COUNT(table) (sizeof(table) / sizeof *(table))

static uint8_t bytes[ROOM];

static struct direct_code fresh(void)
{
  return (struct direct_code){bytes, bytes, bytes + sizeof bytes, false};
}

/* Behind a prefix for %gs, which the decoder does not know, as no guest has it. */
static struct direct_instruction read_again(const struct direct_code *code)
{
  struct direct_instruction instruction;
  const unsigned skipped = bytes[0] == 0x65;
  ck_assert(!code->is_full);
  const size_t left = (size_t)(code->at - bytes) - skipped;
  ck_assert(direct_decode(bytes + skipped, left, 0, &instruction));
  ck_assert_uint_eq(instruction.bytes, left);
  return instruction;
}

static void check_operand(const struct direct_instruction *instruction, const struct direct_memory *wanted,
                          int32_t offset)
{
  ck_assert_uint_eq(instruction->memory.base, wanted->base);
  ck_assert_uint_eq(instruction->memory.index, wanted->index);
  if (wanted->index != DIRECT_NO_REGISTER)
    ck_assert_uint_eq(instruction->memory.scale, wanted->scale);
  ck_assert_int_eq(instruction->memory.displacement, wanted->displacement + offset);
}

static void check_forms(const struct direct_memory *memory)
{
  for (unsigned size = 1; size <= 8; size *= 2) {
    struct direct_code code = fresh();
    emit_compare_v(&code, memory, 8, size);
    struct direct_instruction read = read_again(&code);
    check_operand(&read, memory, 8 + DIRECT_V_BIAS);
    ck_assert_uint_eq(read.memory.bytes, size);
    ck_assert(read.memory.is_read && !read.memory.is_written);
    ck_assert_int_eq(read.immediate, 0);
    code = fresh();
    emit_fill_v(&code, memory, 0, size, -1);
    read = read_again(&code);
    check_operand(&read, memory, DIRECT_V_BIAS);
    ck_assert_uint_eq(read.memory.bytes, size);
    ck_assert(read.memory.is_written && read.flags_written == 0);
    ck_assert_int_eq(read.immediate, -1);
    for (unsigned reg = 0; reg < 16; reg++) {
      if (reg == DIRECT_RSP) /* is never loaded, and so not decoded */
        continue;
      code = fresh();
      emit_load_v(&code, reg, memory, 0, size);
      read = read_again(&code);
      check_operand(&read, memory, DIRECT_V_BIAS);
      ck_assert_uint_eq(read.memory.bytes, size);
      ck_assert(read.registers_written >> reg & 1);
    }
  }
  struct direct_code code = fresh();
  emit_lea(&code, DIRECT_RCX, memory);
  const struct direct_instruction read = read_again(&code);
  check_operand(&read, memory, 0);
}

START_TEST(operands_come_back)
{
  for (unsigned base = 0; base <= 16; base++)
    for (unsigned index = 0; index <= 16; index++)
      for (unsigned i = 0; i < COUNT(displacements); i++) {
        const struct direct_memory memory = {.base = (uint8_t)(base == 16 ? DIRECT_NO_REGISTER : base),
                                             .index = (uint8_t)(index == 16 ? DIRECT_NO_REGISTER : index),
                                             .scale = (uint8_t)(index == 16 ? 1 : 1 << index % 4),
                                             .displacement = displacements[i]};
        if (index != DIRECT_RSP)
          check_forms(&memory);
      }
}
END_TEST

static void check_slot(const struct direct_code *code, unsigned size, bool is_written)
{
  const struct direct_memory wanted = {.base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER, .displacement = SLOT};
  const struct direct_instruction read = read_again(code);
  check_operand(&read, &wanted, 0);
  ck_assert_uint_eq(read.memory.bytes, size);
  ck_assert_int_eq(read.memory.is_written, is_written);
}

START_TEST(words_of_the_tool)
{
  for (unsigned reg = 0; reg < 16; reg++) {
    struct direct_code code = fresh();
    emit_save(&code, reg, SLOT);
    check_slot(&code, 8, true);
    code = fresh();
    emit_restore(&code, reg, SLOT);
    if (reg != DIRECT_RSP)
      check_slot(&code, 8, false);
    code = fresh();
    emit_compare_with_register(&code, SLOT, reg);
    check_slot(&code, 8, false);
  }
  struct direct_code code = fresh();
  emit_set_u64(&code, SLOT, UINT64_C(0xffffffff80000000));
  check_slot(&code, 8, true);
  code = fresh();
  emit_decrement_u32(&code, SLOT);
  check_slot(&code, 4, true);
}
END_TEST

/* mov 0x10(%rip), %r9; its place is an absolute one in the copy. */
START_TEST(operands_relative_to_rip)
{
  static const uint8_t original[] = {0x4c, 0x8b, 0x0d, 0x10, 0, 0, 0};
  struct direct_instruction instruction;
  struct direct_code code = fresh();
  ck_assert(direct_decode(original, sizeof original, 0x401000, &instruction));
  ck_assert_uint_eq(instruction.memory.base, DIRECT_RIP);
  instruction.memory.displacement = 0x401017;
  emit_copy(&code, original, &instruction);
  const struct direct_memory wanted = {
    .base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER, .displacement = 0x401017};
  const struct direct_instruction read = read_again(&code);
  check_operand(&read, &wanted, 0);
  ck_assert_uint_eq(read.registers_written, 1u << 9);
}
END_TEST

START_TEST(what_does_not_fit_is_dropped)
{
  struct direct_code code = {bytes, bytes, bytes + 3, false};
  emit_u8(&code, 0x90);
  emit_u32(&code, 0);
  ck_assert(code.is_full);
  ck_assert_ptr_eq(code.at, bytes + 1);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("direct_emit");
  TCase *tests = tcase_create("instructions");
  tcase_add_test(tests, operands_come_back);
  tcase_add_test(tests, words_of_the_tool);
  tcase_add_test(tests, operands_relative_to_rip);
  tcase_add_test(tests, what_does_not_fit_is_dropped);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
