/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks --explain means, as the reporter answers the tool: by place, by the identities of findings, and that
 * these are the identities which the report shows later. */
#include "unit/unit.h"

#include <string.h>

#include "host/model/process/explained_blocks.h"
#include "host/model/process/identify.h"
#include "support/fake_symbols.h"
#include "support/report_run.h"

static struct report_run run; /* for what a process stands on, and as the reporter has it */
static struct process *process;

/* Stacks 1 and 2 allocate in two lines of parse(), stack 3 in beef(). */
static void build_stacks(void)
{
  build_stack(&run.stream, (struct record_stack){1, 2, BUILD_NUMBERS(0x4840010, 0x108010, 0x108100)});
  build_stack(&run.stream, (struct record_stack){2, 2, BUILD_NUMBERS(0x4840010, 0x108020, 0x108100)});
  build_stack(&run.stream, (struct record_stack){3, 2, BUILD_NUMBERS(0x4840010, 0x108030, 0x108100)});
}

static void begin(const char *option)
{
  report_run_begin(&run, (const char *const[]){"--leak-check=full", option, NULL});
  report_run_start(&run);
  build_stacks();
}

static void setup(void)
{
  fake_symbols_clear();
  fake_symbols_add(0x100010, "malloc", NULL, NULL, 0);
  fake_symbols_add(0x10, "parse(char const*)", "/home/user/src", "parse.c", 7);
  fake_symbols_add(0x20, "parse(char const*)", "/home/user/src", "parse.c", 8);
  fake_symbols_add(0x30, "beef", "/home/user/src", "cow.c", 9);
  fake_symbols_add(0x100, "main", "/home/user/src", "main.c", 3);
  begin(NULL);
  process_create(
    &(struct process_config){.options = run.options, .symbols = run.symbols, .suppressions = run.suppressions},
    &process);
}

static void teardown(void)
{
  process_destroy(process);
  report_run_end(&run);
}

static void take(void)
{
  struct record_frame frame;
  record_reader_feed(run.reader, run.stream.data + run.taken, run.stream.size - run.taken);
  run.taken = run.stream.size;
  for (bool is_found = true; is_found;) {
    ck_no_error(record_reader_next(run.reader, &is_found, &frame));
    if (is_found)
      ck_no_error(process_take(process, &frame));
  }
}

static bool means(const char *list, uint64_t stack_id)
{
  bool is_meant = true;
  uint64_t items;
  struct stack *stack = NULL;
  take();
  ck_no_error(process_stack(process, stack_id, &stack));
  followed_is_meant(process, stack, list, &is_meant, &items);
  return is_meant;
}

START_TEST(places_are_those_of_fail_alloc)
{
  static const char *const both[] = {"parse", "par*", "parse(char const*)", "parse.c", "src/parse.c", "x,parse.c,y"};
  for (size_t i = 0; i < sizeof both / sizeof *both; i++)
    ck_assert_msg(means(both[i], 1) && means(both[i], 2) && !means(both[i], 3), "%s", both[i]);
  ck_assert(means("parse.c:7", 1));
  ck_assert(!means("parse.c:7", 2));
  ck_assert(means("parse.c:7,cow.c:9", 3));
  ck_assert(!means("malloc", 1));
  ck_assert(!means("main", 1));
}
END_TEST

START_TEST(what_has_no_stack_is_not_meant)
{
  ck_assert(!means("*", 0));
}
END_TEST

/* A block of the stack is leaked in this way. */
static const struct loss_record *lose(enum record_leak_kind kind, uint64_t stack_id)
{
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = kind, .mode = RECORD_LEAK_FULL,
                                                           .reason = RECORD_LEAK_BY_REQUEST, .tid = 1});
  build_loss(&run.stream, (struct record_loss){.check_id = kind, .kind = kind, .stack_id = stack_id, .bytes = 16,
                                               .blocks = 1});
  build_leak_end(&run.stream, (struct record_leak_end){.id = kind});
  take();
  const struct loss_record *record = leak_check_find(&process->check, kind, stack_id);
  ck_assert_ptr_nonnull(record);
  return record;
}

START_TEST(findings_are_known_by_the_allocation_alone)
{
  struct identity identity;
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++) {
    identify_loss(lose(kind, 1), process, &identity);
    ck_assert(means(identity.digits, 1));
    ck_assert(!means(identity.digits, 2));
    ck_assert(!means(identity.digits, 3));
    identity.digits[IDENTITY_DIGITS_LEAST] = '\0';
    ck_assert(means(identity.digits, 1));
  }
}
END_TEST

START_TEST(a_function_may_be_called_like_a_finding)
{
  ck_assert(means("beef", 3));
  ck_assert(!means("beef", 1));
}
END_TEST

/* --- the reporter's answer --- */

static bool is_followed(const char *option, uint64_t stack_id)
{
  struct record_reply reply = {.token = 1};
  report_run_end(&run);
  begin(option);
  build_query(&run.stream, (struct record_query){RECORD_QUESTION_EXPLAIN, 1, stack_id});
  ck_no_error(report_run_take(&run));
  report_process_answer(run.process, RECORD_QUESTION_EXPLAIN, &reply);
  ck_assert_uint_eq(reply.flags & ~(uint64_t)RECORD_REPLY_FOLLOWED, 0);
  return reply.flags != 0;
}

START_TEST(the_tool_is_answered)
{
  ck_assert(is_followed("--explain=parse.c:7", 1));
  ck_assert(!is_followed("--explain=parse.c:7", 2));
  ck_assert(!is_followed("--explain=*", 0));
  ck_assert(!is_followed(NULL, 1));
}
END_TEST

START_TEST(a_stack_that_was_never_sent)
{
  report_run_end(&run);
  begin("--explain=parse");
  build_query(&run.stream, (struct record_query){RECORD_QUESTION_EXPLAIN, 1, 77});
  ck_error_says(report_run_take(&run), "stack 77, which was never sent");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("followed");
  TCase *tests = tcase_create("followed");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, places_are_those_of_fail_alloc);
  tcase_add_test(tests, what_has_no_stack_is_not_meant);
  tcase_add_test(tests, findings_are_known_by_the_allocation_alone);
  tcase_add_test(tests, a_function_may_be_called_like_a_finding);
  tcase_add_test(tests, the_tool_is_answered);
  tcase_add_test(tests, a_stack_that_was_never_sent);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
