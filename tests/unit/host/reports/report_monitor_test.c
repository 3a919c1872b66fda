/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitor commands: what is told for them goes back to who asked, and leaves the report as it is. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "support/fake_symbols.h"
#include "support/report_run.h"

static struct report_run run;
static char answer[1 << 17];

static void setup(void)
{
  static const char *const options[] = {"--leak-check=full", NULL};
  fake_symbols_clear();
  fake_symbols_add(0x100010, "malloc", NULL, NULL, 0);
  report_run_begin(&run, options);
  report_run_start(&run);
  build_stack(&run.stream, (struct record_stack){1, 2, BUILD_NUMBERS(0x4840010)});
  build_stack(&run.stream, (struct record_stack){2, 2, BUILD_NUMBERS(0x4840020)});
  ck_no_error(report_run_take(&run));
}

static void teardown(void)
{
  report_run_end(&run);
}

static void say(unsigned class, const char *text)
{
  build_message(&run.stream, (struct record_message){.class = class, .text = {text, strlen(text)}});
}

static struct record_reply ask(enum record_question question, uint64_t argument)
{
  struct record_reply reply = {0};
  build_query(&run.stream, (struct record_query){.question = question, .argument = argument});
  ck_no_error(report_run_take(&run));
  report_process_answer(run.process, question, &reply);
  return reply;
}

/* All that was told since MONITOR; returns the number of pieces. */
static unsigned take_answer(void)
{
  size_t size, total = 0;
  unsigned pieces = 0;
  for (;; pieces++) {
    ask(RECORD_QUESTION_TEXT, 0);
    const char *piece = report_process_text(run.process, &size);
    ck_assert_uint_le(size, RECORD_TEXT_PIECE_BYTES);
    if (size == 0)
      break;
    memcpy(answer + total, piece, size);
    total += size;
  }
  answer[total] = '\0';
  return pieces;
}

static size_t reported(void)
{
  return strlen(report_run_text(&run));
}

static struct record_loss loss(unsigned kind, uint64_t stack, uint64_t bytes)
{
  return (struct record_loss){.check_id = 1, .kind = kind, .stack_id = stack, .bytes = bytes, .blocks = 1};
}

/* Three records: 10 bytes definitely lost, 20 indirectly lost, 1000 reachable. */
static void build_check(uint64_t show_kinds, uint64_t records_max)
{
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = 1,
                                                           .mode = RECORD_LEAK_FULL,
                                                           .reason = RECORD_LEAK_BY_MONITOR,
                                                           .tid = 1,
                                                           .show_kinds = show_kinds,
                                                           .records_max = records_max});
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 1, 10));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 2, 20));
  build_loss(&run.stream, loss(RECORD_LEAK_REACHABLE, 1, 1000));
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
}

static unsigned long long everything(void)
{
  return 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_INDIRECT | 1 << RECORD_LEAK_POSSIBLE |
         1 << RECORD_LEAK_REACHABLE;
}

START_TEST(an_answer_is_no_part_of_the_report)
{
  size_t before = reported();
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_CORE, "told to gdb\n");
  ck_assert_uint_eq(take_answer(), 1);
  ck_assert_str_eq(answer, "==100== told to gdb\n");
  ck_assert_uint_eq(reported(), before);
  say(RECORD_MESSAGE_CORE, "told to all\n");
  ck_no_error(report_run_take(&run));
  ck_assert_str_eq(report_run_text(&run) + before, "==100== told to all\n");
}
END_TEST

START_TEST(an_answer_does_not_steer_the_terminal)
{
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_PLAIN, "a\x9b\xe2\x80\xae\x1b[2J\xc3\xa9\n::error x\n");
  ck_assert_uint_eq(take_answer(), 1);
  ck_assert_str_eq(answer, "a\\x9b<U+202E>\\x1b[2J\xc3\xa9\n:\\x3aerror x\n");
}
END_TEST

