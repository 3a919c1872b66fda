/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of LOST_COUNT, and which of these frames are refused. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

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

/* list_pop() and cache_drop() have taken one each, and parse() has given one back. */
static struct record_lost_count counted(void)
{
  static uint64_t stacks[] = {LOST_STACK_POP, LOST_STACK_DROP, LOST_STACK_PARSE}, taken[] = {1, 1, 0},
                  given[] = {0, 0, 1}, left[] = {0, 1, 0}, givers[] = {LOST_STACK_PARSE}, blocks[] = {4};
  return (struct record_lost_count){
    .check_id = 1, .lost_id = 1, .offset = 8, .bytes = 4, .value = 1, .is_understood = 1, .is_paired = 1,
    .stack_ids = {stacks, 3}, .taken = {taken, 3}, .given = {given, 3}, .left = {left, 3},
    .giver_stack_ids = {givers, 1}, .giver_blocks = {blocks, 1}};
}

static void check_told(struct record_lost_count frame, const char *expected)
{
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_event(stream, lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  build_lost_count(stream, frame);
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  const struct lost_case way = {lost.process, record->stack, record->lost};
  char *sentence = lost_sentence(&way), *suggestion = lost_suggestion(&way);
  ck_assert_ptr_nonnull(strstr(sentence, ". Its last pointer, the global variable \"head\", was overwritten"));
  ck_assert_uint_eq(strncmp(sentence, expected, strlen(expected)), 0);
  ck_assert_ptr_null(suggestion);
  free(sentence);
  free(suggestion);
}

START_TEST(who_has_never_given_back)
{
  check_told(counted(), "Its count of references, at offset 8, is still 1: taken by cache_drop() from main() "
                        "(leak.c:7), never given back; its siblings lose that count in parse() from main() "
                        "(leak.c:7).");
}
END_TEST

START_TEST(one_of_several)
{
  struct record_lost_count frame = counted();
  static uint64_t left[] = {1, 1, 0};
  frame.is_paired = 0;
  frame.left.items = left;
  frame.giver_stack_ids.count = frame.giver_blocks.count = 0;
  check_told(frame, "Its count of references, at offset 8, is still 1: taken by list_pop() from main() (leak.c:7) or "
                    "by cache_drop() from main() (leak.c:7), and never given back.");
}
END_TEST

START_TEST(only_sums)
{
  struct record_lost_count frame = counted();
  static uint64_t left[] = {0, 0, 0};
  frame.is_paired = 0;
  frame.left.items = left;
  frame.taken_elsewhere = UINT64_MAX;
  check_told(frame, "Its count of references, at offset 8, is still 1: of 18,446,744,073,709,551,615 that were taken "
                    "1 was given back, and it is not known which.");
}
END_TEST

START_TEST(what_may_be_a_count)
{
  struct record_lost_count frame = counted();
  frame.is_understood = 0;
  check_told(frame, "A word of it, at offset 8, goes up and down by one, and is still 1: it may be a count of "
                    "references.");
}
END_TEST

START_TEST(without_stacks)
{
  struct record_lost_count frame = counted();
  static uint64_t none[] = {0, 0, 0};
  frame.stack_ids.items = none;
  check_told(frame, "Its count of references, at offset 8, is still 1: taken by a function that is not known, never "
                    "given back; its siblings");
}
END_TEST

static void refused(struct record_lost_count frame, const char *message)
{
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_count(stream, frame);
  ck_error_says(lost_run_take(&lost), message);
}

START_TEST(lists_of_other_lengths)
{
  struct record_lost_count frame = counted();
  struct record_numbers *const lists[] = {&frame.stack_ids, &frame.taken, &frame.given, &frame.left,
                                          &frame.giver_stack_ids, &frame.giver_blocks};
  lists[_i]->count--;
  refused(frame, "its lists differ in length");
}
END_TEST

START_TEST(numbers_that_make_no_sense)
{
  struct record_lost_count frame = counted();
  static uint64_t unknown[] = {LOST_STACK_POP, 77, LOST_STACK_PARSE};
  static const char *const messages[] = {
    "a count cannot have 9 bytes", "a count cannot have 0 bytes", "it says that nothing is left",
    "it belongs to LOST 2, which was not the last one", "leak check 2 is not under way", "stack 77"};
  frame.bytes = _i == 0 ? 9 : _i == 1 ? 0 : 4;
  frame.value = _i != 2;
  frame.lost_id = _i == 3 ? 2 : 1;
  frame.check_id = _i == 4 ? 2 : 1;
  if (_i == 5)
    frame.stack_ids.items = unknown;
  refused(frame, messages[_i]);
}
END_TEST

START_TEST(two_of_one_block)
{
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_count(stream, counted());
  ck_assert_ptr_null(lost_run_take(&lost));
  build_lost_count(stream, counted());
  ck_error_says(lost_run_take(&lost), "it is the second one of LOST 1");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lost_counts");
  TCase *tests = tcase_create("lost counts");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, who_has_never_given_back);
  tcase_add_test(tests, one_of_several);
  tcase_add_test(tests, only_sums);
  tcase_add_test(tests, what_may_be_a_count);
  tcase_add_test(tests, without_stacks);
  tcase_add_loop_test(tests, lists_of_other_lengths, 0, 6);
  tcase_add_loop_test(tests, numbers_that_make_no_sense, 0, 6);
  tcase_add_test(tests, two_of_one_block);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
