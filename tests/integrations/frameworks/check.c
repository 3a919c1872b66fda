/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: by_one: loses
 * expect: by_two: first | second
 * expect: by_row: row
 * expect: by_another: calls
 * expect: by_fixture: has_fixture
 * expect: by_fixture_end: has_fixture
 * expect: by_static: initialises
 * expect: by_thread: -
 * expect: by_main: -
 * expect: use_freed: uses_freed */
#include <check.h>

#include "losers.h"

static int is_initialised;

static void initialise(void)
{
  if (!is_initialised)
    by_static();
  is_initialised = 1;
}

START_TEST(fine) {} END_TEST
START_TEST(loses) { by_one(); } END_TEST
START_TEST(first) { by_two(); } END_TEST
START_TEST(second) { by_two(); } END_TEST
START_TEST(initialises) { initialise(); } END_TEST
START_TEST(initialises_again) { initialise(); } END_TEST
START_TEST(uses_freed) { use_freed(); } END_TEST
START_TEST(starts_thread) { start_thread_that_loses(); } END_TEST
static void common(void) { by_another(); }
START_TEST(called) { if (getenv("NEVER_SET")) common(); } END_TEST
START_TEST(calls) { common(); } END_TEST
START_TEST(row) { if (_i == 57) by_row(); } END_TEST
START_TEST(has_fixture) {} END_TEST

int main(void)
{
  by_main();
  Suite *suite = suite_create("frameworks");
  TCase *plain = tcase_create("plain"), *with_fixture = tcase_create("with fixture"), *last = tcase_create("last");
  tcase_add_test(plain, fine);
  tcase_add_test(plain, loses);
  tcase_add_test(plain, first);
  tcase_add_test(plain, second);
  tcase_add_test(plain, initialises);
  tcase_add_test(plain, initialises_again);
  tcase_add_test(plain, uses_freed);
  tcase_add_test(plain, starts_thread);
  tcase_add_test(plain, called);
  tcase_add_test(plain, calls);
  tcase_add_loop_test(plain, row, 0, 100);
  tcase_add_checked_fixture(with_fixture, by_fixture, by_fixture_end);
  tcase_add_test(with_fixture, has_fixture);
  tcase_add_test(last, fine);
  suite_add_tcase(suite, plain);
  suite_add_tcase(suite, with_fixture);
  suite_add_tcase(suite, last);
  SRunner *runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_SILENT);
  srunner_free(runner);
  by_main();
  return 0;
}
