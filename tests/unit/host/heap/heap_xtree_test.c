/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of execution trees, byte by byte as Valgrind writes them. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/fake_symbols.h"
#include "support/report_run.h"
#include "support/temporary_file.h"

enum {
  MALLOC = 0x4841000,
  MAKE = 0x109010,
  MAIN = 0x109020,
  MAIN_AGAIN = 0x109030,
  NOWHERE = 0x109040,
  BELOW_MAIN = 0x109050,
};
enum { STACK_MAKE = 1, STACK_MAIN, STACK_UNKNOWN, STACK_MALLOC_ONLY };
enum { FILE_BYTES = 1 << 14 };

static struct report_run run;
static char read_text[FILE_BYTES];

static void setup(void)
{
  temporary_file_setup();
  fake_symbols_clear();
  fake_symbols_add(MALLOC - 0x4840000 + 0x100000, "malloc", NULL, NULL, 0);
  fake_symbols_add(MAKE - 0x108000, "helper", "/src", "make.h", 3); /* inlined into the next */
  fake_symbols_last()->is_inlined = true;
  fake_symbols_add(MAKE - 0x108000, "make(int)::{lambda()#1}", "/src", "make.cpp", 7);
  fake_symbols_add(MAIN - 0x108000, "main", "/src", "main.cpp", 20);
  fake_symbols_add(MAIN_AGAIN - 0x108000, "main", "/src", "main.cpp", 21);
  fake_symbols_add(BELOW_MAIN - 0x108000, "__libc_start_main", NULL, NULL, 0);
}

static void build_stacks(void)
{
  struct record_builder *stream = &run.stream;
  build_stack(stream, (struct record_stack){STACK_MAKE, 2, BUILD_NUMBERS(MALLOC, MAKE, MAIN, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_MAIN, 2, BUILD_NUMBERS(MALLOC, MAIN_AGAIN, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_UNKNOWN, 2, BUILD_NUMBERS(MALLOC, NOWHERE, MAIN)});
  build_stack(stream, (struct record_stack){STACK_MALLOC_ONLY, 2, BUILD_NUMBERS(MALLOC)});
}

static void begin(const char *const *options)
{
  report_run_begin(&run, options);
  report_run_start(&run);
  build_stacks();
}

static void expect_file(const char *path, const char *expected)
{
  FILE *file = fopen(path, "re");
  ck_assert_ptr_nonnull(file);
  read_text[fread(read_text, 1, sizeof read_text - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(read_text, expected);
}

#define CALLGRIND_HEAD                                                                   \
  "# callgrind format\nversion: 1\ncreator: xtree-1\npid: 100\ncmd: ./leak a b\n\npositions: line\n"
#define LIVE_EVENTS                                                                                          \
  "event: curB : currently allocated Bytes\nevent: curBk : currently allocated Blocks\nevents: curB  curBk \n"

/* Stacks of one frame have only the allocation function, which is left out. */
START_TEST(live_blocks_are_told_stack_by_stack)
{
  begin(NULL);
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .has_more = 1, .by_monitor = 1,
                                                 .file = build_string(temporary_file),
                                                 .stack_ids = BUILD_NUMBERS(STACK_MAKE, STACK_MAIN),
                                                 .bytes = BUILD_NUMBERS(1337, 13), .blocks = BUILD_NUMBERS(2, 1)});
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .by_monitor = 1,
                                                 .file = build_string(temporary_file),
                                                 .stack_ids = BUILD_NUMBERS(STACK_UNKNOWN, STACK_MALLOC_ONLY),
                                                 .bytes = BUILD_NUMBERS(5, 500), .blocks = BUILD_NUMBERS(1, 1)});
  ck_no_error(report_run_take(&run));
  expect_file(temporary_file,
              CALLGRIND_HEAD LIVE_EVENTS
              "fl=(1) /src/main.cpp\nfn=(1) main\n20\n"
              "cfi=(2) /src/make.h\ncfn=(2) make(int)::{lambda()#1}\ncalls=0 3\n20 1337 2\n"
              "fl=(2)\nfn=(2)\n3 1337 2\n\n"
              "fl=(1)\nfn=(1)\n21 13 1\n\n"
              "fl=(1)\nfn=(1)\n20\ncfi=(3) UnknownFile???\ncfn=(3) UnknownFn???\ncalls=0 0\n20 5 1\n"
              "fl=(3)\nfn=(3)\n0 5 1\n\n"
              "totals: 1355 4\n");
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "xtree memory report: "));
  report_run_end(&run);
}
END_TEST

