/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages of errors, and what is added to them on their way up. */
#include "unit/unit.h"

#include <errno.h>
#include <string.h>

START_TEST(message_is_formatted)
{
  struct error *error = error_format("line %d", 7);
  ck_assert_str_eq(error_message(error), "line 7");
  error_free(error);
}
END_TEST

START_TEST(errno_text_follows)
{
  ck_error_says(error_errno(ENOENT, "a.supp"), "a.supp: No such file");
}
END_TEST

START_TEST(context_goes_in_front)
{
  ck_error_says(error_context(error_format("bad"), "file %s", "x"), "file x: bad");
  ck_assert_ptr_null(error_context(NULL, "nothing"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("error");
  TCase *tests = tcase_create("values");
  tcase_add_test(tests, message_is_formatted);
  tcase_add_test(tests, errno_text_follows);
  tcase_add_test(tests, context_goes_in_front);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