START_TEST(plain_text_has_no_prefix)
{
  size_t before = reported();
  say(RECORD_MESSAGE_PLAIN, "ff 00\nsecond\n");
  ck_no_error(report_run_take(&run));
  ck_assert_str_eq(report_run_text(&run) + before, "ff 00\nsecond\n");
}
END_TEST

START_TEST(a_long_answer_comes_in_pieces)
{
  enum { LINES = 4000 };
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  for (int i = 0; i < LINES; i++)
    say(RECORD_MESSAGE_PLAIN, "a line of text\n");
  ck_assert_uint_eq(take_answer(), (LINES * 15 + RECORD_TEXT_PIECE_BYTES - 1) / RECORD_TEXT_PIECE_BYTES);
  ck_assert_uint_eq(strlen(answer), LINES * 15);
}
END_TEST

START_TEST(nothing_was_asked)
{
  ck_assert_uint_eq(take_answer(), 0);
}
END_TEST

START_TEST(an_answer_that_nobody_took_is_forgotten)
{
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_CORE, "first\n");
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_CORE, "second\n");
  take_answer();
  ck_assert_str_eq(answer, "==100== second\n");
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_CORE, "third\n");
  ck_no_error(report_run_take(&run));
  ck_no_error(report_process_finish(run.process, "it was killed"));
  ck_assert_ptr_null(strstr(report_run_text(&run), "third"));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "it was killed"));
}
END_TEST

START_TEST(nobody_takes_more_than_there_is_room_for)
{
  enum { SIZE = 12 << 20 };
  char *text = malloc(SIZE + 1);
  memset(text, 'x', SIZE);
  text[SIZE - 1] = '\n';
  text[SIZE] = '\0';
  size_t before = reported();
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  say(RECORD_MESSAGE_PLAIN, text);
  say(RECORD_MESSAGE_PLAIN, text);
  say(RECORD_MESSAGE_PLAIN, "too much\n");
  ck_no_error(report_run_take(&run));
  ck_assert_str_eq(report_run_text(&run) + before, "too much\n");
  free(text);
}
END_TEST

START_TEST(a_check_shows_what_was_asked_for)
{
  build_check(1 << RECORD_LEAK_REACHABLE, 0);
  struct record_reply reply = ask(RECORD_QUESTION_ERRORS, 0);
  ck_assert_uint_eq(reply.errors, 0);
  ck_assert_ptr_nonnull(
    strstr(report_run_text(&run), "1,000 bytes in 1 blocks are still reachable in loss record 3 of 3"));
  ck_assert_ptr_null(strstr(report_run_text(&run), "definitely lost in"));
}
END_TEST

START_TEST(a_check_shows_the_largest_records)
{
  build_check(everything(), 2);
  ck_no_error(report_run_take(&run));
  ck_assert_ptr_null(strstr(report_run_text(&run), "10 bytes in 1 blocks are definitely lost in"));
  ck_assert_ptr_nonnull(
    strstr(report_run_text(&run), "20 bytes in 1 blocks are indirectly lost in loss record 2 of 3"));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "1,000 bytes in 1 blocks are still reachable in"));
}
END_TEST

START_TEST(records_have_numbers)
{
  build_check(everything(), 0);
  struct record_reply reply = ask(RECORD_QUESTION_LOSS, 2);
  ck_assert_uint_eq(reply.loss_kind, RECORD_LEAK_INDIRECT);
  ck_assert_uint_eq(reply.loss_stack_id, 2);
  ck_assert_uint_eq(reply.loss_count, 3);
  ck_assert_uint_eq(ask(RECORD_QUESTION_LOSS, 0).loss_kind, 0);
  ck_assert_uint_eq(ask(RECORD_QUESTION_LOSS, 4).loss_kind, 0);
  ck_assert_uint_eq(ask(RECORD_QUESTION_TELL_LOSS, UINT64_MAX).loss_kind, 0);
}
END_TEST

