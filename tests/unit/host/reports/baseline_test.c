/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Baselines: what fails against one, how it is made and lowered, and files that are refused. */
#include "unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/model/frames/identity.h"
#include "host/verdicts/gate/baseline.h"
#include "support/command_run.h"
#include "support/fake_symbols.h"

#define BASELINE "--baseline=b.json"

static void make_baseline(void)
{
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "--force", "base.rec", NULL), COMMAND_OK);
}

/* base.rec loses in lose() 100 bytes; nothing else is wrong with it. */
static void setup(void)
{
  command_run_setup();
  build_process("base.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 100, .blocks = 2});
  make_baseline();
}

/* A test that loses in lose(). */
static void build_run_of_test(const char *path, const char *name, uint64_t bytes)
{
  build_process(path, (struct built_process){.pid = 1, .program = name, .kind = RECORD_LEAK_DEFINITE, .bytes = bytes});
}

/* --- judging --- */

START_TEST(what_is_in_it_passes)
{
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--baseline", "b.json", "base.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "base.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(what_is_new_fails)
{
  build_process("new.rec", (struct built_process){.pid = 2, .kind = RECORD_LEAK_DEFINITE, .bytes = 1,
                                                  .is_dropped = true});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", "new.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding is not in baseline b.json");
  command_says("drop (drop.c:7)");
  command_says_not("lose (leak.c:5)");
  build_process("error.rec", (struct built_process){.pid = 2, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", "error.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("invalid memory pool: its address is not that of a pool");
}
END_TEST

START_TEST(growth_fails)
{
  build_process("grown.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 101, .blocks = 2});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "grown.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding has grown beyond baseline b.json");
  command_says("101 bytes in 2 blocks, before 100 bytes in 2 blocks");
  build_process("grown.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 10, .blocks = 3});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "grown.rec", NULL), COMMAND_OVER_LIMIT);
  build_process("grown.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 100, .blocks = 2,
                                                    .indirect_bytes = 8});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "grown.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("100 bytes in 2 blocks, and 8 bytes in 1 block through them, before 100 bytes in 2 blocks");
}
END_TEST

START_TEST(one_test_may_not_grow_while_another_shrinks)
{
  build_run_of_test("one.rec", "one", 60);
  build_run_of_test("two.rec", "two", 60);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "--force", "one.rec", "two.rec", NULL),
                   COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "one.rec", "two.rec", NULL), COMMAND_OK);
  build_run_of_test("one.rec", "one", 70);
  build_run_of_test("two.rec", "two", 50);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "one.rec", "two.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("in test one 70 bytes in 1 block, before 60 bytes in 1 block");
  build_run_of_test("two.rec", "renamed", 60);
  build_run_of_test("one.rec", "one", 60);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "one.rec", "two.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(errors_grow_by_how_often_they_happen)
{
  build_process("e.rec", (struct built_process){.pid = 1, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "--force", "e.rec", NULL), COMMAND_OK);
  build_process("e.rec", (struct built_process){.pid = 1, .errors = 2});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "e.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("2 times, before 1 time");
}
END_TEST

/* The same blocks from two instructions of one line instead of one. */
START_TEST(leaks_may_be_split)
{
  struct record_builder stream = {0};
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 5);
  build_process_start(&stream, 1, NULL);
  build_stack(&stream, (struct record_stack){3, 1, BUILD_NUMBERS(0x1010, 0x1024, 0x1030)});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  for (uint64_t stack = 1; stack <= 3; stack += 2)
    build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = stack,
                                             .bytes = 50, .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, "split.rec");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "split.rec", NULL), COMMAND_OK);
}
END_TEST

/* A process that loses so much by a place in lose() at a file offset of its own. */
static void build_elsewhere(const char *path, uint64_t offset, uint64_t bytes, uint64_t blocks)
{
  struct record_builder stream = {0};
  build_process_start(&stream, offset, NULL);
  build_stack(&stream, (struct record_stack){3, 1, BUILD_NUMBERS(0x1010, 0x1000 + offset, 0x1030)});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 3, .bytes = bytes,
                                           .blocks = blocks});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, path);
}

static void set_mark(uint64_t mark)
{
  fake_symbols_last()->mark = mark;
  fake_symbols_last()->mark_kind = FRAME_MARK_TEXT;
}

