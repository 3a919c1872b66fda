/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot of the peak: when one is taken, and when it is not worth what it costs. */
#include "memcheck/pure/blocks/peak_plan.h"

#include "unit/unit.h"

static struct peak_plan plan;

static void set_up(void)
{
  peak_plan_begin(&plan);
}

START_TEST(nobody_watches_at_first)
{
  struct peak_plan other = PEAK_PLAN_OFF;
  ck_assert(!peak_plan_is_on(&other));
  ck_assert(peak_plan_is_on(&plan));
  peak_plan_end(&plan);
  ck_assert(!peak_plan_is_on(&plan));
}
END_TEST

START_TEST(a_heap_is_at_its_peak_when_it_loses_half_a_percent)
{
  ck_assert(!peak_plan_is_peak(&plan, 1000000, 5000));
  ck_assert(peak_plan_is_peak(&plan, 1000000, 5001));
  /* In small steps from the same height. */
  ck_assert(!peak_plan_is_peak(&plan, 998000, 3000));
  ck_assert(peak_plan_is_peak(&plan, 998000, 3001));
}
END_TEST

START_TEST(all_of_it_may_go_at_once)
{
  ck_assert(peak_plan_is_peak(&plan, 37, 37));
}
END_TEST

START_TEST(another_peak_is_one_percent_larger)
{
  ck_assert(peak_plan_is_peak(&plan, 100000, 100000));
  peak_plan_take(&plan, 100000);
  ck_assert(!peak_plan_is_peak(&plan, 100000, 100000));
  ck_assert(!peak_plan_is_peak(&plan, 101000, 101000));
  ck_assert(peak_plan_is_peak(&plan, 101001, 101001));
}
END_TEST

START_TEST(one_that_costs_too_much_waits_for_four_percent)
{
  peak_plan_take(&plan, 100000);
  plan.cost_ns = 50;
  ck_assert(peak_plan_is_worth(&plan, 101001, 1000, false));
  ck_assert(!peak_plan_is_worth(&plan, 101001, 979, false));
  ck_assert(!peak_plan_is_worth(&plan, 101001, 1000, true));
  ck_assert(!peak_plan_is_worth(&plan, 104000, 979, false));
  ck_assert(peak_plan_is_worth(&plan, 104001, 979, true));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("peak plan");
  TCase *tcase = tcase_create("peaks");
  tcase_add_checked_fixture(tcase, set_up, NULL);
  tcase_add_test(tcase, nobody_watches_at_first);
  tcase_add_test(tcase, a_heap_is_at_its_peak_when_it_loses_half_a_percent);
  tcase_add_test(tcase, all_of_it_may_go_at_once);
  tcase_add_test(tcase, another_peak_is_one_percent_larger);
  tcase_add_test(tcase, one_that_costs_too_much_waits_for_four_percent);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
