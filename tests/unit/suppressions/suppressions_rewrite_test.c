/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries go or change; what stays keeps its comments and its layout. */
#include "unit/unit.h"

#include <string.h>

#include "suppressions/rewrite.h"

#define ENTRY(name) "{\n  " name "\n}\n"

static const struct {
  const char *text, *expected;
  struct rewrite rewrites[2];
  size_t count;
} cases[] = {
  {"", "", {{0}}, 0},
  {ENTRY("a"), ENTRY("a"), {{0}}, 0},
  {ENTRY("a"), "", {{1, 3, NULL}}, 1},
  {ENTRY("a") "\n" ENTRY("b"), ENTRY("b"), {{1, 3, NULL}}, 1},
  {ENTRY("a") "\n" ENTRY("b"), ENTRY("a") "\n", {{5, 7, NULL}}, 1},
  {ENTRY("a") "\n# of b\n# too\n" ENTRY("b") "\n" ENTRY("c"), ENTRY("a") "\n" ENTRY("c"), {{7, 9, NULL}}, 1},
  {"# of the file\n" ENTRY("a"), "# of the file\n", {{2, 4, NULL}}, 1},
  {"\n# of both\n" ENTRY("a") ENTRY("b"), "\n# of both\n" ENTRY("b"), {{3, 5, NULL}}, 1},
  {"\n#: include \"x\"\n" ENTRY("a") "\n", "\n#: include \"x\"\n\n", {{3, 5, NULL}}, 1},
  {ENTRY("a") "# b\n" ENTRY("b") ENTRY("c"), "x\n# b\n" ENTRY("b"), {{1, 3, "x\n"}, {8, 10, NULL}}, 2},
  {"{\r\n\ta\r\n}\r\n\r\n" ENTRY("b"), "{\r\n\ta\r\n}\r\n\r\n", {{5, 7, NULL}}, 1},
  {"# x\n\n{\n}", "# x\n\n", {{3, 4, NULL}}, 1},
  {"\n# one\n" ENTRY("a") "\n\n# two\n" ENTRY("b"), "\n# one\ny\n\n\n", {{3, 5, "y\n"}, {9, 11, NULL}}, 2},
};

START_TEST(what_stays_is_as_it_was)
{
  char *result;
  rewrite_text(cases[_i].text, strlen(cases[_i].text), cases[_i].rewrites, cases[_i].count, &result);
  ck_assert_str_eq(result, cases[_i].expected);
  free(result);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions: rewriting files");
  TCase *tests = tcase_create("rewriting");
  tcase_add_loop_test(tests, what_stays_is_as_it_was, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
