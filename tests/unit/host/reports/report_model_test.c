/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames that contradict each other, answers to the guest, totals, and what is looked up where and when. */
#include "unit/unit.h"

#include <string.h>

#include "host/model/frames/module_table.h"
#include "support/fake_symbols.h"
#include "support/report_run.h"

static struct report_run run;

static void begin(const char *option)
{
  const char *options[] = {"--leak-check=full", option, NULL};
  fake_symbols_clear();
  report_run_begin(&run, options);
  report_run_start(&run);
  build_stack(&run.stream, (struct record_stack){1, 2, BUILD_NUMBERS(0x4840010, 0x108010)});
  build_stack(&run.stream, (struct record_stack){2, 2, BUILD_NUMBERS(0x4840020, 0x108010)});
}

static void setup(void)
{
  begin(NULL);
}

static void teardown(void)
{
  report_run_end(&run);
}

static void restart(const char *option)
{
  report_run_end(&run);
  begin(option);
}

/* --- contradictions --- */

static void refused(const char *message)
{
  ck_error_says(report_run_take(&run), message);
}

START_TEST(unknown_stack)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_INVALID_FREE, .stack_id = 77});
  refused("stack 77, which was never sent");
}
END_TEST

START_TEST(message_names_frame_and_offset)
{
  ck_no_error(report_run_take(&run));
  char expected[64];
  snprintf(expected, sizeof expected, "ERROR frame at offset 0x%zx: ", run.stream.size);
  build_error(&run.stream, (struct record_error){.id = 1, .kind = 1, .alloc_stack_id = 9});
  refused(expected);
}
END_TEST

START_TEST(unknown_error_kind)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = 4711});
  refused("error kind 4711");
}
END_TEST

START_TEST(error_twice)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL});
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL});
  refused("error 1 was sent already");
}
END_TEST

START_TEST(count_of_unknown_error)
{
  build_error_count(&run.stream, (struct record_error_count){.error_id = 3, .count = 2});
  refused("error 3 was never sent");
}
END_TEST

START_TEST(count_that_shrinks)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL});
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = 5});
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = 4});
  refused("cannot have happened 4 times");
}
END_TEST

START_TEST(counts_that_overflow)
{
  build_error(&run.stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL});
  build_error(&run.stream, (struct record_error){.id = 2, .kind = RECORD_ERROR_MEMPOOL});
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = UINT64_MAX});
  build_error_count(&run.stream, (struct record_error_count){.error_id = 2, .count = UINT64_MAX});
  refused("more than 64 bits");
}
END_TEST

START_TEST(stack_twice)
{
  build_stack(&run.stream, (struct record_stack){1, 2, BUILD_NUMBERS(1)});
  refused("stack 1 was sent already");
}
END_TEST

START_TEST(inverted_module)
{
  build_module(&run.stream, (struct record_module){.id = 3, .epoch = 3, .start = 0x2000, .end = 0x1000});
  refused("range 0x2000-0x1000");
}
END_TEST

START_TEST(frame_before_start)
{
  struct report_run early;
  report_run_begin(&early, NULL);
  build_heap(&early.stream, (struct record_heap){0});
  ck_error_says(report_run_take(&early), "HEAP frame at offset 0x18: it comes before START");
  report_run_end(&early);
}
END_TEST

START_TEST(frame_after_end)
{
  build_end_of_run(&run.stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  build_heap(&run.stream, (struct record_heap){0});
  refused("after END_OF_RUN");
}
END_TEST

static void begin_check(uint64_t id)
{
  build_leak_begin(&run.stream,
                   (struct record_leak_begin){.id = id, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_BY_REQUEST, .tid = 1});
}

static struct record_loss loss(enum record_leak_kind kind, uint64_t bytes)
{
  return (struct record_loss){.check_id = 1, .kind = kind, .stack_id = 1, .bytes = bytes, .blocks = 1};
}

START_TEST(loss_outside_a_check)
{
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 1));
  refused("leak check 1 is not under way");
}
END_TEST

