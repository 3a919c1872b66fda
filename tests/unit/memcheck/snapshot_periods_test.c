/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Periodic snapshots: what --snapshot understands, when one is due, and that a run of any length keeps few of them,
 * evenly spread. */
#include "memcheck/pure/snapshot/snapshot_periods.h"

#include "unit/unit.h"

static struct snapshot_periods periods;

static void set_up(void)
{
  periods = (struct snapshot_periods){.count = 0};
}

START_TEST(periods_are_read)
{
  static const struct {
    const char *text;
    enum snapshot_clock clock;
    uint64_t every;
  } good[] = {
    {"10s", SNAPSHOT_NANOSECONDS, UINT64_C(10000000000)}, {"1a", SNAPSHOT_ALLOCATIONS, 1},
    {"100000a", SNAPSHOT_ALLOCATIONS, 100000},            {"5K", SNAPSHOT_BYTES, 5 << 10},
    {"50M", SNAPSHOT_BYTES, 50 << 20},                    {"999999999G", SNAPSHOT_BYTES, UINT64_C(999999999) << 30},
  };
  static const char *const bad[] = {"", "s", "0s", "10", "10x", "10ss", "-1s", "1.5s", " 1s", "1234567890s", "exit"};
  enum snapshot_clock clock;
  uint64_t every;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    ck_assert(snapshot_period_parse(good[i].text, &clock, &every));
    ck_assert_uint_eq(clock, good[i].clock);
    ck_assert_uint_eq(every, good[i].every);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(!snapshot_period_parse(bad[i], &clock, &every), "%s is taken", bad[i]);
}
END_TEST

START_TEST(each_clock_has_its_own_time)
{
  snapshot_periods_add(&periods, SNAPSHOT_ALLOCATIONS, 100);
  snapshot_periods_add(&periods, SNAPSHOT_BYTES, 1000);
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_ALLOCATIONS, 99));
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_NANOSECONDS, 100000));
  ck_assert(snapshot_periods_due(&periods, SNAPSHOT_ALLOCATIONS, 100));
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_ALLOCATIONS, 199));
  ck_assert(snapshot_periods_due(&periods, SNAPSHOT_BYTES, 5000));
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_BYTES, 5999)); /* what was missed is not made up for */
}
END_TEST

START_TEST(more_periods_than_there_is_room_for_are_ignored)
{
  for (unsigned i = 0; i < 2 * SNAPSHOT_PERIODS_MAX; i++)
    snapshot_periods_add(&periods, SNAPSHOT_ALLOCATIONS, i + 1);
  ck_assert_uint_eq(periods.count, SNAPSHOT_PERIODS_MAX);
}
END_TEST

/* A month, every ten seconds. */
START_TEST(a_long_run_keeps_few_and_evenly)
{
  enum { STEPS = 30 * 24 * 360 };
  static uint64_t taken_at[STEPS + 1];
  uint64_t id = 0, gone[SNAPSHOTS_KEPT_MAX];
  snapshot_periods_add(&periods, SNAPSHOT_ALLOCATIONS, 1);
  for (uint64_t now = 1; now <= STEPS; now++) {
    if (!snapshot_periods_due(&periods, SNAPSHOT_ALLOCATIONS, now))
      continue;
    snapshot_periods_thin(&periods, gone);
    taken_at[++id] = now;
    snapshot_periods_keep(&periods, id);
    ck_assert_uint_le(periods.kept_count, SNAPSHOTS_KEPT_MAX);
  }
  ck_assert_uint_le(id, 200);
  ck_assert_uint_ge(periods.kept_count, SNAPSHOTS_KEPT_MAX / 2);
  const uint64_t distance = taken_at[periods.kept[1]] - taken_at[periods.kept[0]];
  ck_assert_uint_eq(taken_at[periods.kept[0]], 1);
  for (size_t i = 1; i < periods.kept_count; i++)
    ck_assert_uint_eq(taken_at[periods.kept[i]] - taken_at[periods.kept[i - 1]], distance);
  ck_assert_uint_ge(distance * periods.kept_count, STEPS / 2);
}
END_TEST

START_TEST(every_second_one_goes_when_there_are_many)
{
  uint64_t gone[SNAPSHOTS_KEPT_MAX];
  snapshot_periods_add(&periods, SNAPSHOT_BYTES, 10);
  for (uint64_t id = 1; id <= SNAPSHOTS_KEPT_MAX; id++) {
    ck_assert_uint_eq(snapshot_periods_thin(&periods, gone), 0);
    snapshot_periods_keep(&periods, id);
  }
  ck_assert_uint_eq(snapshot_periods_thin(&periods, gone), SNAPSHOTS_KEPT_MAX / 2);
  ck_assert_uint_eq(gone[0], 2);
  ck_assert_uint_eq(periods.kept[1], 3);
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_BYTES, 19)); /* twice as long */
  ck_assert(snapshot_periods_due(&periods, SNAPSHOT_BYTES, 20));
  ck_assert(!snapshot_periods_due(&periods, SNAPSHOT_BYTES, 39));
  snapshot_periods_forget(&periods);
  ck_assert_uint_eq(snapshot_periods_thin(&periods, gone), 0);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("snapshot periods");
  TCase *tcase = tcase_create("periods");
  tcase_add_checked_fixture(tcase, set_up, NULL);
  tcase_add_test(tcase, periods_are_read);
  tcase_add_test(tcase, each_clock_has_its_own_time);
  tcase_add_test(tcase, more_periods_than_there_is_room_for_are_ignored);
  tcase_add_test(tcase, a_long_run_keeps_few_and_evenly);
  tcase_add_test(tcase, every_second_one_goes_when_there_are_many);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
