/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What compilers tell profilers, in pieces, and what is not meant for them. */
#include "memcheck/pure/modules/perf_map.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static struct perf_map *map;

static void set_up(void)
{
  map = perf_map_create();
}

static void tear_down(void)
{
  perf_map_destroy(map);
}

static void take(const char *text)
{
  perf_map_take(map, text, strlen(text));
}

static const char *at(uint64_t address)
{
  uint64_t start = 0, end = 0;
  const char *name = perf_map_find(map, address, &start, &end);
  if (name)
    ck_assert(start <= address && address < end);
  return name ? name : "";
}

START_TEST(the_last_line_counts)
{
  take("1000 20 first\n1010 4 inner one\n0x2000 0x8 other\n");
  ck_assert_str_eq(at(0x1000), "first");
  ck_assert_str_eq(at(0x1010), "inner one");
  ck_assert_str_eq(at(0x1014), "first");
  ck_assert_str_eq(at(0x1020), "");
  ck_assert_str_eq(at(0x2007), "other");
  take("1000 20 again\n");
  ck_assert_str_eq(at(0x1010), "again");
  ck_assert_uint_eq(perf_map_count(map), 4);
}
END_TEST

START_TEST(pieces_end_anywhere)
{
  const char *text = "1000 20 first\n2000 20 second\n";
  for (size_t i = 0; i < strlen(text); i++)
    perf_map_take(map, text + i, 1);
  take("3000 20 has no end");
  ck_assert_str_eq(at(0x1000), "first");
  ck_assert_str_eq(at(0x201f), "second");
  ck_assert_str_eq(at(0x3000), "");
}
END_TEST

static const char *const wrong[] = {
  "\n", "1000\n", "1000 20\n", "1000 20 \n", "1000 0 x\n", "x 20 x\n", "1000 y x\n", " 1000 20 x\n", "-1 20 x\n",
  "ffffffffffffffff 20 x\n", "11111111111111111 20 x\n", "1000  20 x\n", "1000\t20 x\n", "0x 20 x\n",
};

START_TEST(other_lines_are_skipped)
{
  take(wrong[_i]);
  ck_assert_uint_eq(perf_map_count(map), 0);
  take("1000 20 x\n");
  ck_assert_str_eq(at(0x1000), "x");
}
END_TEST

START_TEST(long_names_are_cut_and_zeros_shown)
{
  char line[2000];
  int head = snprintf(line, sizeof line, "1000 20 ");
  memset(line + head, 'n', sizeof line - (size_t)head - 1);
  line[sizeof line - 1] = '\n';
  perf_map_take(map, line, sizeof line);
  ck_assert_uint_eq(strlen(at(0x1000)), PERF_MAP_NAME_BYTES);
  perf_map_take(map, "1000 20 a\0b\n", 12);
  ck_assert_str_eq(at(0x1000), "a?b");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("perf maps");
  TCase *tests = tcase_create("perf maps");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, the_last_line_counts);
  tcase_add_test(tests, pieces_end_anywhere);
  tcase_add_loop_test(tests, other_lines_are_skipped, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(tests, long_names_are_cut_and_zeros_shown);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