START_TEST(loss_of_no_kind)
{
  begin_check(1);
  build_loss(&run.stream, loss(9, 1));
  refused("leak kind 9");
}
END_TEST

START_TEST(check_within_a_check)
{
  begin_check(1);
  begin_check(2);
  refused("leak check 1 has not ended");
}
END_TEST

START_TEST(losses_that_overflow)
{
  begin_check(1);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, UINT64_MAX));
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 1));
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  refused("LEAK_END frame");
  ck_no_error(report_process_finish(run.process, NULL));
}
END_TEST

START_TEST(totals_that_overflow)
{
  begin_check(1);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, UINT64_MAX));
  struct record_loss other = loss(RECORD_LEAK_DEFINITE, 1);
  other.stack_id = 2;
  build_loss(&run.stream, other);
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  refused("more than 64 bits");
}
END_TEST

/* --- answers --- */

static struct record_reply ask(enum record_question question)
{
  struct record_reply reply = {.token = 42};
  ck_no_error(report_run_take(&run));
  report_process_answer(run.process, question, &reply);
  ck_assert_uint_eq(reply.magic, RECORD_REPLY_MAGIC);
  ck_assert_uint_eq(reply.token, 42);
  return reply;
}

static void build_one_error(uint64_t id)
{
  build_error(&run.stream, (struct record_error){.id = id, .kind = RECORD_ERROR_INVALID_FREE, .stack_id = 1});
}

START_TEST(leaks_are_counted_without_suppressed_ones)
{
  fake_symbols_add(0x100020, "hidden", NULL, NULL, 0);
  report_run_suppress(&run, "{\n x\n Memcheck:Leak\n fun:hidden\n}\n");
  begin_check(1);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 10));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 20));
  build_loss(&run.stream, loss(RECORD_LEAK_POSSIBLE, 30));
  build_loss(&run.stream, loss(RECORD_LEAK_REACHABLE, 40));
  struct record_loss hidden = loss(RECORD_LEAK_DEFINITE, 50);
  hidden.stack_id = 2;
  build_loss(&run.stream, hidden);
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  struct record_reply reply = ask(RECORD_QUESTION_LEAKS);
  ck_assert_uint_eq(reply.leak_bytes[0], 30);
  ck_assert_uint_eq(reply.leak_bytes[1], 30);
  ck_assert_uint_eq(reply.leak_bytes[2], 40);
  ck_assert_uint_eq(reply.leak_bytes[3], 50);
  ck_assert_uint_eq(reply.leak_blocks[0], 2);
  ck_assert_uint_eq(reply.leak_blocks[3], 1);
  ck_assert_uint_eq(reply.errors, 2);
}
END_TEST

static const struct delta_case {
  uint64_t old_bytes, old_blocks, old_indirect_bytes, bytes, blocks, indirect_bytes;
  unsigned any, increased, changed, new;
} delta_cases[] = {
  {0, 0, 0, 10, 1, 0, 1, 1, 1, 1},
  {10, 1, 0, 10, 1, 0, 1, 0, 0, 0},
  {10, 1, 0, 20, 1, 0, 1, 1, 1, 0},
  {20, 2, 0, 10, 1, 0, 1, 0, 1, 0},
  {20, 2, 0, 10, 3, 0, 1, 1, 1, 0},
  {20, 2, 0, 0, 0, 0, 0, 0, 1, 0},
  {10, 1, 8, 10, 1, 0, 1, 0, 1, 0},
  {10, 1, 8, 10, 1, 9, 1, 1, 1, 0},
};

