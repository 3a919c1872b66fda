/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters of how blocks have ended. */
#include "memcheck/pure/blocks/block_ends.h"

#include "unit/unit.h"

static struct block_ends *ends;

static void set_up(void)
{
  ends = block_ends_create();
}

static void tear_down(void)
{
  block_ends_destroy(ends);
}

static size_t count_of(uint32_t site)
{
  struct block_ends_call calls[BLOCK_ENDS_CALLS_MAX + 1];
  return block_ends_of(ends, site, calls);
}

static uint64_t blocks_of(uint32_t site, uint32_t call, bool is_resized)
{
  struct block_ends_call calls[BLOCK_ENDS_CALLS_MAX + 1];
  const size_t count = block_ends_of(ends, site, calls);
  for (size_t i = 0; i < count; i++)
    if (calls[i].stack_id == call && calls[i].is_resized == is_resized)
      return calls[i].blocks;
  return 0;
}

START_TEST(calls_are_counted_for_each_stack)
{
  block_ends_note(ends, 1, 10, false, 1);
  block_ends_note(ends, 1, 11, false, 1);
  block_ends_note(ends, 1, 10, false, 1);
  block_ends_note(ends, 2, 10, false, 5);
  ck_assert_uint_eq(count_of(1), 2);
  ck_assert_uint_eq(blocks_of(1, 10, false), 2);
  ck_assert_uint_eq(blocks_of(1, 11, false), 1);
  ck_assert_uint_eq(blocks_of(2, 10, false), 5);
  ck_assert_uint_eq(count_of(3), 0);
  ck_assert_uint_eq(block_ends_limit(ends), 3);
}
END_TEST

START_TEST(freed_and_resized_differ)
{
  block_ends_note(ends, 1, 10, false, 1);
  block_ends_note(ends, 1, 10, true, 2);
  ck_assert_uint_eq(blocks_of(1, 10, false), 1);
  ck_assert_uint_eq(blocks_of(1, 10, true), 2);
}
END_TEST

START_TEST(what_is_not_known_is_kept_apart)
{
  block_ends_note(ends, 0, 10, false, 1);
  block_ends_note(ends, 1, 0, true, 1);
  block_ends_note(ends, 1, 10, false, 1);
  block_ends_note(ends, 1, 0, false, 1);
  ck_assert_uint_eq(count_of(0), 0);
  ck_assert_uint_eq(count_of(1), 2);
  ck_assert_uint_eq(blocks_of(1, 0, false), 2);
  ck_assert_uint_eq(blocks_of(1, 10, false), 1);
}
END_TEST

START_TEST(of_very_many_calls_the_first_are_told_apart)
{
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t call = 1; call <= BLOCK_ENDS_CALLS_MAX + 7; call++)
      block_ends_note(ends, 1, call, false, call);
  ck_assert_uint_eq(count_of(1), BLOCK_ENDS_CALLS_MAX + 1);
  uint64_t others = 0;
  for (uint32_t call = 1; call <= BLOCK_ENDS_CALLS_MAX + 7; call++) {
    ck_assert_uint_eq(blocks_of(1, call, false), call <= BLOCK_ENDS_CALLS_MAX ? 2 * call : 0);
    others += call <= BLOCK_ENDS_CALLS_MAX ? 0 : 2 * call;
  }
  ck_assert_uint_eq(blocks_of(1, 0, false), others);
}
END_TEST

/* Every order of calls leads to the same counts. */
START_TEST(counts_do_not_depend_on_the_order)
{
  enum { SITES = 300, CALLS = 9, ROUNDS = 40 };
  static uint64_t expected[SITES][CALLS];
  uint32_t random = 1;
  for (unsigned i = 0; i < SITES * CALLS * ROUNDS; i++) {
    random = random * 1103515245 + 12345;
    const uint32_t site = random >> 8 & 0xff, call = (random >> 17) % CALLS;
    block_ends_note(ends, 1 + site * 40, 1 + call, call % 2, 1);
    expected[site][call]++;
  }
  for (uint32_t site = 0; site < SITES; site++)
    for (uint32_t call = 0; call < CALLS; call++)
      ck_assert_uint_eq(blocks_of(1 + site * 40, 1 + call, call % 2), expected[site][call]);
}
END_TEST

START_TEST(all_may_be_forgotten)
{
  for (uint32_t site = 1; site < 10000; site += 100)
    for (uint32_t call = 1; call < 60; call++)
      block_ends_note(ends, site, call, false, 1);
  block_ends_forget(ends);
  ck_assert_uint_eq(block_ends_limit(ends), 0);
  block_ends_note(ends, 101, 7, false, 1);
  ck_assert_uint_eq(count_of(1), 0);
  ck_assert_uint_eq(count_of(101), 1);
  ck_assert_uint_eq(blocks_of(101, 7, false), 1);
}
END_TEST

START_TEST(ids_may_be_as_high_as_they_get)
{
  block_ends_note(ends, UINT32_MAX - 1, UINT32_MAX, true, 3);
  ck_assert_uint_eq(blocks_of(UINT32_MAX - 1, UINT32_MAX, true), 3);
  ck_assert_uint_eq(block_ends_limit(ends), UINT32_MAX);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("block ends");
  TCase *tests = tcase_create("block ends");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, calls_are_counted_for_each_stack);
  tcase_add_test(tests, freed_and_resized_differ);
  tcase_add_test(tests, what_is_not_known_is_kept_apart);
  tcase_add_test(tests, of_very_many_calls_the_first_are_told_apart);
  tcase_add_test(tests, counts_do_not_depend_on_the_order);
  tcase_add_test(tests, all_may_be_forgotten);
  tcase_add_test(tests, ids_may_be_as_high_as_they_get);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