START_TEST(names_may_be_written_each_time)
{
  begin((const char *const[]){"--xtree-compress-strings=no", "-q", NULL});
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .file = build_string(temporary_file),
                                                 .stack_ids = BUILD_NUMBERS(STACK_MAIN, STACK_MAIN),
                                                 .bytes = BUILD_NUMBERS(13, 13), .blocks = BUILD_NUMBERS(1, 1)});
  ck_no_error(report_run_take(&run));
  expect_file(temporary_file, CALLGRIND_HEAD LIVE_EVENTS
                              "fl=/src/main.cpp\nfn=main\n21 13 1\n\nfl=/src/main.cpp\nfn=main\n21 13 1\n\n"
                              "totals: 26 2\n");
  ck_assert_str_eq(report_run_text(&run), "");
  report_run_end(&run);
}
END_TEST

#define SNAPSHOT(number, bytes)                                                                                \
  "#-----------\nsnapshot=" number "\n#-----------\ntime=1500\nmem_heap_B=" bytes                              \
  "\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\n"
#define MAKE_LINES(value)                                                                              \
  " n1: " value " 0x109010: helper (make.h:3)\n  n1: " value " 0x109010: make(int)::{lambda()+1} (make.cpp:7)\n" \
  "   n0: " value " 0x109020: main (main.cpp:20)\n"

/* Each event is a snapshot; what none has is one line. */
START_TEST(massif_has_a_snapshot_for_each_event)
{
  char path[200];
  snprintf(path, sizeof path, "%s.ms", temporary_file);
  begin(NULL);
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_FULL,
                                                 .file = build_string(path),
                                                 .elapsed_ns = 1500000000,
                                                 .stack_ids = BUILD_NUMBERS(STACK_MAIN, STACK_MAKE),
                                                 .bytes = BUILD_NUMBERS(13, 1337),
                                                 .blocks = BUILD_NUMBERS(1, 1),
                                                 .total_bytes = BUILD_NUMBERS(2000, 1337),
                                                 .total_blocks = BUILD_NUMBERS(9, 1),
                                                 .freed_bytes = BUILD_NUMBERS(0, 0),
                                                 .freed_blocks = BUILD_NUMBERS(0, 0)});
  ck_no_error(report_run_take(&run));
  expect_file(path, "desc: xtree.produce_report\ncmd: ./leak a b\ntime_unit: ms\n"
                    SNAPSHOT("0", "1350") "n2: 1350 curB : currently allocated Bytes\n"
                    MAKE_LINES("1337") " n0: 13 0x109030: main (main.cpp:21)\n"
                    SNAPSHOT("1", "2") "n2: 2 curBk : currently allocated Blocks\n"
                    MAKE_LINES("1") " n0: 1 0x109030: main (main.cpp:21)\n"
                    SNAPSHOT("2", "3337") "n2: 3337 totB : total allocated Bytes\n"
                    " n0: 2000 0x109030: main (main.cpp:21)\n" MAKE_LINES("1337")
                    SNAPSHOT("3", "10") "n2: 10 totBk : total allocated Blocks\n"
                    " n0: 9 0x109030: main (main.cpp:21)\n" MAKE_LINES("1")
                    SNAPSHOT("4", "0") "n1: 0 totFdB : total Freed Bytes\n"
                    " n0: 0 in 2 places, all below massif's threshold (0.00%)\n"
                    SNAPSHOT("5", "0") "n1: 0 totFdBk : total Freed Blocks\n"
                    " n0: 0 in 2 places, all below massif's threshold (0.00%)\n");
  unlink(path);
  report_run_end(&run);
}
END_TEST

static struct record_loss loss(enum record_leak_kind kind, uint64_t stack_id, uint64_t bytes, uint64_t blocks)
{
  return (struct record_loss){.check_id = 1, .kind = kind, .stack_id = stack_id, .bytes = bytes, .blocks = blocks};
}

