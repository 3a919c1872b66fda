/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kinds, counts, and which losses of a block are kept. */
#include "memcheck/pure/follow/outlived.h"

#include "unit/unit.h"

START_TEST(kinds_are_counted)
{
  enum { KINDS = 5000 };
  struct outlived *outlived = outlived_create();
  for (uint32_t i = 0; i < KINDS; i++) {
    ck_assert_uint_eq(outlived_kind(outlived, i * UINT64_C(0x100000001)), i + 1);
    outlived_change(outlived, i + 1, (int)(i % 3));
  }
  for (uint32_t i = 0; i < KINDS; i++) {
    ck_assert_uint_eq(outlived_kind(outlived, i * UINT64_C(0x100000001)), i + 1);
    ck_assert_uint_eq(outlived_count(outlived, i + 1), i % 3);
  }
  ck_assert_uint_eq(outlived_count(outlived, 0), 0);
  ck_assert_uint_eq(outlived_count(outlived, KINDS + 1), 0);
  outlived_destroy(outlived);
}
END_TEST

static void note(struct outlived *outlived, followed_id id, uint64_t time, uint64_t stored_time, bool may_be_owner)
{
  const struct reference_event event = {.time = time, .stored_time = stored_time, .kind = outlived_kind(outlived, 7)};
  outlived_note(outlived, id, &event, may_be_owner);
}

static uint64_t times_kept(const struct outlived *outlived, followed_id id)
{
  const struct reference_event *event;
  uint64_t times = 0;
  for (unsigned number = 0; (event = outlived_of(outlived, id, number)) != NULL; number++)
    times |= UINT64_C(1) << event->time;
  return times;
}

/* Those of the words that were stored last. */
START_TEST(losses_are_kept)
{
  struct outlived *outlived = outlived_create();
  ck_assert_uint_eq(times_kept(outlived, 1337), 0);
  note(outlived, 1337, 10, 5, true);
  note(outlived, 1337, 11, 3, true);
  note(outlived, 1337, 12, 9, false);
  note(outlived, 1337, 13, 8, true);
  ck_assert_uint_eq(times_kept(outlived, 1337), 1 << 10 | 1 << 11 | 1 << 13);
  note(outlived, 1337, 14, 4, true);
  ck_assert_uint_eq(times_kept(outlived, 1337), 1 << 10 | 1 << 14 | 1 << 13);
  note(outlived, 1337, 15, 2, true);
  ck_assert_uint_eq(times_kept(outlived, 1337), 1 << 10 | 1 << 14 | 1 << 13);
  ck_assert_uint_eq(outlived_count(outlived, outlived_kind(outlived, 7)), 6);
  outlived_forget(outlived, 1337);
  outlived_forget(outlived, 5000);
  ck_assert_uint_eq(times_kept(outlived, 1337), 0);
  ck_assert_uint_eq(outlived_count(outlived, outlived_kind(outlived, 7)), 6);
  outlived_destroy(outlived);
}
END_TEST

/* The last one is meant, wherever it is kept. */
START_TEST(the_last_one_moved_on)
{
  struct outlived *outlived = outlived_create();
  outlived_moved_on(outlived, 3);
  note(outlived, 3, 1, 1, true);
  note(outlived, 3, 2, 2, true);
  note(outlived, 3, 3, 3, true);
  note(outlived, 3, 4, 4, true); /* instead of the first */
  outlived_moved_on(outlived, 3);
  const struct reference_event *event;
  for (unsigned number = 0; (event = outlived_of(outlived, 3, number)) != NULL; number++)
    ck_assert_uint_eq(event->was_moved_on, event->time == 4);
  outlived_destroy(outlived);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("outlived");
  TCase *test = tcase_create("outlived");
  tcase_add_test(test, kinds_are_counted);
  tcase_add_test(test, losses_are_kept);
  tcase_add_test(test, the_last_one_moved_on);
  suite_add_tcase(suite, test);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
