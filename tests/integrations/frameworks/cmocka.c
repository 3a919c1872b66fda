/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: by_one: loses
 * expect: by_two: first | second
 * expect: by_row: row 57
 * expect: by_another: calls
 * expect: by_nested: calls
 * expect: by_fixture: has_fixture
 * expect: by_fixture_end: has_fixture
 * expect: by_static: initialises
 * expect: by_thread: -
 * expect: by_main: -
 * expect: use_freed: uses_freed */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "losers.h"

enum { ROWS = 100, OTHERS = 13 };

static int is_initialised;

static void initialise(void)
{
  if (!is_initialised)
    by_static();
  is_initialised = 1;
}

static void fine(void **state) { (void)state; }
static void loses(void **state) { by_one(); (void)state; }
static void first(void **state) { by_two(); (void)state; }
static void second(void **state) { by_two(); (void)state; }
static void initialises(void **state) { initialise(); (void)state; }
static void initialises_again(void **state) { initialise(); (void)state; }
static void uses_freed(void **state) { use_freed(); (void)state; }
static void starts_thread(void **state) { start_thread_that_loses(); (void)state; }
static void called(void **state) { if (*state == &is_initialised) by_another(); }
static void calls(void **state) { *state = &is_initialised; called(state); by_nested(); *state = NULL; }
static void row(void **state) { if (*(int *)*state == 57) by_row(); }
static void has_fixture(void **state) { (void)state; }
static int set_up(void **state) { by_fixture(); (void)state; return 0; }
static int tear_down(void **state) { by_fixture_end(); (void)state; return 0; }
static int end_group(void **state) { by_main(); (void)state; return 0; }

int main(void)
{
  static int numbers[ROWS];
  static char names[ROWS][16];
  static struct CMUnitTest tests[ROWS + OTHERS] = {
    cmocka_unit_test(fine), cmocka_unit_test(loses), cmocka_unit_test(first), cmocka_unit_test(second),
    cmocka_unit_test(initialises), cmocka_unit_test(initialises_again), cmocka_unit_test(uses_freed),
    cmocka_unit_test(starts_thread), cmocka_unit_test(called), cmocka_unit_test(calls),
    cmocka_unit_test_setup_teardown(has_fixture, set_up, tear_down), cmocka_unit_test(fine), cmocka_unit_test(called),
  };
  for (int i = 0; i < ROWS; i++) {
    numbers[i] = i;
    snprintf(names[i], sizeof names[i], "row %d", i);
    tests[OTHERS + i] = (struct CMUnitTest){.name = names[i], .test_func = row, .initial_state = &numbers[i]};
  }
  by_main();
  int status = cmocka_run_group_tests(tests, NULL, end_group);
  by_main();
  return status;
}