static void set_surroundings(uint64_t statements, uint64_t before, uint64_t behind)
{
  static struct frame_surroundings around[8];
  static size_t used;
  around[used %= 8] = (struct frame_surroundings){{{statements}}, {before, behind}};
  fake_symbols_last()->around = &around[used++];
}

/* Without the text of lines it may be the same one, if its blocks are of one size. */
START_TEST(what_may_be_the_same_has_moved)
{
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 6);
  build_elsewhere("moved.rec", 0x24, 50, 1);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "moved.rec", NULL), COMMAND_OK);
  command_says("1 finding of the baseline is fixed or shrunk");
  build_elsewhere("moved.rec", 0x24, 100, 2);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "moved.rec", NULL), COMMAND_OK);
  command_says("1 finding of the baseline has moved");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "moved.rec", NULL), COMMAND_OK);
  command_says("(0 new, 0 grown, 0 shrunk, 0 fixed, 1 moved, 0 the same)");
  command_says("its identity was ");
  build_elsewhere("other.rec", 0x24, 99, 2);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "other.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding is not in baseline");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "other.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("(1 new, 0 grown, 0 shrunk, 1 fixed, 0 moved, 0 the same)");
}
END_TEST

/* The baseline follows, and only then is what was not there before new. */
START_TEST(a_baseline_follows_what_has_moved)
{
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 6);
  build_elsewhere("moved.rec", 0x24, 100, 2);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "moved.rec", NULL), COMMAND_OK);
  command_says("1 moved");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "moved.rec", NULL), COMMAND_OK);
  command_says_not("moved");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "moved.rec", "base.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

/* One line mended and another one spoilt in a function are two changes, whatever their sizes. */
START_TEST(lines_with_other_texts_are_others)
{
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 6);
  set_mark(1);
  set_surroundings(0x7, 5, 6);
  fake_symbols_add(0x2c, "lose", NULL, "leak.c", 7);
  set_mark(2);
  fake_symbols_add(0x34, "renamed", NULL, "leak.c", 70);
  set_mark(1);
  set_surroundings(0xe, 8, 6);
  build_elsewhere("one.rec", 0x24, 100, 2);
  build_elsewhere("two.rec", 0x2c, 100, 2);
  build_elsewhere("renamed.rec", 0x34, 100, 2);
  ck_assert_int_eq(command_run(command_diff, "one.rec", "two.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("(1 new, 0 grown, 0 shrunk, 1 fixed, 0 moved, 0 the same)");
  ck_assert_int_eq(command_run(command_diff, "one.rec", "renamed.rec", NULL), COMMAND_OK);
  command_says("(0 new, 0 grown, 0 shrunk, 0 fixed, 1 moved, 0 the same)");
  ck_assert_int_eq(command_run(command_gate, "--baseline=one.json", "--update-baseline", "--force", "one.rec", NULL),
                   COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "--baseline=one.json", "two.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, "--baseline=one.json", "renamed.rec", NULL), COMMAND_OK);
}
END_TEST

/* Many functions have a line of the same words: in another one it is the same only where most of what stands around it
 * is. */
START_TEST(the_same_words_elsewhere_are_others)
{
  static const struct {
    uint64_t statements, before, behind;
  } others[] = {{0, 0, 0}, {0x7, 8, 9}, {0x7, 0, 0}, {0x71, 5, 6}, {0, 5, 6}};
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 6);
  set_mark(1);
  set_surroundings(0x7, 5, 6);
  build_elsewhere("one.rec", 0x24, 100, 2);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    uint64_t offset = 0x34 + 8 * i;
    fake_symbols_add(offset, "elsewhere", NULL, "leak.c", 70);
    set_mark(1);
    set_surroundings(others[i].statements, others[i].before, others[i].behind);
    build_elsewhere("elsewhere.rec", offset, 100, 2);
    ck_assert_int_eq(command_run(command_diff, "one.rec", "elsewhere.rec", NULL), COMMAND_OVER_LIMIT);
    command_says("(1 new, 0 grown, 0 shrunk, 1 fixed, 0 moved, 0 the same)");
  }
}
END_TEST

