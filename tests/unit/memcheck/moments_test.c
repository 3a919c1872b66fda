/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks are known again by the thread that makes them, and a moment comes once. */
#include "memcheck/pure/follow/moments.h"

#include "unit/unit.h"

START_TEST(blocks_are_counted_by_thread)
{
  struct moments *moments = moments_create();
  moments_made(moments, 1, 1);
  moments_made(moments, 2, 70);
  moments_made(moments, 300, 1);
  moments_made(moments, 2, 1);
  ck_assert_uint_eq(moments_of(moments, 1).number, 1);
  ck_assert_uint_eq(moments_of(moments, 300).number, 2);
  ck_assert_uint_eq(moments_of(moments, 2).number, 3);
  ck_assert_uint_eq(moments_of(moments, 2).thread, 1);
  ck_assert_uint_eq(moments_of(moments, 100000).number, 0);
  moments_made(moments, 5, 70);
  ck_assert_uint_eq(moments_of(moments, 5).number, 2);
  moments_destroy(moments);
}
END_TEST

START_TEST(wanted_moments_come_once)
{
  struct moments *moments = moments_create();
  ck_assert(moments_want(moments, "2.1.0.1,1.2.2.1,1.1.1.0"));
  for (followed_id id = 1; id <= 3; id++)
    moments_made(moments, id, 1);
  moments_made(moments, 4, 2);
  ck_assert(moments_event(moments, 1));
  ck_assert(!moments_exit(moments, 1) && !moments_event(moments, 1));
  ck_assert(!moments_event(moments, 2) && !moments_exit(moments, 2) && !moments_exit(moments, 2));
  ck_assert(!moments_event(moments, 2) && moments_exit(moments, 2) && !moments_exit(moments, 2));
  ck_assert(!moments_event(moments, 3) && !moments_exit(moments, 3));
  ck_assert(moments_exit(moments, 4) && !moments_event(moments, 4));
  moments_made(moments, 1, 1); /* the id is another block's now */
  ck_assert(!moments_event(moments, 1));
  moments_destroy(moments);
}
END_TEST

START_TEST(other_texts_are_refused)
{
  static const char *const texts[] = {"1",        "1.2",     "1.2.3",  "1.2.3.",   "1.2.3.4.5",
                                      "1.2.3.4;", "a.2.3.4", ".2.3.4", "1.2.3.4,x"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct moments *moments = moments_create();
    ck_assert_msg(!moments_want(moments, texts[i]), "%s is taken", texts[i]);
    moments_destroy(moments);
  }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("moments");
  TCase *test = tcase_create("moments");
  tcase_add_test(test, blocks_are_counted_by_thread);
  tcase_add_test(test, wanted_moments_come_once);
  tcase_add_test(test, other_texts_are_refused);
  suite_add_tcase(suite, test);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