/* One stack with two records, the first of them smaller than before. */
START_TEST(losses_have_values_increases_and_decreases)
{
  begin((const char *const[]){"--xtree-leak=yes", "--leak-check=summary", NULL});
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_SUMMARY, .tid = 1,
                                                           .reason = RECORD_LEAK_AT_EXIT,
                                                           .xtree_file = build_string(temporary_file)});
  struct record_loss definite = loss(RECORD_LEAK_DEFINITE, STACK_MAIN, 100, 2);
  definite.indirect_bytes = 1337;
  definite.indirect_blocks = 1;
  definite.old_bytes = 150;
  definite.old_blocks = 3;
  definite.old_indirect_bytes = 1000;
  build_loss(&run.stream, definite);
  build_loss(&run.stream, loss(RECORD_LEAK_REACHABLE, STACK_MAIN, 7, 1));
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  ck_no_error(report_run_take(&run));
  const char *tree, *text = report_run_text(&run);
  ck_assert_ptr_nonnull(strstr(text, "xtree leak report: "));
  ck_assert_ptr_null(strstr(text, "loss record"));
  FILE *file = fopen(temporary_file, "re");
  read_text[fread(read_text, 1, sizeof read_text - 1, file)] = '\0';
  fclose(file);
  tree = strstr(read_text, "\nevents:");
  ck_assert_ptr_nonnull(tree);
  ck_assert_str_eq(tree,
                   "\nevents: RB  PB  IB  DB  DIB  RBk  PBk  IBk  DBk  iRB  iPB  iIB  iDB  iDIB  iRBk  iPBk  iIBk "
                   " iDBk  dRB  dPB  dIB  dDB  dDIB  dRBk  dPBk  dIBk  dDBk \n"
                   "fl=(1) /src/main.cpp\nfn=(1) main\n21\ncfi=(2) UnknownFile???\ncfn=(2) malloc\ncalls=0 0\n"
                   "21 7 0 0 1437 1337 1 0 0 2 7 0 0 337 337 1 0 0 0 0 0 0 50 0 0 0 0 1\n"
                   "fl=(2)\nfn=(2)\n0 7 0 0 1437 1337 1 0 0 2 7 0 0 337 337 1 0 0 0 0 0 0 50 0 0 0 0 1\n\n"
                   "totals: 7 0 0 1437 1337 1 0 0 2 7 0 0 337 337 1 0 0 0 0 0 0 50 0 0 0 0 1\n");
  report_run_end(&run);
}
END_TEST

START_TEST(frames_that_contradict_each_other_are_refused)
{
  begin(NULL);
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .file = build_string(temporary_file),
                                                 .stack_ids = BUILD_NUMBERS(STACK_MAIN), .bytes = BUILD_NUMBERS(13)});
  ck_error_says(report_run_take(&run), "its lists differ in length");
  build_xtree(&run.stream, (struct record_xtree){.content = 3, .file = build_string(temporary_file)});
  ck_error_says(report_run_take(&run), "unknown");
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .has_more = 1,
                                                 .file = build_string(temporary_file)});
  build_xtree(&run.stream, (struct record_xtree){.content = RECORD_XTREE_FULL, .file = build_string(temporary_file)});
  ck_error_says(report_run_take(&run), "another content");
  report_run_end(&run);
}
END_TEST

START_TEST(a_file_that_cannot_be_had_is_told)
{
  begin(NULL);
  build_xtree(&run.stream,
              (struct record_xtree){.content = RECORD_XTREE_ALLOCS, .file = build_string("/nonexistent/x")});
  ck_no_error(report_run_take(&run));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "Error: can not open xtree output file `/nonexistent/x'\n"));
  report_run_end(&run);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("execution trees");
  TCase *tests = tcase_create("execution trees");
  tcase_add_checked_fixture(tests, setup, temporary_file_teardown);
  tcase_add_test(tests, live_blocks_are_told_stack_by_stack);
  tcase_add_test(tests, names_may_be_written_each_time);
  tcase_add_test(tests, massif_has_a_snapshot_for_each_event);
  tcase_add_test(tests, losses_have_values_increases_and_decreases);
  tcase_add_test(tests, frames_that_contradict_each_other_are_refused);
  tcase_add_test(tests, a_file_that_cannot_be_had_is_told);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
