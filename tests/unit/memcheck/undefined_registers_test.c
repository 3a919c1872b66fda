/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bits that stand for undefined registers. */
#include "unit/unit.h"

#include <string.h>

#include "memcheck/pure/engine/undefined_registers.h"

#define OFFSET(field) ((int)offsetof(VexGuestAMD64State, guest_##field))

START_TEST(each_register_has_a_bit_of_its_own)
{
  uint64_t seen = 0;
  for (unsigned i = 0; i < REGISTER_RUNS; i++)
    for (int at = register_runs[i].start; at < register_runs[i].end; at += register_runs[i].bytes) {
      uint64_t bit = undefined_registers_touched(at, register_runs[i].bytes);
      ck_assert_int_eq(__builtin_popcountll(bit), 1);
      ck_assert_uint_eq(bit & seen, 0);
      ck_assert_ptr_eq(undefined_registers_run(__builtin_ctzll(bit)), &register_runs[i]);
      seen |= bit;
    }
}
END_TEST

START_TEST(a_part_touches_but_does_not_cover)
{
  uint64_t rbx = undefined_registers_touched(OFFSET(RBX), 8);
  ck_assert_uint_eq(undefined_registers_touched(OFFSET(RBX) + 1, 1), rbx);
  ck_assert_uint_eq(undefined_registers_covered(OFFSET(RBX) + 1, 1), 0);
  ck_assert_uint_eq(undefined_registers_covered(OFFSET(RBX), 8), rbx);
  ck_assert_uint_eq(undefined_registers_covered(OFFSET(YMM3), 16), 0);
  ck_assert_uint_eq(undefined_registers_touched(OFFSET(YMM3) + 16, 16), undefined_registers_covered(OFFSET(YMM3), 32));
}
END_TEST

START_TEST(neighbours_are_told_apart)
{
  uint64_t both = undefined_registers_touched(OFFSET(RAX) + 4, 8);
  ck_assert_uint_eq(both, undefined_registers_touched(OFFSET(RAX), 8) | undefined_registers_touched(OFFSET(RCX), 8));
  ck_assert_uint_eq(undefined_registers_covered(OFFSET(RAX) + 4, 8), 0);
}
END_TEST

START_TEST(the_word_follows_the_v_bits)
{
  VexGuestAMD64State v_bits;
  memset(&v_bits, 0, sizeof v_bits);
  ck_assert_uint_eq(undefined_registers_in(&v_bits), 0);
  for (unsigned i = 0; i < REGISTER_RUNS; i++)
    for (int at = register_runs[i].start; at < register_runs[i].end; at++) {
      ((unsigned char *)&v_bits)[at] = 0x10;
      ck_assert_uint_eq(undefined_registers_in(&v_bits), undefined_registers_touched(at, 1));
      ((unsigned char *)&v_bits)[at] = 0;
    }
}
END_TEST

START_TEST(the_whole_state_covers_all)
{
  ck_assert_uint_eq(undefined_registers_covered(0, sizeof(VexGuestAMD64State)),
                    undefined_registers_touched(0, sizeof(VexGuestAMD64State)));
}
END_TEST

START_TEST(of_some_registers_the_rest_is_left_out)
{
  VexGuestAMD64State v_bits = {0};
  v_bits.guest_RBX = 1;
  v_bits.guest_YMM15[7] = 1;
  const uint64_t rbx = undefined_registers_touched(OFFSET(RBX), 8),
                 vector = undefined_registers_touched(OFFSET(YMM15), 32);
  ck_assert_uint_eq(undefined_registers_among(&v_bits, rbx), rbx);
  ck_assert_uint_eq(undefined_registers_among(&v_bits, rbx | vector), rbx | vector);
  ck_assert_uint_eq(undefined_registers_among(&v_bits, undefined_registers_touched(OFFSET(RCX), 8)), 0);
}
END_TEST

START_TEST(no_register_has_the_bit_of_guesses)
{
  ck_assert_uint_eq(undefined_registers_touched(0, sizeof(VexGuestAMD64State)) & UNDEFINED_REGISTERS_GUESSED, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("undefined registers");
  TCase *tests = tcase_create("bits");
  tcase_add_test(tests, each_register_has_a_bit_of_its_own);
  tcase_add_test(tests, a_part_touches_but_does_not_cover);
  tcase_add_test(tests, neighbours_are_told_apart);
  tcase_add_test(tests, the_word_follows_the_v_bits);
  tcase_add_test(tests, the_whole_state_covers_all);
  tcase_add_test(tests, of_some_registers_the_rest_is_left_out);
  tcase_add_test(tests, no_register_has_the_bit_of_guesses);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
