/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits of time in arguments, in the environment and in files. */
#include "host/suite/preload/suite_limits.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 10, FACTOR = 20, TEXT_BYTES = 256 };

static const char *joined(const char *const *list)
{
  static char text[TEXT_BYTES];
  text[0] = '\0';
  for (; *list; list++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "", *list);
  return text;
}

static void check_raised(const char *const *given, const char *expected)
{
  const char *arguments[WORDS + 2] = {0}, *environment[] = {"A=1", "PYTEST_TIMEOUT=1.5", NULL};
  struct suite_limits limits = {.arguments = arguments, .environment = environment};
  for (size_t i = 0; given[i]; i++)
    arguments[i] = given[i];
  suite_limits_raise(&limits, FACTOR);
  ck_assert_str_eq(joined(arguments), expected);
  bool is_pytest = strstr(expected, "pytest") && !strstr(expected, "env");
  ck_assert_str_eq(joined(environment), is_pytest ? "A=1 PYTEST_TIMEOUT=30" : "A=1 PYTEST_TIMEOUT=1.5");
}

START_TEST(options_are_raised)
{
  static const struct {
    const char *given[WORDS + 1], *expected;
  } table[] = {
    {{"meson", "test", "-C", "b"}, "meson test --timeout-multiplier=20 -C b"},
    {{"python3", "/usr/bin/meson", "test"}, "python3 /usr/bin/meson test --timeout-multiplier=20"},
    {{"python3", "x/meson.py", "test", "-t", "3"}, "python3 x/meson.py test -t 60"},
    {{"meson", "test", "-t0.25"}, "meson test -t5"},
    {{"meson", "test", "--timeout-multiplier=0"}, "meson test --timeout-multiplier=0"},
    {{"meson", "test", "--timeout-multiplier", "x"}, "meson test --timeout-multiplier x"},
    {{"meson", "test", "-t"}, "meson test -t"},
    {{"meson", "test", "--", "-t", "3"}, "meson test --timeout-multiplier=20 -- -t 3"},
    {{"meson", "setup", "-t", "3"}, "meson setup -t 3"},
    {{"meson"}, "meson"},
    {{"/a/ctest", "--timeout", "33", "-V"}, "/a/ctest --timeout 660 -V"},
    {{"ctest", "--timeout"}, "ctest --timeout"},
    {{"ctest"}, "ctest"},
    {{"env", "ctest", "--timeout", "33"}, "env ctest --timeout 33"},
    {{"ctester", "--timeout", "33"}, "ctester --timeout 33"},
    {{"pytest-3", "--timeout=2", "--session-timeout=0.001"}, "pytest-3 --timeout=40 --session-timeout=0.020000"},
    {{"/v/python", "-m", "pytest", "--timeout", "7"}, "/v/python -m pytest --timeout 140"},
    {{"pytest", "--timeout=99999999999"}, "pytest --timeout=99999999999"},
    {{"env", "pytest", "--timeout=2"}, "env pytest --timeout=2"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    check_raised(table[i].given, table[i].expected);
}
END_TEST

START_TEST(too_much_text_is_left_alone)
{
  static char long_one[2 * SUITE_LIMIT_BYTES] = "--timeout=5";
  memset(long_one + strlen(long_one), 'x', sizeof long_one - strlen(long_one) - 1);
  const char *arguments[] = {"pytest", long_one, NULL, NULL}, *environment[] = {NULL};
  struct suite_limits limits = {.arguments = arguments, .environment = environment};
  suite_limits_raise(&limits, FACTOR);
  ck_assert_ptr_eq(arguments[1], long_one);
  ck_assert(!limits.is_changed);
}
END_TEST

START_TEST(numbers_behind_keys_are_found)
{
  static const struct {
    const char *text, *key, *number; /* NULL: none */
  } table[] = {
    {"set_tests_properties(b PROPERTIES  TIMEOUT \"7\" X)", "TIMEOUT", "7\" X)"},
    {"TIMEOUT [==[30]==]", "TIMEOUT", "30]==]"},
    {"set(CTEST_TEST_TIMEOUT 5)", "TIMEOUT", "5)"},
    {"TIMEOUT_AFTER_MATCH \"30\"", "TIMEOUT", NULL},
    {"NOTIMEOUT 3", "TIMEOUT", NULL},
    {"TIMEOUT", "TIMEOUT", NULL},
    {"TIMEOUT ", "TIMEOUT", NULL},
    {"TIMEOUT3", "TIMEOUT", NULL},
    {"TIMEOUT x TIMEOUT 4", "TIMEOUT", "4"},
    {"TimeOut: 1500\n", "TimeOut", "1500\n"},
    {"{ terminate-after = 2 }", "terminate-after", "2 }"},
    {"\"TIMEOUT=3\" TIMEOUT 5", "TIMEOUT ", "5"},
    {"TIMEOUT \"7\"", "TIMEOUT ", "7\""},
    {"TIMEOUT [[7]]", "TIMEOUT ", "7]]"},
    {"timeout = 9", "timeout", "9"},
    {"timeout\n9", "timeout", NULL},
    {"", "timeout", NULL},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    size_t found = suite_limits_find(table[i].text, strlen(table[i].text), table[i].key);
    if (table[i].number)
      ck_assert_str_eq(table[i].text + found, table[i].number);
    else
      ck_assert_msg(found == SIZE_MAX, "%s", table[i].text);
  }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("suite_limits");
  TCase *tests = tcase_create("suite_limits");
  tcase_add_test(tests, options_are_raised);
  tcase_add_test(tests, too_much_text_is_left_alone);
  tcase_add_test(tests, numbers_behind_keys_are_found);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