static uint64_t leaks_that_count(const struct delta_case *delta_case, enum record_leak_delta delta)
{
  struct record_loss changed = loss(RECORD_LEAK_DEFINITE, delta_case->bytes);
  changed.blocks = delta_case->blocks;
  changed.indirect_bytes = delta_case->indirect_bytes;
  changed.old_bytes = delta_case->old_bytes;
  changed.old_blocks = delta_case->old_blocks;
  changed.old_indirect_bytes = delta_case->old_indirect_bytes;
  restart(NULL);
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .delta = delta,
                                                           .reason = RECORD_LEAK_BY_REQUEST, .tid = 1});
  build_loss(&run.stream, changed);
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  return ask(RECORD_QUESTION_LEAKS).errors;
}

START_TEST(checks_for_differences_count_what_differs)
{
  const struct delta_case *delta_case = &delta_cases[_i];
  ck_assert_uint_eq(leaks_that_count(delta_case, RECORD_DELTA_NONE), delta_case->any);
  ck_assert_uint_eq(leaks_that_count(delta_case, RECORD_DELTA_INCREASED), delta_case->increased);
  ck_assert_uint_eq(leaks_that_count(delta_case, RECORD_DELTA_CHANGED), delta_case->changed);
  ck_assert_uint_eq(leaks_that_count(delta_case, RECORD_DELTA_NEW), delta_case->new);
}
END_TEST

START_TEST(errors_are_counted_with_repetitions)
{
  build_one_error(1);
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = 5});
  ck_assert_uint_eq(ask(RECORD_QUESTION_ERRORS).errors, 5);
}
END_TEST

/* Of three contexts two lead to one place; a fourth is suppressed. */
START_TEST(a_place_is_counted_once)
{
  report_run_end(&run);
  fake_symbols_clear();
  report_run_begin_for_people(&run, (const char *[]){"--leak-check=no", NULL});
  report_run_suppress(&run, "{\n x\n Memcheck:Free\n fun:hidden\n}\n");
  report_run_start(&run);
  static const char *const functions[] = {"one", "other", "hidden"};
  for (unsigned i = 0; i < 3; i++)
    fake_symbols_add(0x110 + 0x10 * i, functions[i], "/src", "free.c", 7);
  for (unsigned i = 0; i < 3; i++)
    build_stack(&run.stream, (struct record_stack){1 + i, 2, BUILD_NUMBERS(0x108110 + 0x10 * i, 0x108010)});
  build_stack(&run.stream, (struct record_stack){4, 2, BUILD_NUMBERS(0x108110, 0x108020)});
  for (unsigned id = 1; id <= 4; id++)
    build_error(
      &run.stream,
      (struct record_error){
        .id = id, .kind = RECORD_ERROR_INVALID_FREE, .tid = 1, .stack_id = id, .place = RECORD_PLACE_UNKNOWN});
  build_end_of_run(&run.stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  ck_no_error(report_run_take(&run));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "2 invalid frees, leaks were not looked for"));
}
END_TEST

START_TEST(a_suppressed_error_is_told)
{
  fake_symbols_add(0x100010, "hidden", NULL, NULL, 0);
  report_run_suppress(&run, "{\n x\n Memcheck:Free\n fun:hidden\n}\n");
  build_one_error(1);
  struct record_reply reply = ask(RECORD_QUESTION_SYNC);
  ck_assert(reply.flags & RECORD_REPLY_SUPPRESSED);
  ck_assert_uint_eq(reply.errors, 0);
}
END_TEST

START_TEST(exit_status_applies_at_the_end)
{
  restart("--error-exitcode=7");
  ck_assert_uint_eq(ask(RECORD_QUESTION_EXIT).flags, 0);
  build_one_error(1);
  ck_assert_uint_eq(ask(RECORD_QUESTION_SYNC).flags, 0);
  struct record_reply reply = ask(RECORD_QUESTION_EXIT);
  ck_assert_uint_eq(reply.flags, RECORD_REPLY_USE_STATUS);
  ck_assert_uint_eq(reply.exit_status, 7);
}
END_TEST

