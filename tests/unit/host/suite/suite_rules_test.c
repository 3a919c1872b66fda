/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which programs of a suite are checked, and which test they belong to. */
#include "host/suite/preload/suite_rules.h"
#include "host/suite/preload/suite_test_names.h"
#include "unit/unit.h"

#include <string.h>
#include <sys/mman.h>

START_TEST(globs_match_as_a_shell_would)
{
  static const struct {
    const char *glob, *text;
    bool matches;
  } table[] = {
    {"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "", false}, {"*", "", true}, {"*", "a/b", true},
    {"a*c", "abbc", true}, {"a*c", "abcd", false}, {"*.t", "x.t.t", true}, {"**b*", "aab", true}, {"?", "", false},
    {"a?c", "a/c", true}, {"[abc]x", "bx", true}, {"[!abc]x", "bx", false}, {"[^a]x", "bx", true}, {"[a-c]", "b", true},
    {"[a-c]", "d", false}, {"[]]", "]", true}, {"[a-]", "-", true}, {"[a", "[a", true}, {"[a", "a", false},
    {"\\*", "*", true}, {"\\*", "a", false}, {"a\\", "a\\", true}, {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    ck_assert_msg(suite_rules_glob_matches(table[i].glob, table[i].text) == table[i].matches, "%s %s", table[i].glob,
                  table[i].text);
}
END_TEST

static const char *const none[] = {NULL};

START_TEST(what_lies_in_the_tree_is_checked)
{
  struct suite_rules rules = {.tree = "/home/me/p", .only = none, .skip = none};
  ck_assert_int_eq(suite_rules_judge(&rules, "/home/me/p/tests/one"), SUITE_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/home/me/p2/tests/one"), SUITE_NOT_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/home/me/p"), SUITE_NOT_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/usr/bin/make"), SUITE_NOT_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/home/me/p/conftest"), SUITE_SKIPPED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/home/me/p/b/CMakeFiles/CMakeTmp/cmTC_1a2b3"), SUITE_SKIPPED);
  rules.tree = "/";
  ck_assert_int_eq(suite_rules_judge(&rules, "/usr/bin/make"), SUITE_MATCHED);
}
END_TEST

START_TEST(patterns_say_otherwise)
{
  static const char *const only[] = {"tests/*", "jq", NULL}, *const skip[] = {"*_slow", "tests/b", NULL};
  struct suite_rules rules = {.tree = "/p", .only = only, .skip = skip};
  ck_assert_int_eq(suite_rules_judge(&rules, "/p/tests/a"), SUITE_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/p/src/a"), SUITE_NOT_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/usr/bin/jq"), SUITE_MATCHED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/p/tests/a_slow"), SUITE_SKIPPED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/p/tests/.libs/lt-b"), SUITE_SKIPPED);
  ck_assert_int_eq(suite_rules_judge(&rules, "/p/tests/conftest"), SUITE_MATCHED);
}
END_TEST

static void check_plain(const char *path, const char *expected)
{
  char plain[64];
  struct suite_rules rules = {.tree = "/p", .only = none, .skip = none};
  suite_rules_plain_path(&rules, path, plain, sizeof plain);
  ck_assert_str_eq(plain, expected);
}

START_TEST(paths_are_made_plain)
{
  check_plain("/p/tests/a", "tests/a");
  check_plain("/p/tests/.libs/lt-a", "tests/a");
  check_plain("/p/tests/.libs/a", "tests/a");
  check_plain("/p/.libs/a", "a");
  check_plain("/p/x.libs/a", "x.libs/a");
  check_plain("/p/tests/lt-a", "tests/lt-a");
  check_plain("/usr/bin/a", "/usr/bin/a");
  check_plain("/p/target/debug/deps/a-0123456789abcdef", "target/debug/deps/a");
  check_plain("/p/deps/a-b-fedcba9876543210", "deps/a-b");
  check_plain("/p/deps/a-0123456789abcde", "deps/a-0123456789abcde");
  check_plain("/p/deps/a-0123456789abcdef0", "deps/a-0123456789abcdef0");
  check_plain("/p/deps/a-0123456789abcdeg", "deps/a-0123456789abcdeg");
  check_plain("/p/deps/-0123456789abcdef", "deps/-0123456789abcdef");
  check_plain("a-0123456789abcdef", "a");
  check_plain("/p/a-0123456789ABCDEF", "a-0123456789ABCDEF");
  check_plain("/p/0123456789012345678901234567890123456789012345678901234567890123456789",
              "012345678901234567890123456789012345678901234567890123456789012");
}
END_TEST