START_TEST(blocks_of_a_record)
{
  build_check(everything(), 0);
  ck_no_error(report_run_take(&run));
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  ask(RECORD_QUESTION_TELL_LOSS, 1);
  build_block(&run.stream, (struct record_block){
                             .start = 0x4a42040, .bytes = 10, .kind = RECORD_LEAK_DEFINITE, .stack_id = 1});
  build_block(&run.stream, (struct record_block){
                             .level = 1, .start = 0x4a42090, .bytes = 20, .kind = RECORD_LEAK_INDIRECT, .stack_id = 2});
  build_block(&run.stream, (struct record_block){.start = 0x4a420c0,
                                                 .bytes = 5,
                                                 .kind = RECORD_LEAK_REACHABLE,
                                                 .stack_id = 1,
                                                 .heuristic = RECORD_HEURISTIC_LENGTH64});
  build_block(&run.stream, (struct record_block){.level = UINT64_MAX, .heuristic = UINT64_MAX});
  take_answer();
  ck_assert_ptr_nonnull(strstr(answer, "==100== 10 bytes in 1 blocks are definitely lost in loss record 1 of 3\n"
                                       "==100==    at 0x4840010: malloc"));
  ck_assert_ptr_nonnull(strstr(answer, "==100== 0x4A42040[10]\n"
                                       "==100==   0x4A42090[20] indirect loss record 2\n"
                                       "==100== 0x4A420C0[5] (found via heuristic length64)\n"));
}
END_TEST

START_TEST(where_an_address_lies)
{
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  build_error(&run.stream, (struct record_error){.address = 0x4a42042,
                                                 .place = RECORD_PLACE_LIVE_BLOCK,
                                                 .block_start = 0x4a42040,
                                                 .block_bytes = 10,
                                                 .alloc_stack_id = 1});
  take_answer();
  ck_assert_ptr_nonnull(strstr(answer, "==100==  Address 0x4a42042 is 2 bytes inside a block of size 10 alloc'd\n"
                                       "==100==    at 0x4840010: malloc"));
  ck_assert_uint_eq(ask(RECORD_QUESTION_ERRORS, 0).errors, 0);
}
END_TEST

START_TEST(errors_are_told_again)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_INVALID_FREE, .stack_id = 1});
  build_error(&run.stream, (struct record_error){.id = 2, .kind = RECORD_ERROR_MEMPOOL, .stack_id = 1});
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  ask(RECORD_QUESTION_TELL_ERROR, 1);
  take_answer();
  ck_assert_ptr_nonnull(strstr(answer, "Invalid free()"));
  ck_assert_ptr_null(strstr(answer, "Illegal memory pool"));
  build_monitor(&run.stream, (struct record_monitor){.tid = 1});
  ask(RECORD_QUESTION_TELL_ERROR, 0);
  take_answer();
  ck_assert_ptr_nonnull(strstr(answer, "1 errors in context 2 of 2"));
  build_query(&run.stream, (struct record_query){.question = RECORD_QUESTION_TELL_ERROR, .argument = 3});
  ck_error_says(report_run_take(&run), "error 3 was never sent");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("monitor");
  TCase *tests = tcase_create("answers");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, an_answer_is_no_part_of_the_report);
  tcase_add_test(tests, an_answer_does_not_steer_the_terminal);
  tcase_add_test(tests, plain_text_has_no_prefix);
  tcase_add_test(tests, a_long_answer_comes_in_pieces);
  tcase_add_test(tests, nothing_was_asked);
  tcase_add_test(tests, an_answer_that_nobody_took_is_forgotten);
  tcase_add_test(tests, nobody_takes_more_than_there_is_room_for);
  tcase_add_test(tests, a_check_shows_what_was_asked_for);
  tcase_add_test(tests, a_check_shows_the_largest_records);
  tcase_add_test(tests, records_have_numbers);
  tcase_add_test(tests, blocks_of_a_record);
  tcase_add_test(tests, where_an_address_lies);
  tcase_add_test(tests, errors_are_told_again);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
