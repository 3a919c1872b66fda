/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A census by allocation stack tells of each change once. */
#include "memcheck/pure/blocks/stack_census.h"

#include "unit/unit.h"

static struct stack_census *census;

static void set_up(void)
{
  census = stack_census_create();
  stack_census_begin(census);
}

static void tear_down(void)
{
  stack_census_destroy(census);
}

START_TEST(blocks_of_a_stack_are_added_up)
{
  stack_census_add(census, 7, 100);
  stack_census_add(census, 70000, 1);
  stack_census_add(census, 7, 37);
  const struct stack_changes *const changes = stack_census_take(census);
  ck_assert_uint_eq(changes->count, 2);
  ck_assert_uint_eq(changes->ids[0], 7);
  ck_assert_uint_eq(changes->bytes[0], 137);
  ck_assert_uint_eq(changes->blocks[0], 2);
  ck_assert_uint_eq(changes->ids[1], 70000);
  ck_assert_uint_eq(stack_census_live_bytes(census), 138);
  ck_assert_uint_eq(stack_census_live_blocks(census), 3);
}
END_TEST

START_TEST(what_was_told_is_not_told_again)
{
  stack_census_add(census, 7, 100);
  stack_census_add(census, 8, 100);
  stack_census_add(census, 9, 100);
  stack_census_take(census);
  stack_census_begin(census);
  stack_census_add(census, 7, 100);
  stack_census_add(census, 8, 101);
  const struct stack_changes *const changes = stack_census_take(census);
  ck_assert_uint_eq(changes->count, 2);
  ck_assert_uint_eq(changes->ids[0], 8);
  ck_assert_uint_eq(changes->bytes[0], 101);
  ck_assert_uint_eq(changes->ids[1], 9); /* which has nothing any more */
  ck_assert_uint_eq(changes->bytes[1] + changes->blocks[1], 0);
}
END_TEST

START_TEST(a_stack_that_makes_and_frees_has_changed)
{
  struct stack_counts counts = {.bytes = 5, .blocks = 1, .total_bytes = 50, .total_blocks = 10};
  stack_census_reserve(census, 5000);
  stack_census_set(census, 4999, &counts);
  stack_census_take(census);
  stack_census_begin(census);
  counts.total_blocks++;
  stack_census_set(census, 4999, &counts);
  const struct stack_changes *const changes = stack_census_take(census);
  ck_assert_uint_eq(changes->count, 1);
  ck_assert_uint_eq(changes->total_blocks[0], 11);
  ck_assert_uint_eq(changes->total_bytes[0], 50);
}
END_TEST

START_TEST(very_many_changes_come_in_parts)
{
  for (uint32_t id = 0; id < STACK_CENSUS_AT_ONCE + 37; id++)
    stack_census_add(census, id, id);
  ck_assert_uint_eq(stack_census_take(census)->count, STACK_CENSUS_AT_ONCE);
  const struct stack_changes *const rest = stack_census_take(census);
  ck_assert_uint_eq(rest->count, 37);
  ck_assert_uint_eq(rest->ids[36], STACK_CENSUS_AT_ONCE + 36);
  ck_assert_uint_eq(stack_census_take(census)->count, 0);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("stack census");
  TCase *tcase = tcase_create("census");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, blocks_of_a_stack_are_added_up);
  tcase_add_test(tcase, what_was_told_is_not_told_again);
  tcase_add_test(tcase, a_stack_that_makes_and_frees_has_changed);
  tcase_add_test(tcase, very_many_changes_come_in_parts);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
