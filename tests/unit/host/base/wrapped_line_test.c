/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where long lines go on. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/wrapped_line.h"

static void becomes(const char *line, unsigned columns, const char *expected)
{
  size_t size;
  char *found = wrapped_line(line, strlen(line), columns, &size);
  ck_assert_str_eq(found, expected);
  ck_assert_uint_eq(size, strlen(expected));
  free(found);
}

START_TEST(lines_go_on_further_in)
{
  becomes("", 30, "");
  becomes("short", 30, "short");
  becomes("no terminal is here to end it at", 0, "no terminal is here to end it at");
  becomes("one two three four five six seven eight", 30, "one two three four five six\n    seven eight");
  becomes("  one two three four five six seven", 30, "  one two three four five six\n      seven");
  becomes("123456789012345678901234567890", 30, "123456789012345678901234567890");
  becomes("12345678901234567890123456789 1", 30, "12345678901234567890123456789\n    1");
}
END_TEST

START_TEST(words_stay_whole)
{
  becomes("/a/path/that/is/longer/than/a/line and more", 30, "/a/path/that/is/longer/than/a/line\n    and more");
  becomes("in /a/path/that/is/longer/than/a/line", 30, "in\n    /a/path/that/is/longer/than/a/line");
  becomes("                    ab cd ef gh ij kl", 30, "                    ab cd ef gh ij kl");
}
END_TEST

/* What would give a CI system a command was in the middle of a line, so it still is. */
START_TEST(no_line_begins_with_a_colon)
{
  becomes("one two three four five six ::error x", 30, "one two three four five\n    six ::error x");
  becomes("one two three four five six \033[1m::error", 30, "one two three four five\n    six \033[1m::error");
  becomes("one two three four five six   ::error", 30, "one two three four five\n    six   ::error");
}
END_TEST

START_TEST(colours_and_characters_take_the_room_they_have)
{
  becomes("\033[1mone two three\033[m four five sixty", 30, "\033[1mone two three\033[m four five sixty");
  becomes("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 1234567890 12345", 30,
          "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 1234567890 12345");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("wrapped_line");
  TCase *tests = tcase_create("wrapped_line");
  tcase_add_test(tests, lines_go_on_further_in);
  tcase_add_test(tests, words_stay_whole);
  tcase_add_test(tests, no_line_begins_with_a_colon);
  tcase_add_test(tests, colours_and_characters_take_the_room_they_have);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
