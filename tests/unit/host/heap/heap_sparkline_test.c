/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growth over time as a line of small bars. */
#include "host/heap/questions/sparkline.h"

#include <locale.h>
#include <string.h>

#include "host/base/utf8.h"
#include "unit/unit.h"

enum { POINTS = 64 };

static struct growth_point points[POINTS];
static struct growth_value values[2][POINTS];
static struct growth_site sites[2];
static struct growth growth;
static const struct growth_site *const both[] = {&sites[0], &sites[1]};

/* The bytes of site 0 at these seconds; site 1 has none. */
static void set(const double *seconds, const uint64_t *bytes, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    points[i] = (struct growth_point){.elapsed_ns = (uint64_t)(seconds[i] * 1e9)};
    values[0][i] = (struct growth_value){.point = i, .bytes = bytes[i], .blocks = bytes[i] > 0};
  }
  growth = (struct growth){.points = points, .point_count = count, .sites = sites, .site_count = 2};
  sites[0] = (struct growth_site){.values = values[0], .value_count = count};
  sites[1] = (struct growth_site){.values = values[1]};
}

#define SET(seconds, bytes) set(seconds, bytes, sizeof(bytes) / sizeof *(bytes))

static void expect(const char *text)
{
  ck_assert_str_eq(sparkline_draw(&growth, both, 2, false).text, text);
}

/* Samples come densely at first, then hardly ever, then densely again. */
START_TEST(steady_growth_looks_straight)
{
  static const double seconds[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160};
  uint64_t bytes[sizeof seconds / sizeof *seconds];
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
    bytes[i] = (uint64_t)(1000 * seconds[i]);
  SET(seconds, bytes);
  expect("__..--~~~++**%%#");
  ck_assert_str_eq(sparkline_draw(&growth, both, 2, true).text, "▁▁▂▂▃▃▄▄▄▅▅▆▆▇▇█");
}
END_TEST

START_TEST(what_comes_and_goes_keeps_its_height)
{
  static const double seconds[] = {0, 3.9, 4, 7.9, 8, 11.9, 12, 16};
  static const uint64_t bytes[] = {0, 800, 0, 800, 0, 800, 0, 0};
  SET(seconds, bytes);
  expect(".~*#.~*#.~*#    ");
}
END_TEST

START_TEST(what_comes_late_begins_late)
{
  static const double seconds[] = {0, 8, 8.01, 16};
  static const uint64_t bytes[] = {0, 0, 500, 500};
  SET(seconds, bytes);
  expect("        ########");
}
END_TEST

START_TEST(sites_of_a_place_are_added)
{
  static const double seconds[] = {0, 8, 16};
  static const uint64_t bytes[] = {100, 50, 0};
  SET(seconds, bytes);
  values[1][0] = (struct growth_value){.point = 1, .bytes = 50, .blocks = 1};
  values[1][1] = (struct growth_value){.point = 2, .bytes = 100, .blocks = 1};
  sites[1].value_count = 2;
  expect("################");
}
END_TEST

START_TEST(a_moment_and_nothing)
{
  static const double seconds[] = {5};
  static const uint64_t bytes[] = {100}, none[] = {0};
  SET(seconds, bytes);
  expect("               #");
  SET(seconds, none);
  expect("                ");
  growth.point_count = 0;
  expect("");
}
END_TEST

/* Whatever a record says: no number is too large. */
START_TEST(any_numbers_will_do)
{
  static const double seconds[] = {0, 0, 1e-9, 1.8e10};
  static const uint64_t bytes[] = {UINT64_MAX, 0, UINT64_MAX, 1};
  SET(seconds, bytes);
  ck_assert_uint_eq(strlen(sparkline_draw(&growth, both, 2, false).text), SPARKLINE_COLUMNS);
}
END_TEST

START_TEST(the_locale_says_whether_there_is_more_than_ascii)
{
  setenv("LC_ALL", "C", 1);
  ck_assert(!utf8_is_wanted());
  setenv("LC_ALL", "C.UTF-8", 1);
  ck_assert(utf8_is_wanted());
  setenv("LC_ALL", "xx_YY.nothing", 1);
  ck_assert(!utf8_is_wanted());
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("heap: courses");
  TCase *tests = tcase_create("signs");
  tcase_add_test(tests, steady_growth_looks_straight);
  tcase_add_test(tests, what_comes_and_goes_keeps_its_height);
  tcase_add_test(tests, what_comes_late_begins_late);
  tcase_add_test(tests, sites_of_a_place_are_added);
  tcase_add_test(tests, a_moment_and_nothing);
  tcase_add_test(tests, any_numbers_will_do);
  tcase_add_test(tests, the_locale_says_whether_there_is_more_than_ascii);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
