/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands that read runs, and the gate above all: what passes, what fails and with which status. */
#include "unit/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/commands.h"
#include "support/fake_symbols.h"
#include "support/record_builder.h"

static char base[] = "/tmp/seep-gate-XXXXXX";

static void setup(void)
{
  strcpy(base + sizeof base - 7, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(base));
  ck_assert_int_eq(chdir(base), 0);
  setenv("XDG_STATE_HOME", base, 1);
  setenv("XDG_CACHE_HOME", base, 1);
  fake_symbols_clear();
  fake_symbols_add(0x10, "malloc", NULL, NULL, 0);
  fake_symbols_add(0x20, "lose", NULL, "leak.c", 5);
  fake_symbols_add(0x30, "main", NULL, "leak.c", 9);
}

static void teardown(void)
{
  char command[sizeof base + 16];
  snprintf(command, sizeof command, "rm -rf %s", base);
  ck_assert_int_eq(system(command), 0);
}

/* --- records --- */

static void build_beginning(struct record_builder *stream, uint64_t pid, uint64_t start_time_ns)
{
  build_start(stream, (struct record_start){.pid = pid,
                                            .start_time_ns = start_time_ns,
                                            .cwd = build_string(base),
                                            .options = BUILD_STRINGS(build_string("--default-suppressions=no")),
                                            .argv = BUILD_STRINGS(build_string("./leak")),
                                            .seep_version = build_string("1.0")});
  build_module(stream, (struct record_module){
                         .id = 1, .epoch = 1, .start = 0x1000, .end = 0x2000, .path = build_string("/leak")});
  build_stack(stream, (struct record_stack){1, 1, BUILD_NUMBERS(0x1010, 0x1020, 0x1030)});
}

