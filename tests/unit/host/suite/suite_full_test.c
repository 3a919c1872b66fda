/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tests are checked fully in a suite that checks for leaks, and on which day. */
#include "host/suite/preload/suite_full.h"
#include "host/suite/suite_share.h"
#include "unit/unit.h"

enum { TESTS = 3000, PARTS = 7 };

static bool is_wanted(const char *share, const char *test)
{
  const struct suite_setup setup = {.tree = "/p", .full_share = share};
  return suite_full_is_wanted(&setup, "/p/a", test);
}

START_TEST(each_test_has_its_turn)
{
  size_t counts[PARTS] = {0};
  for (int i = 0; i < TESTS; i++) {
    char name[32];
    int turns = 0;
    snprintf(name, sizeof name, "%d.test", i);
    for (int day = 0; day < PARTS; day++) {
      char share[SUITE_SHARE_TEXT_BYTES];
      suite_share_text(&(struct suite_share){.parts = 1, .of = PARTS, .day = (unsigned)(20784 + day)}, share);
      const bool is_now = is_wanted(share, name);
      counts[day] += is_now;
      turns += is_now;
    }
    ck_assert_int_eq(turns, 1);
  }
  for (int day = 0; day < PARTS; day++)
    ck_assert_msg(counts[day] > TESTS / PARTS / 2 && counts[day] < 2 * TESTS / PARTS, "day %d: %zu", day, counts[day]);
}
END_TEST

START_TEST(all_parts_are_all_tests)
{
  ck_assert(is_wanted("7 7 1", "a"));
  ck_assert(!is_wanted("", "a"));
  ck_assert(is_wanted("1 1 1", NULL));
}
END_TEST

START_TEST(names_are_of_programs_or_tests)
{
  const struct suite_setup setup = {.tree = "/p", .full_share = "", .full = {"b", "slow*"}};
  ck_assert(suite_full_is_wanted(&setup, "/p/.libs/lt-b", NULL));
  ck_assert(suite_full_is_wanted(&setup, "/p/a", "slow one"));
  ck_assert(!suite_full_is_wanted(&setup, "/p/a", "b2"));
  ck_assert(!suite_full_is_wanted(&setup, "/p/a", ""));
}
END_TEST

START_TEST(days_are_those_of_the_calendar)
{
  struct suite_share share = {0};
  ck_no_error(suite_share_parse_day("1970-01-02", &share));
  ck_assert_uint_eq(share.day, 1);
  ck_no_error(suite_share_parse_day("2026-11-27", &share));
  ck_assert_uint_eq(share.day, 20784);
  static const char *const bad[] = {"", "2026-11-31", "2026-13-01", "2026-1-1", "1969-12-31", "2026-11-270", "x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_error_says(suite_share_parse_day(bad[i], &share), "expected a day");
}
END_TEST

START_TEST(shares_are_parts_of_all)
{
  struct suite_share share = {0};
  ck_no_error(suite_share_parse("2/7", &share));
  ck_assert_uint_eq(share.parts, 2);
  ck_assert_uint_eq(share.of, 7);
  static const char *const bad[] = {"", "1", "1/", "0/7", "8/7", "1/7 ", "-1/7", "1/1001", "1/7/2"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_error_says(suite_share_parse(bad[i], &share), "expected N/M");
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("suite_full");
  TCase *tests = tcase_create("full");
  tcase_add_test(tests, each_test_has_its_turn);
  tcase_add_test(tests, all_parts_are_all_tests);
  tcase_add_test(tests, names_are_of_programs_or_tests);
  tcase_add_test(tests, days_are_those_of_the_calendar);
  tcase_add_test(tests, shares_are_parts_of_all);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