START_TEST(first_error_ends_the_program)
{
  report_run_end(&run);
  const char *options[] = {"--error-exitcode=7", "--exit-on-first-error=yes", NULL};
  report_run_begin(&run, options);
  report_run_start(&run);
  build_stack(&run.stream, (struct record_stack){1, 2, BUILD_NUMBERS(0x4840010)});
  ck_assert_uint_eq(ask(RECORD_QUESTION_SYNC).flags, 0);
  build_one_error(1);
  struct record_reply reply = ask(RECORD_QUESTION_SYNC);
  ck_assert_uint_eq(reply.flags, RECORD_REPLY_EXIT_NOW | RECORD_REPLY_USE_STATUS);
  ck_assert_uint_eq(reply.exit_status, 7);
}
END_TEST

/* --- names --- */

START_TEST(addresses_are_looked_up_once)
{
  for (uint64_t id = 10; id < 30; id++) {
    build_stack(&run.stream, (struct record_stack){id, 2, BUILD_NUMBERS(0x108020, 0x108030)});
    build_error(&run.stream, (struct record_error){.id = id, .kind = RECORD_ERROR_MEMPOOL, .stack_id = id});
  }
  ck_no_error(report_run_take(&run));
  ck_assert_uint_eq(fake_symbols_lookups(), 2);
}
END_TEST

/* --- modules --- */

static struct module_table *modules;

static void map(uint64_t epoch, uint64_t start, uint64_t end, const char *path)
{
  struct record_module frame = {.epoch = epoch, .start = start, .end = end, .path = {path, strlen(path)}};
  ck_no_error(module_table_add(modules, &frame));
}

static void unmap(uint64_t epoch, uint64_t start, uint64_t end)
{
  ck_no_error(module_table_remove(modules, &(struct record_unmap){epoch, start, end}));
}

/* The path at an address and the offset in the file, as "path+0x10"; "-" for none. */
static const char *at(uint64_t epoch, uint64_t address)
{
  static char text[64];
  const struct mapping *mapping = module_table_find(modules, epoch, address);
  if (!mapping)
    return "-";
  snprintf(text, sizeof text, "%s+0x%llx", mapping->file.path,
           (unsigned long long)(address - mapping->start + mapping->file_offset));
  return text;
}

static void modules_setup(void)
{
  module_table_create(&modules);
}

static void modules_teardown(void)
{
  module_table_destroy(modules);
}

static const char *name_at(uint64_t address)
{
  const char *function, *name = module_table_name_at(modules, address, &function);
  return name ? function : "-";
}

static void tell(uint64_t start, uint64_t end, const char *name)
{
  ck_no_error(module_table_name(modules, &(struct record_code_name){start, end, {name, strlen(name)}}));
}

START_TEST(code_has_the_name_that_was_told_last)
{
  tell(0x1000, 0x1020, "first");
  tell(0x1010, 0x1030, "second");
  ck_assert_str_eq(name_at(0x1000), "first");
  ck_assert_str_eq(name_at(0x1010), "second");
  ck_assert_str_eq(name_at(0x1030), "-");
  unmap(2, 0x1020, 0x2000);
  ck_assert_str_eq(name_at(0x1010), "first");
  ck_error_says(module_table_name(modules, &(struct record_code_name){2, 2, {"x", 1}}), "empty");
}
END_TEST

/* As at the beginning of a stream, where files come first. */
START_TEST(the_last_epoch_is_the_highest)
{
  map(7, 0x1000, 0x2000, "file");
  map(3, 0x5000, 0x6000, "code made by file");
  ck_assert_uint_eq(module_table_epoch(modules), 7);
  ck_assert_str_eq(at(7, 0x5010), "code made by file+0x10");
}
END_TEST

