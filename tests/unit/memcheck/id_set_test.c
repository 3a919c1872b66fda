/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set that gives numbers back in rising order. */
#include "memcheck/pure/base/id_set.h"

#include "unit/unit.h"

START_TEST(numbers_come_out_in_rising_order_and_start_over)
{
  static const uint32_t ids[] = {300000, 5, 0, 63, 64, 4095, 4096, 999999};
  static const uint32_t from_64[] = {64, 4095, 4096, 300000, 999999, 0, 5, 63};
  struct id_set set;
  id_set_init(&set, 1000000);
  for (unsigned i = 0; i < 8; i++)
    ck_assert(id_set_add(&set, ids[i]));
  ck_assert(!id_set_add(&set, 64));
  ck_assert(id_set_is_valid(&set));
  uint32_t last = 64;
  for (unsigned i = 0; i < 8; i++) {
    last = id_set_take(&set, last);
    ck_assert_uint_eq(last, from_64[i]);
    ck_assert(id_set_is_valid(&set));
  }
  ck_assert_uint_eq(set.count, 0);
  id_set_deinit(&set);
}
END_TEST

/* Limits around the sizes at which another level begins. */
static const uint32_t limits[] = {1, 2, 63, 64, 65, 4095, 4096, 4097, 262143, 262144, 262145};

START_TEST(sets_of_any_size_hold_their_first_and_last)
{
  const uint32_t limit = limits[_i];
  struct id_set set;
  id_set_init(&set, limit);
  id_set_add(&set, limit - 1);
  id_set_add(&set, 0);
  ck_assert_uint_eq(id_set_take(&set, limit - 1), limit - 1);
  id_set_add(&set, limit - 1);
  ck_assert_uint_eq(id_set_take(&set, 0), 0);
  if (set.count)
    ck_assert_uint_eq(id_set_take(&set, 0), limit - 1);
  ck_assert(id_set_is_valid(&set));
  id_set_deinit(&set);
}
END_TEST

START_TEST(it_agrees_with_an_array)
{
  enum { LIMIT = 9000 };
  static bool model[LIMIT];
  uint32_t count = 0;
  uint64_t seed = 1;
  struct id_set set;
  id_set_init(&set, LIMIT);
  for (unsigned step = 0; step < 50000; step++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    uint32_t at = (seed >> 33) % LIMIT;
    if (seed >> 63 || count == 0) {
      ck_assert_int_eq(id_set_add(&set, at), !model[at]);
      count += !model[at];
      model[at] = true;
      continue;
    }
    uint32_t expected = at;
    while (!model[expected])
      expected = (expected + 1) % LIMIT;
    ck_assert_uint_eq(id_set_take(&set, at), expected);
    model[expected] = false;
    count--;
  }
  ck_assert_uint_eq(set.count, count);
  ck_assert(id_set_is_valid(&set));
  id_set_deinit(&set);
}
END_TEST

START_TEST(damage_is_found)
{
  struct id_set set;
  id_set_init(&set, 1000);
  id_set_add(&set, 500);
  set.levels[1][0] = 0;
  ck_assert(!id_set_is_valid(&set));
  id_set_deinit(&set);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("id_set");
  TCase *tcase = tcase_create("id_set");
  tcase_add_test(tcase, numbers_come_out_in_rising_order_and_start_over);
  tcase_add_loop_test(tcase, sets_of_any_size_hold_their_first_and_last, 0, sizeof limits / sizeof *limits);
  tcase_add_test(tcase, it_agrees_with_an_array);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
