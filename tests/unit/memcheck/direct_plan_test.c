/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions make a block, and where flags are live: short pieces of code at a made-up address. */
#include "memcheck/pure/direct/plan.h"

#include <string.h>

#include "unit/unit.h"

#define ADDRESS UINT64_C(0x401000)

struct guest_code {
  uint8_t bytes[64];
  size_t count;
};

/* Bytes of hexadecimal digits. */
static struct guest_code code_of(const char *text)
{
  struct guest_code code = {.count = 0};
  int used;
  unsigned byte;
  for (; sscanf(text, "%2x%n", &byte, &used) == 1; text += used)
    code.bytes[code.count++] = (uint8_t)byte;
  return code;
}

static size_t read_code(void *context, uint64_t address, uint8_t bytes[static DIRECT_INSTRUCTION_BYTES_MAX])
{
  const struct guest_code *code = context;
  const uint64_t offset = address - ADDRESS;
  if (offset >= code->count)
    return 0;
  const size_t left = code->count - offset;
  const size_t count = left < DIRECT_INSTRUCTION_BYTES_MAX ? left : DIRECT_INSTRUCTION_BYTES_MAX;
  memcpy(bytes, code->bytes + offset, count);
  return count;
}

/* Not `nop`, to have something that may not. */
static bool may_copy(void *context, uint64_t address, const uint8_t *bytes, unsigned count)
{
  return count != 1 || bytes[0] != 0x90;
}

static unsigned request_of(void *context, const uint8_t *bytes, unsigned count)
{
  return count == 2 && bytes[0] == 0x66 && bytes[1] == 0x90 ? 7 : DIRECT_NO_REQUEST;
}

static struct direct_guest guest_of(struct guest_code *code)
{
  return (struct direct_guest){.context = code, .read = read_code, .may_copy = may_copy, .request_of = request_of};
}

static struct direct_plan plan_of(const char *text)
{
  struct guest_code code = code_of(text);
  const struct direct_guest guest = guest_of(&code);
  struct direct_plan plan;
  ck_assert(direct_plan_make(&guest, ADDRESS, &plan));
  return plan;
}

static bool has_plan(const char *text)
{
  struct guest_code code = code_of(text);
  const struct direct_guest guest = guest_of(&code);
  struct direct_plan plan;
  return direct_plan_make(&guest, ADDRESS, &plan);
}

START_TEST(blocks_end_where_they_have_to)
{
  ck_assert_uint_eq(plan_of("89c8 89d0 c3 89c8").count, 3);   /* behind a return */
  ck_assert_uint_eq(plan_of("89c8 0f05 89d0").count, 1);      /* before a system call */
  ck_assert_uint_eq(plan_of("89c8 90 89d0").count, 1);        /* before what may not be copied */
  ck_assert_uint_eq(plan_of("89c8 6690 89d0").count, 3);      /* not at a request, */
  ck_assert_uint_eq(plan_of("89c8 6690 89d0").steps[1].request, 7); /* which is known as one */
  ck_assert_uint_eq(plan_of("89c8 7401 89d0 c3").count, 4);   /* not at a branch */
  ck_assert_uint_eq(plan_of("89c8 48").count, 1);             /* where the code ends */
  ck_assert(!has_plan("0f05"));
  ck_assert(!has_plan("90"));
}
END_TEST

/* Those that leave it misaligned or go far are not direct code's. */
START_TEST(moves_of_the_stack_pointer)
{
  ck_assert(has_plan("4883ec18"));       /* sub $24, %rsp */
  ck_assert(!has_plan("4883ec14"));      /* sub $20, %rsp */
  ck_assert(!has_plan("4881ec00002000")); /* sub $2 MiB, %rsp */
  ck_assert(has_plan("4883e4f0"));       /* and $-16, %rsp */
  ck_assert(!has_plan("4883e4fe"));      /* and $-2, %rsp */
}
END_TEST

START_TEST(operands_relative_to_rip_become_absolute)
{
  const struct direct_plan plan = plan_of("8b0510000000"); /* mov 0x10(%rip), %eax */
  ck_assert_int_eq(plan.steps[0].instruction.memory.displacement, 0x401016);
  ck_assert(has_plan("4c8b0d10000000"));
  ck_assert(!has_plan("4a8b0510000000")); /* REX.X would name an index in the copy */
}
END_TEST

START_TEST(segments_need_a_register)
{
  ck_assert(has_plan("64488b042528000000"));  /* mov %fs:0x28, %rax */
  ck_assert(has_plan("64488b00"));            /* mov %fs:(%rax), %rax */
  ck_assert(!has_plan("64488b01"));           /* mov %fs:(%rcx), %rax */
  ck_assert(!has_plan("64488b0424"));         /* mov %fs:(%rsp), %rax */
}
END_TEST

