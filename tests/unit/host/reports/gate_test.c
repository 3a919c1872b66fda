/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands that read runs, and the gate above all: what passes, what fails and with which status. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/model/findings/suite_facts.h"
#include "support/command_run.h"

/* --- limits --- */

START_TEST(nothing_may_be_definitely_lost_by_default)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("failed (1 process)");
  command_says("definitely lost: 1,337 bytes, at most 0 allowed");
  command_says("  leak: 1,337 bytes in 1 block lost\n        lose (leak.c:5), hit by leak\n");
  command_says("seep report --format=text /");
  command_says("/a.rec\n");
}
END_TEST

START_TEST(nor_indirectly_or_possibly)
{
  build_loser("i.rec", 1, RECORD_LEAK_INDIRECT, 1337);
  build_loser("p.rec", 2, RECORD_LEAK_POSSIBLE, 1337);
  build_loser("r.rec", 3, RECORD_LEAK_REACHABLE, 1337);
  ck_assert_int_eq(command_run(command_gate, "i.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("indirectly lost: 1,337 bytes, at most 0 allowed");
  ck_assert_int_eq(command_run(command_gate, "p.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("possibly lost: 1,337 bytes, at most 0 allowed");
  ck_assert_int_eq(command_run(command_gate, "r.rec", NULL), COMMAND_OK);
  command_says("passed (1 process)");
  ck_assert_int_eq(command_run(command_gate, "--errors-for-leak-kinds=all", "r.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("still reachable: 1,337 bytes, at most 0 allowed");
  ck_assert_int_eq(command_run(command_gate, "--errors-for-leak-kinds=none", "p.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(a_limit_changes_its_own_line_and_no_other)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 1337, .errors = 2});
  build_loser("p.rec", 2, RECORD_LEAK_POSSIBLE, 7);
  static const char *const all[] = {"--definitely-lost=any", "--errors=any", "--possibly-lost=any"};
  for (int left_out = 0; left_out < 3; left_out++)
    ck_assert_int_eq(command_run(command_gate, "a.rec", "p.rec", all[left_out == 0], all[left_out == 2 ? 1 : 2],
                                 "--reachable=0", "--per-test=any", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "a.rec", "p.rec", "--definitely-lost-blocks=1", "--errors=2",
                               "--possibly-lost=any", NULL), COMMAND_OK);
  command_says("note: definitely lost: 1 blocks let pass by --definitely-lost-blocks=1");
  command_says("note: 2 errors let pass by --errors=2");
  command_says("note: possibly lost: 7 bytes let pass by --possibly-lost=any");
  ck_assert_int_eq(command_run(command_gate, "a.rec", "p.rec", "--expect-processes=any", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(leaks_of_others_are_mentioned)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 60});
  ck_assert_int_eq(command_run(command_gate, "--own=fun=drop", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("a.rec: --own fits no module and no function of it (--allow=no-own-code lets it pass)");
  ck_assert_int_eq(command_run(command_gate, "--own=fun=drop", "--allow=no-own-code", "a.rec", NULL), COMMAND_OK);
  command_says("note: 1 leak in library code let pass (60 bytes definitely lost); --definitely-lost=0 allows none");
  ck_assert_int_eq(command_run(command_gate, "--own=fun=drop", "--definitely-lost=0", "a.rec", NULL),
                   COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--own=fun=drop", "--num-callers=2", "a.rec", NULL), COMMAND_OVER_LIMIT);
  build_process("b.rec", (struct built_process){.pid = 1, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, "--own=fun=drop", "b.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(a_limit_allows_as_much)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=1337", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=1336", "a.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(every_kind_has_a_limit)
{
  build_loser("i.rec", 1, RECORD_LEAK_INDIRECT, 8);
  build_loser("p.rec", 2, RECORD_LEAK_POSSIBLE, 8);
  build_loser("r.rec", 3, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, "--indirectly-lost=7", "i.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--possibly-lost=7", "p.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--reachable=7", "r.rec", NULL), COMMAND_OVER_LIMIT);
  build_process("e.rec", (struct built_process){.pid = 4, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, "--errors=0", "e.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--errors=1", "e.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(leaks_are_no_errors)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 60, .errors = 2});
  ck_assert_int_eq(command_run(command_gate, "--errors=1", "--definitely-lost=60", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("2 errors, at most 1 allowed");
  ck_assert_int_eq(command_run(command_gate, "--errors=2", "--definitely-lost=60", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--errors=2", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("definitely lost: 60 bytes, at most 0 allowed");
}
END_TEST

START_TEST(blocks_are_limited_too)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 30, .blocks = 3});
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost-blocks=3", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost-blocks=2", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("definitely lost: 3 blocks, at most 2 allowed");
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost-blocks=any", "--possibly-lost-blocks=0", "a.rec",
                               NULL), COMMAND_OK);
}
END_TEST

START_TEST(numbers_may_have_suffixes)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 2048);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=2k", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=1K", "a.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=1M", "a.rec", NULL), COMMAND_OK);
  const char *const bad[] = {"--errors=", "--errors=-1", "--errors=1kk", "--errors=1T", "--errors=99999999999G",
                             "--errors=99999999999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_int_eq(command_run(command_gate, bad[i], "a.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(one_leak_may_be_limited)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 60,
                                                .indirect_bytes = 60});
  build_process("b.rec", (struct built_process){.pid = 2, .kind = RECORD_LEAK_DEFINITE, .bytes = 70,
                                                .is_dropped = true});
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=any", "--per-finding=120", "a.rec", "b.rec", NULL),
                   COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=any", "--per-finding=119", "a.rec", "b.rec", NULL),
                   COMMAND_OVER_LIMIT);
  command_says("lose (leak.c:5)");
  command_says_not("drop (drop.c:7)");
}
END_TEST

START_TEST(one_test_may_be_limited)
{
  build_process("a.rec", (struct built_process){.pid = 1, .program = "one", .kind = RECORD_LEAK_DEFINITE, .bytes = 60});
  build_process("b.rec", (struct built_process){.pid = 2, .program = "two", .kind = RECORD_LEAK_DEFINITE, .bytes = 60});
  build_process("c.rec", (struct built_process){.pid = 3, .program = "two", .kind = RECORD_LEAK_POSSIBLE, .bytes = 60,
                                                .is_dropped = true});
  const char *const any = "--definitely-lost=any", *const possible = "--possibly-lost=any";
  ck_assert_int_eq(command_run(command_gate, any, possible, "--per-test=120", "a.rec", "b.rec", "c.rec", NULL),
                   COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, any, possible, "--per-test=119", "a.rec", "b.rec", "c.rec", NULL),
                   COMMAND_OVER_LIMIT);
  command_says("test two lost 120 bytes, at most 119 allowed for each test");
  command_says_not("test one");
}
END_TEST

START_TEST(other_peoples_findings_may_pass)
{
  build_process("a.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 60, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, "--own-only", "a.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--own-only", "--own=fun=drop", "a.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--own-only", "--own=fun=drop", "--allow=no-own-code", "a.rec", NULL),
                   COMMAND_OK);
  command_says("2 findings in library code were not judged");
  ck_assert_int_eq(command_run(command_gate, "--own-only", "--own=fun=drop", "--errors=0", "--per-test=0",
                               "--per-finding=0", "--allow=no-own-code", "a.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(there_may_be_no_errors)
{
  build_process("a.rec", (struct built_process){.pid = 1, .errors = 2});
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("2 errors, at most 0 allowed");
  ck_assert_int_eq(command_run(command_gate, "--errors=1", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("2 errors, at most 1 allowed");
  command_says("invalid memory pool: its address is not that of a pool");
}
END_TEST

START_TEST(leaks_of_an_installed_program_are_its_own)
{
  static const char *const paths[] = {"/usr/lib/leak.so", "/home/me/main"};
  for (size_t modules = 1; modules <= 2; modules++) {
    struct record_builder stream = {0};
    build_start(&stream, (struct record_start){.pid = 1, .exe = build_string("/usr/bin/main"),
                                               .argv = BUILD_STRINGS(build_string("main")),
                                               .options = BUILD_STRINGS(build_string("--default-suppressions=no"))});
    for (size_t i = 0; i < modules; i++)
      build_module(&stream, (struct record_module){.id = i + 1, .epoch = 1, .start = 0x1000 * (i + 1),
                                                   .end = 0x1000 * (i + 2), .path = build_string(paths[i])});
    build_stack(&stream, (struct record_stack){1, 1, BUILD_NUMBERS(0x1010, 0x1020)});
    build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                         .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
    build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 1, .bytes = 7,
                                             .blocks = 1});
    build_leak_end(&stream, (struct record_leak_end){.id = 1});
    build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
    write_record(&stream, "a.rec");
    ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), modules == 1 ? COMMAND_OVER_LIMIT : COMMAND_OK);
  }
}
END_TEST

START_TEST(runs_and_processes_add_up)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  build_loser("run/p1.rec", 1, RECORD_LEAK_DEFINITE, 600);
  build_loser("run/p2.rec", 2, RECORD_LEAK_DEFINITE, 600);
  build_loser("a.rec", 3, RECORD_LEAK_DEFINITE, 137);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=1336", "run", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("leak: 1,337 bytes in 3 blocks lost");
  command_says("(3 processes)");
}
END_TEST

START_TEST(a_record_counts_once_however_it_is_named)
{
  char whole[256];
  ck_assert_int_eq(mkdir("run", 0700), 0);
  build_loser("run/p1.rec", 1, RECORD_LEAK_DEFINITE, 600);
  build_loser("run/p2.rec", 2, RECORD_LEAK_DEFINITE, 600);
  ck_assert_int_eq(symlink("run", "link"), 0);
  ck_assert_int_eq(mkdir("copy", 0700), 0);
  build_loser("copy/p2.rec", 2, RECORD_LEAK_DEFINITE, 600);
  build_loser("copy/p3.rec", 3, RECORD_LEAK_DEFINITE, 37);
  ck_assert_ptr_nonnull(realpath("run", whole));
  const char *const limit = "--definitely-lost=1200";
  ck_assert_int_eq(command_run(command_gate, limit, "run", NULL), COMMAND_OK);
  command_says_not("named more than once");
  ck_assert_int_eq(command_run(command_gate, limit, "run/p1.rec", "run", "link", whole, "./run/../link", "run", NULL),
                   COMMAND_OK);
  command_says("note: records that were named more than once count once");
  command_says("(2 processes)");
  ck_assert_int_eq(command_run(command_gate, limit, "run", "copy", NULL), COMMAND_OVER_LIMIT);
  command_says("leak: 1,237 bytes in 3 blocks lost");
  ck_assert_int_eq(command_run(command_gate, limit, "--expect-processes=3", "run", "link", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(suppressed_losses_pass)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  write_text("lose.supp", "{\n  known\n  Memcheck:Leak\n  fun:malloc\n  fun:lose\n}\n");
  ck_assert_int_eq(command_run(command_gate, "--suppressions=lose.supp", "a.rec", NULL), COMMAND_OK);
}
END_TEST

/* --- runs that cannot pass --- */

START_TEST(a_run_that_did_not_finish_fails)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 1, NULL);
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("did not finish: 1 of 1 processes");
}
END_TEST

START_TEST(unfinished_processes_may_be_allowed)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 7, NULL);
  write_record(&stream, "a.rec");
  build_loser("b.rec", 2, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, "a.rec", "b.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("process 7 (/home/me/leak): ");
  ck_assert_int_eq(command_run(command_gate, "--unfinished=1", "a.rec", "b.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--unfinished=0", "a.rec", "b.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(processes_may_be_expected)
{
  build_loser("a.rec", 1, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, "--expect-processes=1", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--expect-processes=2", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 process was checked, at least 2 expected");
}
END_TEST

START_TEST(the_verdict_for_machines)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(command_run(command_gate, "--json", "a.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_output()[0], '{');
  command_says("\"passed\": false");
  command_says("\"code\": \"definitely-lost\"");
  command_says("\"place\": \"lose (leak.c:5)\"");
  ck_assert_int_eq(command_run(command_gate, "--json=v.json", "--definitely-lost=2k", "a.rec", NULL), COMMAND_OK);
  command_says("passed (1 process)");
  ck_assert_ptr_nonnull(strstr(read_text("v.json"), "\"passed\": true"));
  ck_assert_int_eq(command_run(command_gate, "--json=missing/v.json", "a.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(leaks_must_have_been_searched_for)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 7, NULL);
  build_heap(&stream, (struct record_heap){.live_bytes = 8, .live_blocks = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("not searched for leaks");
  const char *const any[] = {"--definitely-lost=any", "--indirectly-lost=any", "--possibly-lost=any"};
  ck_assert_int_eq(command_run(command_gate, "--errors=0", "a.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, any[0], any[1], any[2], "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, any[0], any[1], any[2], "--reachable=9", "a.rec", NULL),
                   COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, any[0], any[2], "a.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(a_program_that_frees_all_needs_no_search)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 7, NULL);
  build_heap(&stream, (struct record_heap){.allocations = 3, .frees = 3});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(records_of_the_future_fail)
{
  struct record_builder stream = {0};
  ck_assert_int_eq(mkdir("run", 0700), 0);
  build_loser("run/a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  build_process_start(&stream, 7, NULL);
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  stream.data[RECORD_MAGIC_BYTES] = RECORD_MAJOR + 1;
  write_record(&stream, "run/b.rec");
  ck_assert_int_eq(command_run(command_gate, "run", NULL), COMMAND_FAILED);
  command_says("definitely lost: 1,337 bytes");
  command_says("b.rec: ");
  ck_assert_int_eq(command_run(command_gate, "run/b.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(broken_limits_of_suppressions_fail)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  write_text("lose.supp", "{\n  known\n  Memcheck:Leak\n  fun:malloc\n  fun:lose\n  #: max-bytes: 1336\n}\n");
  ck_assert_int_eq(command_run(command_gate, "--suppressions=lose.supp", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("limits of suppressions do not hold");
  command_says("lose.supp");
  write_text("lose.supp", "{\n  known\n  Memcheck:Leak\n  fun:malloc\n  fun:lose\n  #: max-bytes: 1337\n}\n");
  ck_assert_int_eq(command_run(command_gate, "--suppressions=lose.supp", "a.rec", NULL), COMMAND_OK);
}
END_TEST

/* --- suites --- */

/* A suite whose one process lost nothing. */
static void build_suite(const struct suite_facts *facts)
{
  ck_assert_int_eq(mkdir("suite", 0700), 0);
  ck_no_error(suite_facts_write(facts, "suite"));
  write_text("suite/execs.jsonl", "");
  build_loser("suite/p1.rec", 1, RECORD_LEAK_REACHABLE, 1);
}

static struct suite_facts good_facts(void)
{
  static char *command[] = {(char *)"make", (char *)"check", NULL};
  return (struct suite_facts){.version = (char *)"1", .command = command, .directory = (char *)"/", .started_ns = 1,
                              .ended_ns = 2};
}

START_TEST(a_suite_passes)
{
  struct suite_facts facts = good_facts();
  facts.canary = SUITE_CANARY_SEEN;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OK);
}
END_TEST

START_TEST(a_suite_that_did_not_finish_fails)
{
  struct suite_facts facts = good_facts();
  facts.ended_ns = 0;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("the suite did not finish");
}
END_TEST

START_TEST(a_suite_that_was_ended_fails)
{
  struct suite_facts facts = good_facts();
  facts.signal = 15;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("ended by signal 15");
}
END_TEST

START_TEST(a_canary_that_was_missed_fails)
{
  struct suite_facts facts = good_facts();
  facts.canary = SUITE_CANARY_MISSED;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("the canary, a deliberate leak, was not found");
}
END_TEST

START_TEST(problems_of_a_suite_fail)
{
  static char *problems[] = {(char *)"the log could not be written", NULL};
  struct suite_facts facts = good_facts();
  facts.problems = problems;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("the log could not be written");
}
END_TEST

START_TEST(a_missing_shard_fails)
{
  struct suite_facts facts = good_facts();
  facts.shard = 1;
  facts.shard_count = 3;
  build_suite(&facts);
  ck_assert_int_eq(rename("suite", "first"), 0);
  facts.shard = 3;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "first", "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("  shard 2 of 3 is missing (--allow=missing-shard lets it pass)");
  command_says_not("shard 1 of 3");
  ck_assert_int_eq(command_run(command_gate, "first", "suite", "--allow=missing-shard", NULL), COMMAND_OK);
  command_says("note: shard 2 of 3 is missing, as allowed");
  ck_assert_int_eq(
    command_run(command_gate, "first", "suite", "--baseline=b.json", "--update-baseline", "--force", NULL),
    COMMAND_OVER_LIMIT);
  ck_assert_int_eq(access("b.json", F_OK), -1);
}
END_TEST

START_TEST(a_damaged_log_of_programs_fails)
{
  struct suite_facts facts = good_facts();
  build_suite(&facts);
  write_text("suite/execs.jsonl", "{\"event\":\"image\",\"id\":\"9-1\",\"pi\n");
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("1 line of execs.jsonl cannot be read");
  ck_assert_int_eq(unlink("suite/execs.jsonl"), 0);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("execs.jsonl is missing");
}
END_TEST

START_TEST(failed_tests_are_not_the_gates_business)
{
  struct suite_facts facts = good_facts();
  facts.exit_status = 2;
  build_suite(&facts);
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OK);
  command_says("the suite's command ended with status 2");
}
END_TEST

#define IMAGE(id, more) "{\"event\":\"image\",\"id\":\"" id "\",\"pid\":9,\"ppid\":1,\"time_ns\":1," \
  "\"exe\":\"/t/gone\",\"directory\":\"/\",\"arguments\":[\"gone\"]," more "}\n"

START_TEST(processes_without_a_record_fail)
{
  struct suite_facts facts = good_facts();
  build_suite(&facts);
  write_text("suite/execs.jsonl", IMAGE("9-1", "\"checked\":false,\"why\":\"static\"")
                                  IMAGE("9-2", "\"checked\":false,\"why\":\"not matched\""));
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("could not be checked: 1 program (--allow=unchecked:static lets it pass)");
  command_says("process 9 (/t/gone): static");
  ck_assert_int_eq(command_run(command_gate, "suite", "--allow=unchecked:static", NULL), COMMAND_OK);
  command_says("could not be checked: 1 program, as allowed");
  write_text("suite/execs.jsonl", IMAGE("9-1", "\"checked\":true"));
  ck_assert_int_eq(command_run(command_gate, "suite", NULL), COMMAND_OVER_LIMIT);
  command_says("process 9 (/t/gone): ");
}
END_TEST

START_TEST(no_run_fails)
{
  ck_assert_int_eq(command_run(command_gate, NULL), COMMAND_OVER_LIMIT);
  command_says("there is no saved run");
  ck_assert_int_eq(command_run(command_gate, "missing", NULL), COMMAND_OVER_LIMIT);
  command_says("no run missing");
  build_loser("a.rec", 1, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, "a.rec", "missing", NULL), COMMAND_OVER_LIMIT);
  command_says("failed");
}
END_TEST

START_TEST(the_newest_run_is_judged_when_none_is_named)
{
  ck_assert_int_eq(mkdir("seep", 0700), 0);
  ck_assert_int_eq(mkdir("seep/runs", 0700), 0);
  ck_assert_int_eq(mkdir("seep/runs/20261121-150211-482-old", 0700), 0);
  ck_assert_int_eq(mkdir("seep/runs/20261121-150212-483-new", 0700), 0);
  build_loser("seep/runs/20261121-150211-482-old/p1.rec", 1, RECORD_LEAK_REACHABLE, 8);
  build_loser("seep/runs/20261121-150212-483-new/p1.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(command_run(command_gate, NULL), COMMAND_OVER_LIMIT);
  command_says("note: the newest run, 20261121-150212-483-new, was judged, as none was named");
  ck_assert_int_eq(command_run(command_gate, "20261121-150211-482-old", NULL), COMMAND_OK);
  command_says_not("newest");
}
END_TEST

START_TEST(unusable_arguments)
{
  build_loser("a.rec", 1, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, "--definitely-lost=many", "a.rec", NULL), COMMAND_FAILED);
  command_says("--definitely-lost=many: expected a whole number");
  ck_assert_int_eq(command_run(command_gate, "--definitely-lots=1", "a.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_gate, "--suppressions=missing.supp", "a.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(damaged_records)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 1, NULL);
  build_loss(&stream, (struct record_loss){.check_id = 1});
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_gate, "a.rec", NULL), COMMAND_FAILED);
  command_says("a.rec: LOSS frame at offset 0x");
  write_text("b.rec", "this is not a record but a text that is long enough");
  ck_assert_int_eq(command_run(command_gate, "b.rec", NULL), COMMAND_FAILED);
  command_says("b.rec: ");
}
END_TEST

/* --- seep report, seep dump --- */

START_TEST(processes_are_reported_in_the_order_they_began)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  build_loser("run/p8.rec", 8, RECORD_LEAK_DEFINITE, 2);
  build_loser("run/p9.rec", 9, RECORD_LEAK_DEFINITE, 1);
  build_loser("run/p7.rec", 7, RECORD_LEAK_DEFINITE, 3);
  ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
  const char *output = command_output();
  const char *first = strstr(output, "process 7 "), *second = strstr(output, "process 8 "),
             *third = strstr(output, "process 9 ");
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
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_REACHABLE, .stack_id = 1, .bytes = 8,
                                           .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_report, "a.rec", NULL), COMMAND_OK);
  ck_assert_str_eq(command_output(), "");
  ck_assert_int_eq(command_run(command_report, "a.rec", "-v", "--leak-check=full", "--show-leak-kinds=all", NULL),
                   COMMAND_OK);
  command_says("still reachable: 8 bytes in 1 block");
}
END_TEST

START_TEST(what_can_be_read_of_a_damaged_record_is_reported)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 1, NULL);
  build_error(&stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL, .stack_id = 1});
  size_t good = stream.size;
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  stream.data[good + 9] ^= 1;
  write_record(&stream, "a.rec");
  ck_assert_int_eq(command_run(command_report, "a.rec", NULL), COMMAND_FAILED);
  command_says("invalid memory pool: its address is not that of a pool");
  command_says("seep: the run did not finish: ");
  ck_assert_int_eq(command_run(command_report, "a.rec", "--style=memcheck", NULL), COMMAND_FAILED);
  command_says("Illegal memory pool address");
  command_says("Run did not finish: ");
  command_says("/a.rec: ");
  command_says("checksum");
}
END_TEST

START_TEST(dump_shows_frames)
{
  build_loser("a.rec", 1, RECORD_LEAK_DEFINITE, 1337);
  ck_assert_int_eq(command_run(command_dump, "a.rec", NULL), COMMAND_OK);
  command_says("LOSS check_id=1");
  ck_assert_int_eq(command_run(command_dump, "missing", NULL), COMMAND_FAILED);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("gate");
  TCase *tests = tcase_create("commands");
  tcase_add_checked_fixture(tests, command_run_setup, command_run_teardown);
  tcase_add_test(tests, nothing_may_be_definitely_lost_by_default);
  tcase_add_test(tests, nor_indirectly_or_possibly);
  tcase_add_test(tests, a_limit_changes_its_own_line_and_no_other);
  tcase_add_test(tests, leaks_of_others_are_mentioned);
  tcase_add_test(tests, a_limit_allows_as_much);
  tcase_add_test(tests, every_kind_has_a_limit);
  tcase_add_test(tests, leaks_are_no_errors);
  tcase_add_test(tests, blocks_are_limited_too);
  tcase_add_test(tests, numbers_may_have_suffixes);
  tcase_add_test(tests, one_leak_may_be_limited);
  tcase_add_test(tests, one_test_may_be_limited);
  tcase_add_test(tests, other_peoples_findings_may_pass);
  tcase_add_test(tests, there_may_be_no_errors);
  tcase_add_test(tests, leaks_of_an_installed_program_are_its_own);
  tcase_add_test(tests, runs_and_processes_add_up);
  tcase_add_test(tests, a_record_counts_once_however_it_is_named);
  tcase_add_test(tests, suppressed_losses_pass);
  tcase_add_test(tests, a_run_that_did_not_finish_fails);
  tcase_add_test(tests, unfinished_processes_may_be_allowed);
  tcase_add_test(tests, processes_may_be_expected);
  tcase_add_test(tests, the_verdict_for_machines);
  tcase_add_test(tests, leaks_must_have_been_searched_for);
  tcase_add_test(tests, a_program_that_frees_all_needs_no_search);
  tcase_add_test(tests, records_of_the_future_fail);
  tcase_add_test(tests, broken_limits_of_suppressions_fail);
  tcase_add_test(tests, a_suite_passes);
  tcase_add_test(tests, a_suite_that_did_not_finish_fails);
  tcase_add_test(tests, a_suite_that_was_ended_fails);
  tcase_add_test(tests, a_canary_that_was_missed_fails);
  tcase_add_test(tests, problems_of_a_suite_fail);
  tcase_add_test(tests, a_missing_shard_fails);
  tcase_add_test(tests, a_damaged_log_of_programs_fails);
  tcase_add_test(tests, failed_tests_are_not_the_gates_business);
  tcase_add_test(tests, processes_without_a_record_fail);
  tcase_add_test(tests, no_run_fails);
  tcase_add_test(tests, the_newest_run_is_judged_when_none_is_named);
  tcase_add_test(tests, unusable_arguments);
  tcase_add_test(tests, damaged_records);
  tcase_add_test(tests, processes_are_reported_in_the_order_they_began);
  tcase_add_test(tests, recorded_options_hold_until_others_are_given);
  tcase_add_test(tests, what_can_be_read_of_a_damaged_record_is_reported);
  tcase_add_test(tests, dump_shows_frames);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