static void build_lost(struct record_builder *stream, enum record_leak_kind kind, uint64_t bytes)
{
  build_leak_begin(stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(stream,
             (struct record_loss){.check_id = 1, .kind = kind, .stack_id = 1, .bytes = bytes, .blocks = 1});
  build_leak_end(stream, (struct record_leak_end){.id = 1});
}

static void build_end(struct record_builder *stream)
{
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
}

static void write_record(struct record_builder *stream, const char *path)
{
  record_builder_write(stream, path);
  record_builder_release(stream);
}

/* A finished process that lost so many bytes. */
static void make_record(const char *path, uint64_t pid, enum record_leak_kind kind, uint64_t bytes)
{
  struct record_builder stream = {0};
  build_beginning(&stream, pid, pid);
  build_lost(&stream, kind, bytes);
  build_end(&stream);
  write_record(&stream, path);
}

/* --- running a command --- */

static char output[1 << 16];

/* Run a command with its output in `output`; arguments end with NULL. */
static int run(int (*command)(int argc, char **argv), ...)
{
  char *argv[16] = {(char *)"command"};
  int argc = 1;
  va_list args;
  va_start(args, command);
  while ((argv[argc] = va_arg(args, char *)))
    argc++;
  va_end(args);
  fflush(stdout);
  int saved = dup(STDOUT_FILENO), saved_error = dup(STDERR_FILENO);
  ck_assert_ptr_nonnull(freopen("output", "w", stdout));
  ck_assert_int_ge(dup2(STDOUT_FILENO, STDERR_FILENO), 0);
  int status = command(argc, argv);
  fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  dup2(saved_error, STDERR_FILENO);
  close(saved);
  close(saved_error);
  FILE *file = fopen("output", "r");
  output[fread(output, 1, sizeof output - 1, file)] = '\0';
  fclose(file);
  return status;
}

static void says(const char *part)
{
  ck_assert_msg(strstr(output, part) != NULL, "\"%s\" is not in:\n%s", part, output);
}

/* --- limits --- */

START_TEST(nothing_may_be_definitely_lost_by_default)
{
  make_record("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  says("failed (1 process)");
  says("definitely lost: 1337 bytes, at most 0 allowed");
  says("1337 bytes in 1 blocks: lose (leak.c:5)");
  says("/a.rec\n");
}
END_TEST

START_TEST(other_kinds_are_not_limited_by_default)
{
  make_record("a.rec", 1, RECORD_LEAK_POSSIBLE, 1337);
  ck_assert_int_eq(run(command_gate, "a.rec", NULL), COMMAND_OK);
  says("passed (1 process)");
}
END_TEST

START_TEST(a_limit_allows_as_much)
{
  make_record("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(run(command_gate, "--definitely-lost=1337", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(run(command_gate, "--definitely-lost=1336", "a.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(every_kind_has_a_limit)
{
  make_record("i.rec", 1, RECORD_LEAK_INDIRECT, 8);
  make_record("p.rec", 2, RECORD_LEAK_POSSIBLE, 8);
  make_record("r.rec", 3, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(run(command_gate, "--indirectly-lost=7", "i.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(run(command_gate, "--possibly-lost=7", "p.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(run(command_gate, "--reachable=7", "r.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(run(command_gate, "--errors=0", "p.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(run(command_gate, "--errors=1", "p.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(runs_and_processes_add_up)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  make_record("run/p1.rec", 1, RECORD_LEAK_DEFINITE, 600);
  make_record("run/p2.rec", 2, RECORD_LEAK_DEFINITE, 600);
  make_record("a.rec", 3, RECORD_LEAK_DEFINITE, 137);
  ck_assert_int_eq(run(command_gate, "--definitely-lost=1336", "run", "a.rec", NULL), COMMAND_OVER_LIMIT);
  says("1337 bytes in 3 blocks: lose (leak.c:5)");
  says("(3 processes)");
}
END_TEST

START_TEST(suppressed_losses_pass)
{
  make_record("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  FILE *file = fopen("lose.supp", "w");
  fputs("{\n  known\n  Memcheck:Leak\n  fun:malloc\n  fun:lose\n}\n", file);
  fclose(file);
  ck_assert_int_eq(run(command_gate, "--suppressions=lose.supp", "a.rec", NULL), COMMAND_OK);
}
END_TEST

/* --- runs that cannot pass --- */

START_TEST(a_run_that_did_not_finish_fails)
{
  struct record_builder stream = {0};
  build_beginning(&stream, 1, 1);
  write_record(&stream, "a.rec");
  ck_assert_int_eq(run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  says("did not finish: 1 of 1 processes");
}
END_TEST

START_TEST(no_run_fails)
{
  ck_assert_int_eq(run(command_gate, NULL), COMMAND_OVER_LIMIT);
  says("no run to judge");
  ck_assert_int_eq(run(command_gate, "missing", NULL), COMMAND_OVER_LIMIT);
  says("no run missing");
  make_record("a.rec", 1, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(run(command_gate, "a.rec", "missing", NULL), COMMAND_OVER_LIMIT);
  says("failed");
}
END_TEST

START_TEST(unusable_arguments)
{
  make_record("a.rec", 1, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(run(command_gate, "--definitely-lost=many", "a.rec", NULL), COMMAND_FAILED);
  says("--definitely-lost=many: expected a whole number");
  ck_assert_int_eq(run(command_gate, "--definitely-lots=1", "a.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(run(command_gate, "--suppressions=missing.supp", "a.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(damaged_records)
{
  struct record_builder stream = {0};
  build_beginning(&stream, 1, 1);
  build_loss(&stream, (struct record_loss){.check_id = 1});
  write_record(&stream, "a.rec");
  ck_assert_int_eq(run(command_gate, "a.rec", NULL), COMMAND_FAILED);
  says("a.rec: LOSS frame at offset 0x");
  FILE *file = fopen("b.rec", "w");
  fputs("this is not a record but a text that is long enough", file);
  fclose(file);
  ck_assert_int_eq(run(command_gate, "b.rec", NULL), COMMAND_FAILED);
  says("b.rec: ");
}
END_TEST

/* --- seep report, seep dump --- */

START_TEST(processes_are_reported_in_the_order_they_began)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  make_record("run/p8.rec", 8, RECORD_LEAK_DEFINITE, 2);
  make_record("run/p9.rec", 9, RECORD_LEAK_DEFINITE, 1);
  make_record("run/p7.rec", 7, RECORD_LEAK_DEFINITE, 3);
  ck_assert_int_eq(run(command_report, "run", NULL), COMMAND_OK);
  const char *first = strstr(output, "==7=="), *second = strstr(output, "==8=="), *third = strstr(output, "==9==");
  ck_assert(first && second && third && first < second && second < third);
}
END_TEST

START_TEST(recorded_options_hold_until_others_are_given)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){
                         .pid = 1,
                         .options = BUILD_STRINGS(build_string("--default-suppressions=no"), build_string("-q"),
                                                  build_string("--leak-check=no"), build_string("--of-the-future=1"))});
  build_stack(&stream, (struct record_stack){1, 1, BUILD_NUMBERS(0x1010)});
  build_lost(&stream, RECORD_LEAK_REACHABLE, 8);
  build_end(&stream);
  write_record(&stream, "a.rec");
  ck_assert_int_eq(run(command_report, "a.rec", NULL), COMMAND_OK);
  ck_assert_str_eq(output, "");
  ck_assert_int_eq(run(command_report, "a.rec", "-v", "--leak-check=full", "--show-leak-kinds=all", NULL), COMMAND_OK);
  says("are still reachable in loss record 1 of 1");
}
END_TEST

START_TEST(what_can_be_read_of_a_damaged_record_is_reported)
{
  struct record_builder stream = {0};
  build_beginning(&stream, 1, 1);
  build_error(&stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL, .stack_id = 1});
  size_t good = stream.size;
  build_end(&stream);
  stream.data[good + 9] ^= 1;
  write_record(&stream, "a.rec");
  ck_assert_int_eq(run(command_report, "a.rec", NULL), COMMAND_FAILED);
  says("Illegal memory pool address");
  says("Run did not finish: ");
  says("/a.rec: ");
  says("checksum");
}
END_TEST

START_TEST(dump_shows_frames)
{
  make_record("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(run(command_dump, "a.rec", NULL), COMMAND_OK);
  says("LOSS check_id=1");
  ck_assert_int_eq(run(command_dump, "missing", NULL), COMMAND_FAILED);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("gate");
  TCase *tests = tcase_create("commands");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, nothing_may_be_definitely_lost_by_default);
  tcase_add_test(tests, other_kinds_are_not_limited_by_default);
  tcase_add_test(tests, a_limit_allows_as_much);
  tcase_add_test(tests, every_kind_has_a_limit);
  tcase_add_test(tests, runs_and_processes_add_up);
  tcase_add_test(tests, suppressed_losses_pass);
  tcase_add_test(tests, a_run_that_did_not_finish_fails);
  tcase_add_test(tests, no_run_fails);
  tcase_add_test(tests, unusable_arguments);
  tcase_add_test(tests, damaged_records);
  tcase_add_test(tests, processes_are_reported_in_the_order_they_began);
  tcase_add_test(tests, recorded_options_hold_until_others_are_given);
  tcase_add_test(tests, what_can_be_read_of_a_damaged_record_is_reported);
  tcase_add_test(tests, dump_shows_frames);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