START_TEST(flags_are_live_where_they_are_read)
{
  struct direct_plan plan = plan_of("39c8 89d0 7402 01d0 01d0 c3"); /* cmp; mov; je +2; add; add; ret */
  ck_assert_uint_eq(plan.steps[0].live_flags, 0);
  ck_assert_uint_eq(plan.steps[1].live_flags & DIRECT_ZF, DIRECT_ZF);
  ck_assert_uint_eq(plan.steps[2].live_flags, DIRECT_ZF);
  ck_assert_uint_eq(plan.steps[3].live_flags, 0);
  plan = plan_of("39c8 7400 11d0 c3"); /* cmp; je +0; adc; ret */
  ck_assert_uint_eq(plan.steps[1].live_flags, DIRECT_ZF | DIRECT_CF);
  plan = plan_of("89c8 ff20"); /* mov; jmp *(%rax): nobody knows */
  ck_assert_uint_eq(plan.steps[0].live_flags, DIRECT_ALL_FLAGS);
  plan = plan_of("89c8 d3e0 c3"); /* mov; shl %cl, %eax: flags may stay, and the caller may read them */
  ck_assert_uint_eq(plan.steps[0].live_flags, DIRECT_ALL_FLAGS);
  plan = plan_of("89c8 ebfc"); /* mov; jmp -4: a loop that does not touch them, as far as one looks */
  ck_assert_uint_eq(plan.steps[0].live_flags, DIRECT_ALL_FLAGS);
}
END_TEST

/* Each copy leaves by its branch; only the last one jumps back. */
START_TEST(loops_are_copied)
{
  const struct direct_plan plan = plan_of("4803c2 ffc9 75f9 c3"); /* add; dec; jne back; ret */
  ck_assert_uint_eq(plan.count, 6 * 3 + 1);
  for (unsigned i = 0; i < 18; i++) {
    ck_assert_uint_eq(plan.steps[i].address, plan.steps[i % 3].address);
    ck_assert(plan.steps[i].loops == (i % 3 == 2 && i != 17));
  }
  ck_assert_uint_eq(direct_exit_of(&plan.steps[2]), ADDRESS + 7);
  ck_assert_uint_eq(direct_exit_of(&plan.steps[17]), ADDRESS);
  ck_assert_uint_eq(plan.end, ADDRESS + 8);
}
END_TEST

START_TEST(long_loops_are_copied_less)
{
  char text[3 * 2 * 24 + 20] = "";
  for (unsigned i = 0; i < 24; i++)
    strcat(text, "89c8 ");
  strcat(text, "75ce c3"); /* 24 * 2 + 2 bytes back */
  const struct direct_plan plan = plan_of(text);
  ck_assert_uint_eq(plan.count, 2 * 25 + 1);
  ck_assert(plan.steps[24].loops && !plan.steps[49].loops);
}
END_TEST

START_TEST(a_jump_to_itself_ends)
{
  const struct direct_plan plan = plan_of("ebfe");
  ck_assert_uint_eq(plan.count, 6);
  ck_assert(!plan.steps[5].loops);
  ck_assert_uint_eq(plan.end, ADDRESS + 2);
}
END_TEST

/* Where flags are dead, in front of what sets them; not over a write of the address, nor over another operand. */
START_TEST(checks_come_where_flags_are_dead)
{
  ck_assert_uint_eq(plan_of("85c0 8b0f 7401 c3").steps[1].check_at, 0);        /* test; mov (%rdi), %ecx; je */
  ck_assert_uint_eq(plan_of("89c8 85c0 890f 7401 c3").steps[2].check_at, 1);   /* a store */
  ck_assert_uint_eq(plan_of("29cf 8b0f 7401 c3").steps[1].check_at, 1);        /* sub %ecx, %edi */
  ck_assert_uint_eq(plan_of("3b06 8b0f 7401 c3").steps[1].check_at, 1);        /* cmp (%rsi), %eax */
  ck_assert_uint_eq(plan_of("8b0f 89c8 c3").steps[0].check_at, 0);
  ck_assert_uint_eq(plan_of("89c8 8b0f 85c0 c3").steps[1].check_at, 1);        /* dead there as well */
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("direct_plan");
  TCase *tests = tcase_create("plans");
  tcase_add_test(tests, blocks_end_where_they_have_to);
  tcase_add_test(tests, moves_of_the_stack_pointer);
  tcase_add_test(tests, operands_relative_to_rip_become_absolute);
  tcase_add_test(tests, segments_need_a_register);
  tcase_add_test(tests, flags_are_live_where_they_are_read);
  tcase_add_test(tests, loops_are_copied);
  tcase_add_test(tests, long_loops_are_copied_less);
  tcase_add_test(tests, a_jump_to_itself_ends);
  tcase_add_test(tests, checks_come_where_flags_are_dead);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
