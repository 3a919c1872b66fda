/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the model makes of LOST_EVENTs with a trail, and what it refuses. */
#include "unit/unit.h"

#include <string.h>

#include "host/model/process/error_trails.h"
#include "host/model/words/error_notes.h"
#include "host/model/words/lost_words.h"
#include "support/lost_stream.h"

static struct lost_run lost;
static struct record_builder *const stream = &lost.run.stream;

static void setup(void)
{
  lost_run_begin(&lost);
}

static void teardown(void)
{
  lost_run_end(&lost);
}

static struct record_lost_event event_of(uint64_t trail, uint64_t cause)
{
  struct record_lost_event event = lost_event_in_global(0, RECORD_LOST_HELD, LOST_STACK_POP);
  event.check_id = 0;
  event.cause = cause;
  event.trail_id = trail;
  event.stack_id = 0;
  event.stored_stack_id = LOST_STACK_PARSE;
  return event;
}

static void build_event(uint64_t trail, uint64_t cause)
{
  build_lost_event(stream, event_of(trail, cause));
}

static void build_use(uint64_t id, uint64_t trail)
{
  build_error(stream, (struct record_error){.id = id, .kind = RECORD_ERROR_VALUE, .tid = 1, .size = 8,
                                            .stack_id = LOST_STACK_POP, .trail_id = trail});
}

static const struct trail *trail_of(size_t error)
{
  return error_table_at(lost.process->errors, error)->trail;
}

static void says(const struct trail *trail, size_t event, const char *expected)
{
  char *sentence = trail_sentence(lost.process, trail, event, 0);
  ck_assert_str_eq(sentence, expected);
  free(sentence);
}

START_TEST(they_belong_to_errors)
{
  build_event(1, RECORD_LOST_PASSED_ON);
  build_event(1, RECORD_LOST_PASSED_ON);
  build_event(7, RECORD_LOST_HELD);
  build_use(1, 7);
  build_use(2, 1);
  build_use(3, 1);
  build_use(4, 0);
  ck_no_error(lost_run_take(&lost));
  ck_assert_uint_eq(trail_of(0)->id, 7);
  ck_assert_uint_eq(trail_of(0)->count, 1);
  ck_assert_uint_eq(trail_of(1)->count, 2);
  ck_assert_ptr_eq(trail_of(1), trail_of(2));
  ck_assert_ptr_null(trail_of(3));
  says(trail_of(0), 0,
       "A pointer to it is in the global variable \"head\"; it was stored there in parse() (parse.c:120).");
  says(trail_of(1), 0, "The value was in the global variable \"head\"; it was stored there in parse() (parse.c:120).");
  says(trail_of(1), 1,
       "Before that, it was in the global variable \"head\"; it was stored there in parse() (parse.c:120).");
}
END_TEST

/* The table of trails moves as it grows; trails stay where they are. */
START_TEST(many_trails)
{
  enum { MANY = 1000 };
  for (uint64_t id = 1; id <= MANY; id++) {
    build_event(2 * id, RECORD_LOST_HELD);
    build_use(id, 2 * id);
  }
  ck_no_error(lost_run_take(&lost));
  for (uint64_t id = 1; id <= MANY; id++)
    ck_assert_uint_eq(trail_of(id - 1)->id, 2 * id);
}
END_TEST

START_TEST(both_ends_of_a_long_trail_are_noted)
{
  struct error_notes notes;
  for (uint64_t i = 0; i < 20; i++) {
    struct record_lost_event event = event_of(1, RECORD_LOST_PASSED_ON);
    event.stored_stack_id = i == 19 ? LOST_STACK_NODE : LOST_STACK_PARSE;
    build_lost_event(stream, event);
  }
  build_use(1, 1);
  ck_no_error(lost_run_take(&lost));
  error_notes_describe(lost.process, error_table_at(lost.process->errors, 0), &notes);
  ck_assert_uint_eq(notes.count, TRAIL_NOTES_MAX);
  ck_assert_ptr_nonnull(strstr(notes.items[0].sentence, "The value was"));
  ck_assert_ptr_nonnull(strstr(notes.items[TRAIL_NOTES_MAX - 2].sentence, "parse()"));
  ck_assert_str_eq(notes.items[TRAIL_NOTES_MAX - 1].sentence,
                   "15 places before that, it was in the global variable \"head\"; "
                   "it was stored there in node_new() (node.c:12).");
  error_notes_release(&notes);
}
END_TEST