START_TEST(what_lies_before_a_path_is_not_read)
{
  enum { PAGE = 4096 };
  char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert_ptr_ne(pages, MAP_FAILED);
  mprotect(pages, PAGE, PROT_NONE);
  strcpy(pages + PAGE, "a/b");
  check_plain(pages + PAGE, "a/b");
  munmap(pages, 2 * PAGE);
}
END_TEST

enum { WORDS = 8 };

START_TEST(tests_are_named_by_arguments_and_environment)
{
  static const struct {
    const char *arguments[WORDS], *environment[WORDS], *name, *source;
  } table[] = {
    {{"./a"}, {"A=b"}, NULL, NULL},
    {{"./a"}, {"SEEP_TEST=mine", "PYTEST_CURRENT_TEST=x"}, "mine", "SEEP_TEST"},
    {{"./a"}, {"PYTEST_CURRENT_TEST=t/test_a.py::test_b[1-(2)] (call)"}, "t/test_a.py::test_b[1-(2)]", "pytest"},
    {{"/bin/sh", "../test-driver", "--test-name", "one.sh", "--log-file", "x", "--trs-file"},
     {NULL},
     "one.sh",
     "automake"},
    {{"/bin/sh", "x", "--test-name", "one.sh"}, {NULL}, NULL, NULL},
    {{"perl", "-w", "t/basic.t"}, {NULL}, "t/basic.t", "tap"},
    {{"t/basic.t"}, {NULL}, "t/basic.t", "tap"},
    {{"perl", "/usr/bin/prove", "t/basic.t"}, {NULL}, NULL, NULL},
    {{"./a", "--gtest_filter=Suite.Case"}, {NULL}, "Suite.Case", "gtest"},
    {{"./a", "--gtest_filter=Suite.*"}, {NULL}, NULL, NULL},
    {{"./a-12ab", "mod::test", "--exact"}, {NULL}, NULL, NULL},
    {{"./a-12ab", "--exact", "mod::test"}, {NULL}, "mod::test", "cargo"},
    {{"./a"}, {"CK_RUN_SUITE=s", "CK_RUN_CASE=c"}, "c", "check"},
    {{"./a"}, {"SEEP_TEST="}, NULL, NULL},
    {{NULL}, {NULL}, NULL, NULL},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct suite_test_name found = {.name = ""};
    bool is_found =
      suite_test_name_find((char *const *)table[i].arguments, (char *const *)table[i].environment, &found);
    ck_assert_msg(is_found == (table[i].name != NULL), "%zu: %s", i, found.name);
    ck_assert_str_eq(found.name, table[i].name ? table[i].name : "");
    if (is_found)
      ck_assert_str_eq(found.source, table[i].source);
  }
}
END_TEST

START_TEST(runners_are_asked_for_names)
{
  ck_assert(suite_is_runner("/usr/bin/ctest"));
  ck_assert(suite_is_runner("meson"));
  ck_assert(!suite_is_runner("/usr/bin/ctest3"));
  ck_assert(!suite_is_runner("ctest/make"));
  struct suite_test_name found = {.is_preliminary = true};
  ck_assert(suite_test_name_find((char *[]){"./a", "--gtest_filter=A.B", NULL}, (char *[]){NULL}, &found));
  ck_assert(!found.is_preliminary);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("suite_rules");
  TCase *tests = tcase_create("rules");
  tcase_add_test(tests, globs_match_as_a_shell_would);
  tcase_add_test(tests, what_lies_in_the_tree_is_checked);
  tcase_add_test(tests, patterns_say_otherwise);
  tcase_add_test(tests, paths_are_made_plain);
  tcase_add_test(tests, what_lies_before_a_path_is_not_read);
  tcase_add_test(tests, tests_are_named_by_arguments_and_environment);
  tcase_add_test(tests, runners_are_asked_for_names);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