/* Somebody who has asked for that should know what it comes to. */
START_TEST(leaks_that_are_no_errors_are_judged_unless_they_are_others)
{
  const char *const none = "--errors-for-leak-kinds=none", *const nobody = "--own=fun=nobody";
  build_elsewhere("other.rec", 0x28, 8, 1);
  ck_assert_int_eq(command_run(command_gate, BASELINE, none, "other.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding is not in baseline");
  ck_assert_int_eq(command_run(command_gate, BASELINE, nobody, "other.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, BASELINE, none, nobody, "--allow=no-own-code", "other.rec", NULL),
                   COMMAND_OK);
  command_says("1 definite leak is in library code not judged by the baseline (--errors-for-leak-kinds)");
}
END_TEST

START_TEST(what_an_option_lets_pass_is_not_asked_about)
{
  build_process("errors.rec", (struct built_process){.pid = 9, .errors = 2});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "errors.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--errors=any", "errors.rec", NULL), COMMAND_OK);
  command_says("note: 2 errors let pass by --errors=any");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--errors=2", "errors.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--definitely-lost=any", "errors.rec", NULL),
                   COMMAND_OVER_LIMIT);
}
END_TEST

/* --- attempts, and tests that did not run --- */

/* Processes that run the same command: run/pN.rec loses bytes[N]. */
static void build_attempts(const char *directory, const char *program, const uint64_t *bytes, size_t count)
{
  char path[64];
  ck_assert_int_eq(mkdir(directory, 0700), 0);
  for (size_t i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/p%zu.rec", directory, i + 100);
    build_process(path, (struct built_process){.pid = i + 100, .program = program,
                                               .kind = bytes[i] ? RECORD_LEAK_DEFINITE : 0, .bytes = bytes[i]});
  }
}

#define ATTEMPTS(directory, ...) \
  build_attempts(directory, "leak", (uint64_t[]){__VA_ARGS__}, sizeof (uint64_t[]){__VA_ARGS__} / sizeof(uint64_t))

static int against(const char *before, const char *after)
{
  unlink("a.json");
  ck_assert_int_eq(command_run(command_gate, "--baseline=a.json", "--update-baseline", "--force", before, NULL),
                   COMMAND_OK);
  const int status = command_run(command_gate, "--baseline=a.json", after, NULL);
  ck_assert_int_eq(command_run(command_diff, before, after, NULL), status);
  return command_run(command_gate, "--baseline=a.json", after, NULL);
}

START_TEST(a_test_that_runs_again_has_not_grown)
{
  ATTEMPTS("one", 100);
  ATTEMPTS("three", 100, 100, 100);
  ATTEMPTS("worse", 100, 100, 101);
  ATTEMPTS("calls", 100, 10, 10);
  ATTEMPTS("calls_again", 100, 10, 10, 10, 100, 10);
  ATTEMPTS("calls_worse", 100, 10, 10, 10, 100, 11);
  ATTEMPTS("all_lose", 100, 100, 10);
  ATTEMPTS("only_one", 0, 100, 0);
  ck_assert_int_eq(against("one", "three"), COMMAND_OK);
  ck_assert_int_eq(against("one", "worse"), COMMAND_OVER_LIMIT);
  command_says("1 finding has grown beyond baseline a.json");
  ck_assert_int_eq(against("calls", "calls_again"), COMMAND_OK);
  ck_assert_int_eq(against("calls", "calls_worse"), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(against("calls", "all_lose"), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(against("only_one", "three"), COMMAND_OVER_LIMIT);
}
END_TEST

/* A baseline of three attempts leaves one no more than one had. */
START_TEST(a_test_that_ran_more_often_hides_no_growth)
{
  ATTEMPTS("one", 100);
  ATTEMPTS("worse", 250);
  ATTEMPTS("three", 100, 100, 100);
  ck_assert_int_eq(against("three", "one"), COMMAND_OK);
  ck_assert_int_eq(against("three", "worse"), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(what_tests_have_that_did_not_run_stays)
{
  build_attempts("first", "first", (uint64_t[]){100}, 1);
  build_attempts("second", "second", (uint64_t[]){50}, 1);
  build_attempts("clean", "second", (uint64_t[]){0}, 1);
  build_attempts("other", "third", (uint64_t[]){0}, 1);
  const char *const baseline = "--baseline=a.json", *const update = "--update-baseline";
  ck_assert_int_eq(command_run(command_gate, baseline, update, "--force", "first", "second", NULL), COMMAND_OK);
  const char *before = strdup(read_text("a.json"));
  ck_assert_int_eq(command_run(command_gate, baseline, update, "other", NULL), COMMAND_OK);
  command_says("note: 1 finding of the baseline is in tests that did not run here, and stays in it");
  ck_assert_str_eq(read_text("a.json"), before);
  ck_assert_int_eq(command_run(command_gate, baseline, update, "clean", NULL), COMMAND_OK);
  ck_assert_str_eq(read_text("a.json"), before);
  ck_assert_int_eq(command_run(command_gate, baseline, update, "first", "clean", NULL), COMMAND_OK);
  command_says("1 lowered");
  ck_assert_int_eq(command_run(command_gate, baseline, "first", "second", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, baseline, update, "--force", "other", NULL), COMMAND_OK);
  command_says("1 removed");
  free((char *)before);
}
END_TEST

/* --- baselines of version 1 --- */

static void write_version_1(const char *path, uint64_t bytes, uint64_t blocks)
{
  static const char *const names[] = {"malloc", "lose", "main"};
  struct identity identity = identity_of_stack("Leak_DefinitelyLost", NULL, names, 3);
  char file[400];
  snprintf(file, sizeof file,
           "{\"seep_baseline\": 1, \"findings\": [{\"id\": \"%s\", \"kind\": \"Leak_DefinitelyLost\", "
           "\"place\": \"lose (leak.c)\", \"count\": 1, \"bytes\": %llu, \"blocks\": %llu}]}",
           identity.digits, (unsigned long long)bytes, (unsigned long long)blocks);
  write_text(path, file);
}

START_TEST(old_baselines_are_converted)
{
  write_version_1("old.json", 100, 2);
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "base.rec", NULL), COMMAND_OK);
  command_says("baseline old.json has the older format 1");
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "--update-baseline", "base.rec", NULL), COMMAND_OK);
  char *made = strdup(read_text("old.json"));
  ck_assert_str_eq(made, read_text("b.json"));
  free(made);
  write_version_1("old.json", 99, 2);
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "base.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding has grown beyond baseline old.json");
}
END_TEST