START_TEST(unloaded_modules_are_remembered)
{
  map(1, 0x1000, 0x2000, "a");
  unmap(2, 0x1000, 0x2000);
  map(3, 0x1000, 0x3000, "b");
  ck_assert_str_eq(at(0, 0x1010), "-");
  ck_assert_str_eq(at(1, 0x1010), "a+0x10");
  ck_assert_str_eq(at(2, 0x1010), "-");
  ck_assert_str_eq(at(3, 0x1010), "b+0x10");
  ck_assert_str_eq(at(3, 0x2fff), "b+0x1fff");
  ck_assert_str_eq(at(3, 0x3000), "-");
}
END_TEST

START_TEST(a_hole_leaves_both_sides)
{
  map(1, 0x1000, 0x4000, "a");
  unmap(2, 0x2000, 0x3000);
  ck_assert_str_eq(at(1, 0x2800), "a+0x1800");
  ck_assert_str_eq(at(2, 0x1fff), "a+0xfff");
  ck_assert_str_eq(at(2, 0x2800), "-");
  ck_assert_str_eq(at(2, 0x3000), "a+0x2000");
}
END_TEST

START_TEST(a_new_module_covers_old_ones)
{
  map(1, 0x1000, 0x2000, "a");
  map(1, 0x3000, 0x4000, "b");
  map(2, 0x1800, 0x3800, "c");
  ck_assert_str_eq(at(2, 0x17ff), "a+0x7ff");
  ck_assert_str_eq(at(2, 0x1800), "c+0x0");
  ck_assert_str_eq(at(2, 0x3800), "b+0x800");
  ck_assert_str_eq(at(1, 0x1800), "a+0x800");
}
END_TEST

START_TEST(time_does_not_run_backwards)
{
  map(1, 0x1000, 0x2000, "a");
  map(1, 0x3000, 0x4000, "b");
  unmap(9, 0x1000, 0x2000);
  ck_error_says(module_table_remove(modules, &(struct record_unmap){8, 0x3000, 0x4000}), "epoch 8");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("report_model");
  TCase *tests = tcase_create("frames");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, unknown_stack);
  tcase_add_test(tests, message_names_frame_and_offset);
  tcase_add_test(tests, unknown_error_kind);
  tcase_add_test(tests, error_twice);
  tcase_add_test(tests, count_of_unknown_error);
  tcase_add_test(tests, count_that_shrinks);
  tcase_add_test(tests, counts_that_overflow);
  tcase_add_test(tests, stack_twice);
  tcase_add_test(tests, inverted_module);
  tcase_add_test(tests, frame_before_start);
  tcase_add_test(tests, frame_after_end);
  tcase_add_test(tests, loss_outside_a_check);
  tcase_add_test(tests, loss_of_no_kind);
  tcase_add_test(tests, check_within_a_check);
  tcase_add_test(tests, losses_that_overflow);
  tcase_add_test(tests, totals_that_overflow);
  tcase_add_test(tests, leaks_are_counted_without_suppressed_ones);
  tcase_add_loop_test(tests, checks_for_differences_count_what_differs, 0, sizeof delta_cases / sizeof *delta_cases);
  tcase_add_test(tests, errors_are_counted_with_repetitions);
  tcase_add_test(tests, a_place_is_counted_once);
  tcase_add_test(tests, a_suppressed_error_is_told);
  tcase_add_test(tests, exit_status_applies_at_the_end);
  tcase_add_test(tests, first_error_ends_the_program);
  tcase_add_test(tests, addresses_are_looked_up_once);
  suite_add_tcase(suite, tests);
  TCase *table = tcase_create("modules");
  tcase_add_checked_fixture(table, modules_setup, modules_teardown);
  tcase_add_test(table, unloaded_modules_are_remembered);
  tcase_add_test(table, code_has_the_name_that_was_told_last);
  tcase_add_test(table, the_last_epoch_is_the_highest);
  tcase_add_test(table, a_hole_leaves_both_sides);
  tcase_add_test(table, a_new_module_covers_old_ones);
  tcase_add_test(table, time_does_not_run_backwards);
  suite_add_tcase(suite, table);
  return unit_run(suite);
}