START_TEST(numbers_of_a_leak_check_do_not_matter)
{
  struct record_lost_event event = event_of(1, RECORD_LOST_HELD);
  event.check_id = event.lost_id = UINT64_MAX;
  build_lost_event(stream, event);
  ck_no_error(lost_run_take(&lost));
}
END_TEST

START_TEST(huge_numbers_are_only_numbers)
{
  struct record_lost_event event = event_of(UINT64_MAX, RECORD_LOST_HELD);
  event.into = event.value = event.tid = event.address = UINT64_MAX;
  event.place = RECORD_PLACE_LIVE_BLOCK;
  event.block_start = 1;
  event.block_bytes = UINT64_MAX;
  event.alloc_stack_id = LOST_STACK_NODE;
  build_lost_event(stream, event);
  build_use(1, UINT64_MAX);
  ck_no_error(lost_run_take(&lost));
  says(trail_of(0), 0,
       "A pointer into it, 18,446,744,073,709,551,615 bytes past its start, is at offset "
       "18,446,744,073,709,551,614 of a block allocated in node_new() (node.c:12); it was stored there in "
       "parse() (parse.c:120).");
}
END_TEST

/* --- what is refused --- */

static void refused(const char *message)
{
  ck_error_says(lost_run_take(&lost), message);
}

static const struct {
  uint64_t cause;
  const char *message;
} causes[] = {
  {RECORD_LOST_UNKNOWN, "no trail has an event with cause 0"},
  {RECORD_LOST_OVERWRITTEN, "no trail has an event with cause 2"},
  {RECORD_LOST_BY_HOLDER, "no trail has an event with cause 6"},
  {RECORD_LOST_PASSED_ON + 1, "no trail has an event with cause 9"},
  {UINT64_MAX, "no trail has an event with cause 18446744073709551615"},
};

START_TEST(a_wrong_cause)
{
  build_event(1, causes[_i].cause);
  refused(causes[_i].message);
}
END_TEST

START_TEST(a_descending_id)
{
  build_event(2, RECORD_LOST_HELD);
  build_event(3, RECORD_LOST_HELD);
  build_event(2, RECORD_LOST_HELD);
  refused("it belongs to trail 2, but 3 has begun");
}
END_TEST

START_TEST(a_trail_of_two_kinds)
{
  build_event(1, RECORD_LOST_HELD);
  build_event(1, RECORD_LOST_PASSED_ON);
  refused("trail 1 is of two kinds");
}
END_TEST

START_TEST(too_many_events)
{
  for (unsigned i = 0; i < 65; i++)
    build_event(1, RECORD_LOST_PASSED_ON);
  refused("trail 1 has too many events");
}
END_TEST

static const uint64_t unknown[] = {1, 3, 5, UINT64_MAX};

START_TEST(an_error_with_an_unknown_trail)
{
  build_event(2, RECORD_LOST_HELD);
  build_event(4, RECORD_LOST_HELD);
  build_use(1, unknown[_i]);
  refused("was never sent");
}
END_TEST

START_TEST(an_error_before_all_trails)
{
  build_use(1, 1);
  refused("trail 1 was never sent");
}
END_TEST

START_TEST(an_unknown_stack)
{
  struct record_lost_event event = event_of(1, RECORD_LOST_HELD);
  event.stored_stack_id = 77;
  build_lost_event(stream, event);
  refused("stack 77, which was never sent");
}
END_TEST

#define SIZE(table) (int)(sizeof table / sizeof *table)

int main(void)
{
  Suite *suite = suite_create("trails");
  TCase *tests = tcase_create("trails");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, they_belong_to_errors);
  tcase_add_test(tests, many_trails);
  tcase_add_test(tests, both_ends_of_a_long_trail_are_noted);
  tcase_add_test(tests, numbers_of_a_leak_check_do_not_matter);
  tcase_add_test(tests, huge_numbers_are_only_numbers);
  tcase_add_loop_test(tests, a_wrong_cause, 0, SIZE(causes));
  tcase_add_test(tests, a_descending_id);
  tcase_add_test(tests, a_trail_of_two_kinds);
  tcase_add_test(tests, too_many_events);
  tcase_add_loop_test(tests, an_error_with_an_unknown_trail, 0, SIZE(unknown));
  tcase_add_test(tests, an_error_before_all_trails);
  tcase_add_test(tests, an_unknown_stack);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