/* Two lines of lose() had one identity then: together they may lose what it may. */
START_TEST(what_was_one_is_shared_out)
{
  fake_symbols_add(0x24, "lose", NULL, "leak.c", 6);
  build_elsewhere("other.rec", 0x24, 37, 1);
  write_version_1("old.json", 137, 3);
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "base.rec", "other.rec", NULL), COMMAND_OK);
  write_version_1("old.json", 136, 3);
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "base.rec", "other.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

/* In version 2 no function was a wrapper that stores what it hands on: lose() has become its caller. */
START_TEST(places_that_have_become_wrappers_are_converted)
{
  char *file = strdup(read_text("b.json")), *version = strstr(file, "\"seep_baseline\": 3");
  ck_assert(version);
  version[strlen("\"seep_baseline\": ")] = '2';
  write_text("old.json", file);
  fake_symbols_store(0x20, 2);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("1 finding is not in baseline b.json");
  ck_assert_int_eq(command_run(command_gate, "--baseline=old.json", "base.rec", NULL), COMMAND_OK);
  command_says("baseline old.json has the older format 2");
  free(file);
}
END_TEST

START_TEST(limits_hold_beside_it)
{
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--definitely-lost=99", "base.rec", NULL), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--definitely-lost=100", "base.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(reachable_blocks_are_no_findings_of_it)
{
  build_loser("r.rec", 2, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", "r.rec", NULL), COMMAND_OK);
}
END_TEST

/* --- updating --- */

START_TEST(it_is_only_ever_lowered)
{
  build_process("less.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 50});
  build_process("new.rec", (struct built_process){.pid = 2, .kind = RECORD_LEAK_DEFINITE, .bytes = 7,
                                                  .is_dropped = true});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "less.rec", "new.rec", NULL),
                   COMMAND_OVER_LIMIT);
  command_says("0 added, 0 raised, 1 lowered, 0 removed");
  ck_assert_ptr_nonnull(strstr(read_text("b.json"), "\"bytes\": 50"));
  ck_assert_ptr_null(strstr(read_text("b.json"), "drop"));
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "base.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("nothing to remove from baseline");
  ck_assert_ptr_nonnull(strstr(read_text("b.json"), "\"bytes\": 50"));
}
END_TEST

START_TEST(what_is_fixed_is_removed)
{
  build_loser("good.rec", 1, RECORD_LEAK_REACHABLE, 1);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "good.rec", NULL), COMMAND_OK);
  command_says("1 finding of the baseline is fixed or shrunk");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "good.rec", NULL), COMMAND_OK);
  ck_assert_ptr_null(strstr(read_text("b.json"), "lose"));
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", NULL), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(force_adds_and_raises)
{
  build_process("more.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 200, .errors = 1});
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "--force", "more.rec", NULL), COMMAND_OK);
  command_says("1 added, 1 raised");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "more.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(runs_that_are_not_whole_do_not_lower_it)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 1, NULL);
  write_record(&stream, "cut.rec");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--update-baseline", "--force", "cut.rec", NULL),
                   COMMAND_OVER_LIMIT);
  command_says("was not changed, because the runs are incomplete");
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(other_peoples_findings_stay_in_it)
{
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--own-only", "--own=fun=drop", "--allow=no-own-code",
                               "--update-baseline", "base.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "base.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(links_and_modes_stay)
{
  struct stat status;
  ck_assert_int_eq(symlink("b.json", "link.json"), 0);
  ck_assert_int_eq(chmod("b.json", 0640), 0);
  build_loser("good.rec", 1, RECORD_LEAK_REACHABLE, 1);
  ck_assert_int_eq(command_run(command_gate, "--baseline=link.json", "--update-baseline", "good.rec", NULL),
                   COMMAND_OK);
  ck_assert_int_eq(lstat("link.json", &status), 0);
  ck_assert(S_ISLNK(status.st_mode));
  ck_assert_int_eq(stat("b.json", &status), 0);
  ck_assert_uint_eq(status.st_mode & 0777, 0640);
  ck_assert_ptr_null(strstr(read_text("b.json"), "lose"));
}
END_TEST

/* --- arguments and files --- */

START_TEST(arguments_that_make_no_sense)
{
  ck_assert_int_eq(command_run(command_gate, "--update-baseline", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_gate, BASELINE, "--force", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_gate, "--baseline=", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_gate, "base.rec", "--baseline", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_gate, "--baseline=none.json", "base.rec", NULL), COMMAND_FAILED);
  command_says("there is no baseline none.json; create it with --update-baseline --force");
  ck_assert_int_eq(command_run(command_gate, "--baseline=/", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  ck_assert_int_eq(command_run(command_gate, "--baseline=fifo", "base.rec", NULL), COMMAND_FAILED);
}
END_TEST

START_TEST(forced_over_what_is_no_baseline)
{
  write_text("precious", "{\"name\": 1}");
  ck_assert_int_eq(command_run(command_gate, "--baseline=precious", "--update-baseline", "--force", "base.rec", NULL),
                   COMMAND_FAILED);
  command_says("precious: it is not a baseline");
  ck_assert_str_eq(read_text("precious"), "{\"name\": 1}");
}
END_TEST

#define FINDING(members) "{\"seep_baseline\": 1, \"findings\": [{" members "}]}"
#define ID "\"id\": \"0123456789abcdef\", "
#define LEAK ID "\"kind\": \"Leak_DefinitelyLost\", \"place\": \"f\", "
#define GOOD LEAK "\"count\": 1, \"bytes\": 8, \"blocks\": 1"

static void refuses(const char *text, const char *part)
{
  struct counted_findings *counted = NULL;
  ck_error_says(baseline_parse("x.json", text, strlen(text), &counted), part);
  ck_assert_ptr_null(counted);
}

START_TEST(files_that_are_refused)
{
  refuses("", "x.json:1: it is not JSON");
  refuses("[]", "it is not a baseline");
  refuses("7", "it is not JSON");
  refuses("{\"seep_baseline\": \"1\"}", "it is not a baseline");
  refuses("{\"seep_baseline\": 4, \"findings\": []}", "of version 4, and this Seep knows version 3; use a newer Seep");
  refuses("{\"seep_baseline\": 0, \"findings\": []}", "version 0");
  refuses("{\"seep_baseline\": 1}", "\"findings\" must be an array");
  refuses("{\"seep_baseline\": 1, \"findings\": [", "it is not JSON");
  refuses("{\"seep_baseline\": 1, \"findings\": []} and more", "it is not JSON");
  refuses("{\"seep_baseline\": 1, \"findings\": [7]}", "finding 1: it must be an object");
  refuses("{\"seep_baseline\": 1, \"seep_baseline\": 1, \"findings\": []}", "it is not JSON: duplicate");
}
END_TEST

START_TEST(findings_that_are_refused)
{
  refuses(FINDING(""), "finding 1: \"id\" must be an identity");
  refuses(FINDING("\"id\": \"0123456789ABCDEF\""), "\"id\" must be an identity");
  refuses(FINDING(ID "\"kind\": 3"), "\"kind\" must be a text");
  refuses(FINDING(ID "\"kind\": \"InvalidRead\""), "\"place\" must be a text");
  refuses(FINDING(LEAK "\"bytes\": 8, \"blocks\": 1"), "\"count\" is missing");
  refuses(FINDING(LEAK "\"count\": 1, \"byte\": 8, \"blocks\": 1"), "\"bytes\" is missing");
  refuses(FINDING(LEAK "\"count\": 1, \"bytes\": -8, \"blocks\": 1"), "\"bytes\" is not a whole number from 0 on");
  refuses(FINDING(LEAK "\"count\": 1, \"bytes\": 8.5, \"blocks\": 1"), "\"bytes\" is not a whole number");
  refuses(FINDING(LEAK "\"count\": 1, \"bytes\": 99999999999999999999, \"blocks\": 1"), "it is not JSON: too big");
  refuses(FINDING(GOOD ", \"indirect_bytes\": \"9\""), "\"indirect_bytes\" is not a whole number");
  refuses(FINDING(GOOD ", \"mark\": 7"), "\"mark\" must be \"text:\" or \"other:\"");
  refuses(FINDING(GOOD ", \"mark\": \"odd:0123456789abcdef\""), "\"mark\" must be \"text:\" or \"other:\"");
  refuses(FINDING(GOOD ", \"line\": 4294967296"), "\"line\" is too large");
  refuses(FINDING(GOOD ", \"is_cycle\": 1"), "\"is_cycle\" must be true or false");
  refuses(FINDING(GOOD ", \"is_cycle\": null"), "\"is_cycle\" must be true or false");
  refuses(FINDING(GOOD ", \"tests\": []"), "\"tests\" must be an object");
  refuses(FINDING(GOOD ", \"tests\": {\"t\": 7}"), "finding 1, test t: it must be an object");
  refuses(FINDING(GOOD ", \"tests\": {\"t\": {\"count\": 1}}"), "finding 1, test t: \"bytes\" is missing");
  refuses(FINDING(GOOD "}, {" GOOD), "finding 0123456789abcdef is in it twice");
}
END_TEST

START_TEST(nesting_without_end)
{
  enum { DEPTH = 1 << 20 };
  char *text = malloc(DEPTH + 1);
  memset(text, '[', DEPTH);
  text[DEPTH] = '\0';
  refuses(text, "it is not JSON");
  free(text);
}
END_TEST

START_TEST(what_is_written_is_read_again)
{
  struct counted_findings *counted;
  const char *text = FINDING(GOOD ", \"indirect_bytes\": 9223372036854775807, \"of_the_future\": {}, \"tests\": "
                             "{\"b\": {\"count\": 1, \"bytes\": 2, \"blocks\": 3}, \"a\": {\"count\": 4, \"bytes\": 5, "
                             "\"blocks\": 6}}");
  ck_no_error(baseline_parse("x.json", text, strlen(text), &counted));
  ck_no_error(baseline_write("new.json", counted));
  counted_findings_destroy(counted);
  ck_no_error(baseline_read("new.json", &counted));
  ck_assert_uint_eq(counted->count, 1);
  const struct counted_finding *item = counted_findings_find(counted, "0123456789abcdef");
  ck_assert_ptr_nonnull(item);
  ck_assert_uint_eq(item->amounts.bytes, 8);
  ck_assert_uint_eq(item->amounts.indirect_bytes, FINDING_AMOUNT_MAX);
  ck_assert_uint_eq(item->test_count, 2);
  ck_assert_str_eq(item->tests[0].name, "a");
  ck_assert_uint_eq(item->tests[1].amounts.blocks, 3);
  ck_assert_ptr_null(counted_findings_find(counted, "0123456789abcdee"));
  counted_findings_destroy(counted);
}
END_TEST

/* --- seep diff --- */

START_TEST(diffs)
{
  build_process("less.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 50});
  build_process("new.rec", (struct built_process){.pid = 2, .kind = RECORD_LEAK_DEFINITE, .bytes = 7,
                                                  .is_dropped = true});
  ck_assert_int_eq(command_run(command_diff, "base.rec", "base.rec", NULL), COMMAND_OK);
  command_says("seep diff: the same (0 new, 0 grown, 0 shrunk, 0 fixed, 0 moved, 1 the same)");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "less.rec", NULL), COMMAND_OK);
  command_says("seep diff: better (0 new, 0 grown, 1 shrunk");
  command_says("50 bytes in 1 block, before 100 bytes in 2 blocks");
  ck_assert_int_eq(command_run(command_diff, "less.rec", "base.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("seep diff: worse (0 new, 1 grown");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "--", "base.rec", "new.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("new:\n");
  command_says("drop (drop.c:7)");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "new.rec", "--", "base.rec", NULL), COMMAND_OK);
  command_says("fixed:\n");
}
END_TEST

/* What `seep diff --format=json` of these said; the caller releases it. */
static json_t *diff_document(const char *before, const char *after, const char *more, int status)
{
  ck_assert_int_eq(command_run(command_diff, "--format=json", before, "--", after, more, NULL), status);
  json_t *document = json_loads(command_output(), 0, NULL);
  ck_assert_msg(document != NULL, "%s", command_output());
  return document;
}

static json_int_t number_at(const json_t *object, const char *outer, const char *inner)
{
  return json_integer_value(json_object_get(json_object_get(object, outer), inner));
}

static const char *text_at(const json_t *object, const char *name)
{
  return json_string_value(json_object_get(object, name));
}

START_TEST(diffs_for_programs)
{
  build_process("less.rec", (struct built_process){.pid = 1, .kind = RECORD_LEAK_DEFINITE, .bytes = 50});
  build_process("new.rec", (struct built_process){.pid = 2, .kind = RECORD_LEAK_DEFINITE, .bytes = 7,
                                                  .is_dropped = true});
  json_t *document = diff_document("base.rec", "less.rec", "new.rec", COMMAND_OVER_LIMIT);
  ck_assert_str_eq(text_at(document, "verdict"), "worse");
  ck_assert_int_eq(number_at(document, "counts", "new"), 1);
  ck_assert_int_eq(number_at(document, "counts", "shrunk"), 1);
  ck_assert_int_eq(number_at(document, "counts", "fixed"), 0);
  ck_assert_int_eq(number_at(document, "before", "processes"), 1);
  ck_assert_int_eq(number_at(document, "after", "processes"), 2);
  json_t *findings = json_object_get(document, "findings");
  ck_assert_uint_eq(json_array_size(findings), 2);
  const json_t *shrunk = json_array_get(findings, 0), *new = json_array_get(findings, 1);
  ck_assert_str_eq(text_at(shrunk, "change"), "shrunk");
  ck_assert_int_eq(number_at(shrunk, "before", "bytes"), 100);
  ck_assert_int_eq(number_at(shrunk, "after", "bytes"), 50);
  const json_t *in_test = json_array_get(json_object_get(shrunk, "test_changes"), 0);
  ck_assert_str_eq(text_at(in_test, "test"), "leak");
  ck_assert_int_eq(number_at(in_test, "before", "blocks"), 2);
  ck_assert_str_eq(text_at(new, "change"), "new");
  ck_assert_str_eq(text_at(new, "place"), "drop (drop.c:7)");
  ck_assert(json_is_null(json_object_get(new, "before")));
  ck_assert_uint_eq(strlen(text_at(new, "id")), 16);
  json_decref(document);

  document = diff_document("new.rec", "less.rec", NULL, COMMAND_OVER_LIMIT);
  const json_t *fixed = json_array_get(json_object_get(document, "findings"), 1);
  ck_assert_str_eq(text_at(fixed, "change"), "fixed");
  ck_assert(json_is_null(json_object_get(fixed, "after")));
  json_decref(document);
  document = diff_document("less.rec", "less.rec", NULL, COMMAND_OK);
  ck_assert_str_eq(text_at(document, "verdict"), "same");
  ck_assert_uint_eq(json_array_size(json_object_get(document, "findings")), 0);
  json_decref(document);
}
END_TEST

START_TEST(diffs_of_what_is_asked_for)
{
  build_loser("r.rec", 2, RECORD_LEAK_REACHABLE, 8);
  ck_assert_int_eq(command_run(command_diff, "base.rec", "--", "base.rec", "r.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_diff, "--show-leak-kinds=all", "base.rec", "--", "base.rec", "r.rec", NULL),
                   COMMAND_OVER_LIMIT);
  ck_assert_int_eq(command_run(command_diff, "r.rec", "base.rec", "--own-only", "--own=fun=drop", NULL),
                   COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_diff, "r.rec", "base.rec", "--own-only", "--own=fun=drop", "--allow=no-own-code",
                               NULL), COMMAND_OK);
}
END_TEST

START_TEST(diffs_that_cannot_be_made)
{
  struct record_builder stream = {0};
  build_process_start(&stream, 1, NULL);
  write_record(&stream, "cut.rec");
  ck_assert_int_eq(command_run(command_diff, "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_diff, "base.rec", "base.rec", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_diff, "--", "base.rec", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_diff, "base.rec", "missing", NULL), COMMAND_FAILED);
  command_says("seep diff: failed: the runs cannot be compared");
  command_says_not("fixed:");
  ck_assert_int_eq(command_run(command_diff, "--format=json", "base.rec", "missing", NULL), COMMAND_FAILED);
  command_says("\"verdict\": \"failed\"");
  command_says("\"problems\":[\"");
  ck_assert_int_eq(command_run(command_diff, "--format=xml", "base.rec", "base.rec", NULL), COMMAND_FAILED);
  command_says("--format=xml: expected text or json");
  ck_assert_int_eq(command_run(command_diff, "base.rec", "cut.rec", NULL), COMMAND_FAILED);
  command_says("did not finish: 1 of 1 processes");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("baseline");
  TCase *tests = tcase_create("baseline");
  tcase_add_checked_fixture(tests, setup, command_run_teardown);
  tcase_add_test(tests, what_is_in_it_passes);
  tcase_add_test(tests, what_is_new_fails);
  tcase_add_test(tests, growth_fails);
  tcase_add_test(tests, one_test_may_not_grow_while_another_shrinks);
  tcase_add_test(tests, errors_grow_by_how_often_they_happen);
  tcase_add_test(tests, leaks_may_be_split);
  tcase_add_test(tests, what_may_be_the_same_has_moved);
  tcase_add_test(tests, a_baseline_follows_what_has_moved);
  tcase_add_test(tests, lines_with_other_texts_are_others);
  tcase_add_test(tests, the_same_words_elsewhere_are_others);
  tcase_add_test(tests, leaks_that_are_no_errors_are_judged_unless_they_are_others);
  tcase_add_test(tests, what_an_option_lets_pass_is_not_asked_about);
  tcase_add_test(tests, a_test_that_runs_again_has_not_grown);
  tcase_add_test(tests, a_test_that_ran_more_often_hides_no_growth);
  tcase_add_test(tests, what_tests_have_that_did_not_run_stays);
  tcase_add_test(tests, old_baselines_are_converted);
  tcase_add_test(tests, what_was_one_is_shared_out);
  tcase_add_test(tests, places_that_have_become_wrappers_are_converted);
  tcase_add_test(tests, limits_hold_beside_it);
  tcase_add_test(tests, reachable_blocks_are_no_findings_of_it);
  tcase_add_test(tests, it_is_only_ever_lowered);
  tcase_add_test(tests, what_is_fixed_is_removed);
  tcase_add_test(tests, force_adds_and_raises);
  tcase_add_test(tests, runs_that_are_not_whole_do_not_lower_it);
  tcase_add_test(tests, other_peoples_findings_stay_in_it);
  tcase_add_test(tests, links_and_modes_stay);
  tcase_add_test(tests, arguments_that_make_no_sense);
  tcase_add_test(tests, forced_over_what_is_no_baseline);
  tcase_add_test(tests, files_that_are_refused);
  tcase_add_test(tests, findings_that_are_refused);
  tcase_add_test(tests, nesting_without_end);
  tcase_add_test(tests, what_is_written_is_read_again);
  tcase_add_test(tests, diffs);
  tcase_add_test(tests, diffs_for_programs);
  tcase_add_test(tests, diffs_of_what_is_asked_for);
  tcase_add_test(tests, diffs_that_cannot_be_made);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
