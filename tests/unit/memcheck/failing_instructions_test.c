/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When instructions whose checks keep failing are promoted, and for how long. */
#include "unit/unit.h"

#include "memcheck/pure/engine/failing_instructions.h"

enum { HERE = 0x401337, FAILURES = 10 };

static struct promotions promotions;
static uint64_t changed[1024];
static unsigned changed_count;

static void note_change(uint64_t address)
{
  changed[changed_count++] = address;
}

static void set_up(void)
{
  promotions = (struct promotions){
    .rules = {.failures_min = FAILURES, .runs_per_failure = 2, .period_min = 2, .period_max = 8}};
  changed_count = 0;
}

static void window(uint64_t address, uint32_t failures, uint32_t runs)
{
  struct promotions_tally *tally = promotions_tally(&promotions, address);
  tally->address = address;
  tally->failures += failures;
  tally->runs += runs;
  promotions_end_window(&promotions, note_change);
}

static enum promotions_standing standing(uint64_t address)
{
  return promotions_standing(&promotions, address);
}

static unsigned windows_precise(void)
{
  unsigned count = 0;
  for (; standing(HERE) == PROMOTIONS_PRECISE; count++)
    promotions_end_window(&promotions, note_change);
  return count;
}

static void promote(void)
{
  window(HERE, FAILURES, 0);
  window(HERE, FAILURES, FAILURES);
}

START_TEST(few_failures_change_nothing)
{
  for (int i = 0; i < 100; i++)
    window(HERE, FAILURES - 1, 0);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
  ck_assert_uint_eq(changed_count, 0);
}
END_TEST

START_TEST(what_fails_in_most_runs_is_promoted)
{
  window(HERE, FAILURES, 0);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_WATCHED);
  window(HERE, FAILURES, 2 * FAILURES);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_PRECISE);
  ck_assert_uint_eq(promotions.promoted, 1);
  ck_assert_uint_eq(changed_count, 2);
  ck_assert_uint_eq(changed[0], HERE);
  ck_assert_uint_eq(changed[1], HERE);
}
END_TEST

START_TEST(what_mostly_succeeds_is_not)
{
  window(HERE, FAILURES, 0);
  window(HERE, FAILURES, 3 * FAILURES);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
  ck_assert_uint_eq(promotions.promoted, 0);
}
END_TEST

START_TEST(what_stops_failing_is_not)
{
  window(HERE, FAILURES, 0);
  window(HERE, 1, 1);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
}
END_TEST

START_TEST(one_that_was_refused_is_left_alone_for_a_while)
{
  window(HERE, FAILURES, 0);
  window(HERE, 1, 1000);
  window(HERE, FAILURES, 0);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
  window(HERE, FAILURES, 0);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_WATCHED);
}
END_TEST

START_TEST(another_chance_comes_later_each_time)
{
  static const unsigned expected[] = {2, 4, 8, 8};
  for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    promote();
    ck_assert_int_eq(standing(HERE), PROMOTIONS_PRECISE);
    ck_assert_uint_eq(windows_precise(), expected[i]);
    ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
    ck_assert_uint_eq(promotions.ended, i + 1);
  }
}
END_TEST

START_TEST(ranges_with_one_that_is_not_usual)
{
  ck_assert(!promotions_any_in(&promotions, 0, UINT64_MAX));
  window(HERE, FAILURES, 0);
  ck_assert(promotions_any_in(&promotions, HERE, 1));
  ck_assert(promotions_any_in(&promotions, HERE - 5, 6));
  ck_assert(!promotions_any_in(&promotions, HERE - 5, 5));
  ck_assert(!promotions_any_in(&promotions, HERE + 1, 100));
  window(HERE, 0, 0);
  ck_assert(!promotions_any_in(&promotions, HERE, 1));
}
END_TEST

/* The second one's failures are counted where the first one's are. */
START_TEST(one_place_for_two)
{
  uint64_t other = HERE + 1;
  while (promotions_tally(&promotions, other) != promotions_tally(&promotions, HERE))
    other++;
  window(HERE, FAILURES, 0);
  window(other, FAILURES, FAILURES);
  ck_assert_int_eq(standing(HERE), PROMOTIONS_USUAL);
  ck_assert_int_eq(standing(other), PROMOTIONS_WATCHED);
}
END_TEST

START_TEST(when_there_is_no_more_room_all_begin_anew)
{
  for (uint64_t i = 0; i < PROMOTIONS_MEMBERS_MAX; i++)
    window(HERE + i * 16, FAILURES, 0);
  ck_assert_uint_eq(promotions.member_count, PROMOTIONS_MEMBERS_MAX);
  window(1, FAILURES, 0);
  ck_assert_uint_eq(promotions.member_count, 1);
  ck_assert_int_eq(standing(1), PROMOTIONS_WATCHED);
  ck_assert_int_eq(standing(HERE + (PROMOTIONS_MEMBERS_MAX - 1) * 16), PROMOTIONS_USUAL);
}
END_TEST

START_TEST(damage_is_found)
{
  window(HERE, FAILURES, 0);
  ck_assert(promotions_is_valid(&promotions));
  promotions.members[0].until = promotions.window;
  ck_assert(!promotions_is_valid(&promotions));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("promotions");
  TCase *tests = tcase_create("windows");
  tcase_add_checked_fixture(tests, set_up, NULL);
  tcase_add_test(tests, few_failures_change_nothing);
  tcase_add_test(tests, what_fails_in_most_runs_is_promoted);
  tcase_add_test(tests, what_mostly_succeeds_is_not);
  tcase_add_test(tests, what_stops_failing_is_not);
  tcase_add_test(tests, one_that_was_refused_is_left_alone_for_a_while);
  tcase_add_test(tests, another_chance_comes_later_each_time);
  tcase_add_test(tests, ranges_with_one_that_is_not_usual);
  tcase_add_test(tests, one_place_for_two);
  tcase_add_test(tests, when_there_is_no_more_room_all_begin_anew);
  tcase_add_test(tests, damage_is_found);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
