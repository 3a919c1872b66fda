/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What reports say, in Memcheck's words. The streams follow real runs; reports are compared with tests/reports/,
 * where the sentences and their layout are Memcheck's. */
#include "unit/unit.h"

#include <string.h>

#include "support/fake_symbols.h"
#include "support/report_run.h"

enum {
  MALLOC = 0x48417b4,
  FREE = 0x484417b,
  LOSE = 0x10916a,
  LOSE_NEXT = 0x109178,
  MAIN = 0x1091b0,
  MAIN_LOST = 0x109253,
  MAIN_KEPT = 0x1091c4,
  MAIN_ALLOC = 0x1091d5,
  MAIN_FREE = 0x1091e5,
  MAIN_FREE_AGAIN = 0x1091f1,
  BELOW_MAIN = 0x109300,
};

enum {
  STACK_LOSE = 1,
  STACK_LOSE_NEXT,
  STACK_LOST,
  STACK_KEPT,
  STACK_ALLOC,
  STACK_FREE,
  STACK_FREE_AGAIN,
  STACK_ONE_FRAME,
};

/* The program begins at 0x108000 in the file at 0, the library at 0x4840000 at 0x100000. */
static void name(uint64_t ip, const char *function, unsigned line)
{
  bool in_program = ip < 0x4840000;
  fake_symbols_add(in_program ? ip - 0x108000 : ip - 0x4840000 + 0x100000, function, in_program ? "/home/user" : NULL,
                   in_program ? "leak.c" : NULL, line);
}

static void setup(void)
{
  fake_symbols_clear();
  name(MALLOC, "malloc", 0);
  name(FREE, "free", 0);
  name(LOSE, "lose", 5);
  name(LOSE_NEXT, "lose", 5);
  name(MAIN, "main", 6);
  name(MAIN_LOST, "main", 7);
  name(MAIN_KEPT, "main", 6);
  name(MAIN_ALLOC, "main", 6);
  name(MAIN_FREE, "main", 6);
  name(MAIN_FREE_AGAIN, "main", 6);
  name(BELOW_MAIN, "__libc_start_call_main", 58);
}

static void build_stacks(struct record_builder *stream)
{
  build_stack(stream, (struct record_stack){STACK_LOSE, 2, BUILD_NUMBERS(MALLOC, LOSE, MAIN, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_LOSE_NEXT, 2, BUILD_NUMBERS(MALLOC, LOSE_NEXT, MAIN, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_LOST, 2, BUILD_NUMBERS(MALLOC, MAIN_LOST, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_KEPT, 2, BUILD_NUMBERS(MALLOC, MAIN_KEPT, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_ALLOC, 2, BUILD_NUMBERS(MALLOC, MAIN_ALLOC, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_FREE, 2, BUILD_NUMBERS(FREE, MAIN_FREE, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_FREE_AGAIN, 2, BUILD_NUMBERS(FREE, MAIN_FREE_AGAIN, BELOW_MAIN)});
  build_stack(stream, (struct record_stack){STACK_ONE_FRAME, 2, BUILD_NUMBERS(LOSE)});
}

static void build_double_free(struct record_builder *stream)
{
  build_error(stream, (struct record_error){
                        .id = 1,
                        .kind = RECORD_ERROR_INVALID_FREE,
                        .tid = 1,
                        .stack_id = STACK_FREE_AGAIN,
                        .address = 0x4a441f0,
                        .place = RECORD_PLACE_FREED_BLOCK,
                        .block_start = 0x4a441f0,
                        .block_bytes = 10,
                        .alloc_stack_id = STACK_ALLOC,
                        .free_stack_id = STACK_FREE,
                      });
}

static struct record_loss loss(enum record_leak_kind kind, uint64_t stack_id, uint64_t bytes, uint64_t blocks)
{
  return (struct record_loss){.check_id = 1, .kind = kind, .stack_id = stack_id, .bytes = bytes, .blocks = blocks};
}

/* The core's empty line before the end, and the heap. */
static void build_totals(struct record_builder *stream, struct record_heap heap)
{
  build_message(stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("\n")});
  build_heap(stream, heap);
}

static void build_leaks(struct record_builder *stream)
{
  build_leak_begin(stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  struct record_loss lose = loss(RECORD_LEAK_DEFINITE, STACK_LOSE, 4032, 3);
  lose.indirect_bytes = 4032;
  lose.indirect_blocks = 3;
  build_loss(stream, lose);
  build_loss(stream, loss(RECORD_LEAK_DEFINITE, STACK_LOST, 10, 1));
  struct record_loss next = loss(RECORD_LEAK_INDIRECT, STACK_LOSE_NEXT, 4032, 3);
  next.leader_stack_id = STACK_LOSE;
  build_loss(stream, next);
  struct record_loss kept = loss(RECORD_LEAK_REACHABLE, STACK_KEPT, 100, 1);
  kept.root_class = RECORD_ROOT_GLOBAL;
  build_loss(stream, kept);
  build_leak_end(stream, (struct record_leak_end){1, 105072, 1});
}

static void build_end(struct record_builder *stream)
{
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
}

static const struct record_heap whole_heap = {8174, 8, 10, 7, 8189, 0};

/* The whole run with these options, compared with a report. A quiet core sends no empty line before the end. */
static void whole_run(const char *report, const char *suppressions, const char *const *options)
{
  struct report_run run;
  report_run_begin(&run, options);
  if (suppressions)
    report_run_suppress(&run, suppressions);
  report_run_start(&run);
  build_stacks(&run.stream);
  build_double_free(&run.stream);
  if (options[0] && strcmp(options[0], "-q") == 0)
    build_heap(&run.stream, whole_heap);
  else
    build_totals(&run.stream, whole_heap);
  build_leaks(&run.stream);
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  report_run_expect(&run, report);
  report_run_end(&run);
}
#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(full)
{
  whole_run("full", NULL, OPTIONS("--leak-check=full"));
}
END_TEST

START_TEST(all_kinds_with_suppressions_to_copy)
{
  whole_run("all-kinds", NULL, OPTIONS("--leak-check=full", "--show-leak-kinds=all", "--gen-suppressions=all"));
}
END_TEST

START_TEST(digest)
{
  whole_run("digest", NULL, OPTIONS("--personality=seep"));
}
END_TEST

START_TEST(quiet)
{
  whole_run("quiet", NULL, OPTIONS("-q", "--leak-check=full"));
}
END_TEST

START_TEST(summary)
{
  whole_run("summary", NULL, OPTIONS("--leak-check=summary"));
}
END_TEST

START_TEST(no_leak_check)
{
  whole_run("no-leak-check", NULL, OPTIONS("--leak-check=no"));
}
END_TEST

/* Both kinds of suppressed findings are listed with how often they were used, the last used first. */
START_TEST(lists_and_suppressions)
{
  whole_run("lists",
            "{\n  loses\n  Memcheck:Leak\n  match-leak-kinds: definite,indirect\n  fun:malloc\n  fun:lose\n}\n"
            "{\n  frees-twice\n  Memcheck:Free\n  fun:free\n  fun:main\n}\n"
            "{\n  never-used\n  Memcheck:Leak\n  fun:nothing\n}\n",
            OPTIONS("--leak-check=full", "-s", "-v"));
}
END_TEST

START_TEST(all_lists)
{
  whole_run("all-lists", "{\n  frees-twice\n  Memcheck:Free\n  fun:free\n  fun:main\n}\n",
            OPTIONS("--leak-check=full", "--show-error-list=all"));
}
END_TEST

START_TEST(markers_paths_and_stacks_below_main)
{
  whole_run("markers", NULL,
            OPTIONS("--leak-check=full", "--error-markers=BEGIN,END", "--fullpath-after=/home/",
                    "--show-below-main=yes"));
}
END_TEST

START_TEST(few_callers)
{
  whole_run("few-callers", NULL, OPTIONS("--leak-check=full", "--num-callers=2"));
}
END_TEST

/* --- other runs --- */

static void begin(struct report_run *run, const char *const *options)
{
  report_run_begin(run, options);
  report_run_start(run);
  build_stacks(&run->stream);
}

static void finish(struct report_run *run, const char *report)
{
  ck_no_error(report_run_take(run));
  report_run_expect(run, report);
  report_run_end(run);
}

START_TEST(nothing_lost)
{
  struct report_run run;
  begin(&run, NULL);
  build_totals(&run.stream, (struct record_heap){0, 0, 2, 2, 1337, 0});
  build_leak_begin(&run.stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_SUMMARY,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_leak_end(&run.stream, (struct record_leak_end){1, 1000, 1});
  build_end(&run.stream);
  finish(&run, "nothing-lost");
}
END_TEST

static void build_delta_check(struct record_builder *stream, uint64_t id, enum record_leak_delta delta,
                              struct record_loss first, struct record_loss second)
{
  build_leak_begin(stream,
                   (struct record_leak_begin){.id = id, .mode = RECORD_LEAK_FULL, .delta = delta,
                                              .reason = RECORD_LEAK_BY_REQUEST, .tid = 1});
  first.check_id = second.check_id = id;
  build_loss(stream, first);
  build_loss(stream, second);
  build_leak_end(stream, (struct record_leak_end){id, 1000, 1});
}

START_TEST(differences_between_checks)
{
  struct report_run run;
  struct record_loss grown = loss(RECORD_LEAK_DEFINITE, STACK_LOSE, 2000, 2);
  struct record_loss gone = loss(RECORD_LEAK_POSSIBLE, STACK_LOST, 0, 0);
  begin(&run, OPTIONS("--leak-check=full"));
  build_delta_check(&run.stream, 1, RECORD_DELTA_NONE, loss(RECORD_LEAK_DEFINITE, STACK_LOSE, 1000, 1),
                    loss(RECORD_LEAK_POSSIBLE, STACK_LOST, 10, 1));
  grown.old_bytes = 1000;
  grown.old_blocks = 1;
  grown.indirect_bytes = 1500;
  gone.old_bytes = 10;
  gone.old_blocks = 1;
  build_delta_check(&run.stream, 2, RECORD_DELTA_INCREASED, grown, gone);
  build_delta_check(&run.stream, 3, RECORD_DELTA_CHANGED, grown, gone);
  finish(&run, "deltas");
}
END_TEST

START_TEST(heuristics)
{
  struct report_run run;
  struct record_loss held = loss(RECORD_LEAK_REACHABLE, STACK_KEPT, 48, 1);
  held.heuristic = RECORD_HEURISTIC_NEWARRAY;
  struct record_loss string = loss(RECORD_LEAK_REACHABLE, STACK_LOSE, 1337, 2);
  string.heuristic = RECORD_HEURISTIC_STDSTRING;
  begin(&run, OPTIONS("--leak-check=full"));
  build_totals(&run.stream, (struct record_heap){1385, 3, 3, 0, 1385, 0});
  build_leak_begin(&run.stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&run.stream, held);
  build_loss(&run.stream, string);
  build_leak_end(&run.stream, (struct record_leak_end){1, 1000, 1});
  build_end(&run.stream);
  finish(&run, "heuristics");
}
END_TEST

/* A child after fork has its parent's blocks too; it reports its own. */
static void build_child(struct record_builder *stream)
{
  struct record_loss inherited = loss(RECORD_LEAK_DEFINITE, STACK_LOSE, 1000, 1);
  inherited.inherited = 1;
  build_totals(stream, (struct record_heap){1010, 2, 2, 0, 1010, 0});
  build_leak_begin(stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(stream, inherited);
  build_loss(stream, loss(RECORD_LEAK_DEFINITE, STACK_LOST, 10, 1));
  build_leak_end(stream, (struct record_leak_end){1, 1000, 1});
  build_end(stream);
}

START_TEST(inherited_blocks)
{
  struct report_run run;
  begin(&run, OPTIONS("--leak-check=full", "--count-inherited=no"));
  build_child(&run.stream);
  finish(&run, "inherited");
}
END_TEST

START_TEST(inherited_blocks_counted)
{
  struct report_run run;
  begin(&run, OPTIONS("--leak-check=full", "--count-inherited=yes"));
  build_child(&run.stream);
  finish(&run, "inherited-counted");
}
END_TEST

static struct record_error simple_error(uint64_t id, enum record_error_kind kind)
{
  return (struct record_error){.id = id, .kind = kind, .tid = 1, .stack_id = STACK_FREE, .address = 0x5000};
}

static struct record_error aligned_error(uint64_t id, enum record_error_kind kind, uint64_t size, uint64_t alignment,
                                         const char *text)
{
  struct record_error error = simple_error(id, kind);
  error.size = size;
  error.auxiliary = alignment;
  error.text = build_string(text);
  error.place = RECORD_PLACE_LIVE_BLOCK;
  error.block_start = 0x5000;
  error.block_bytes = 1337;
  error.alloc_stack_id = STACK_ALLOC;
  return error;
}

START_TEST(every_kind_of_error)
{
  struct report_run run;
  begin(&run, NULL);
  struct record_error error = simple_error(1, RECORD_ERROR_FISHY_VALUE);
  error.text = build_string("malloc(size)");
  error.size = UINT64_MAX;
  build_error(&run.stream, error);
  error = simple_error(2, RECORD_ERROR_MISMATCHED_FREE);
  error.place = RECORD_PLACE_LIVE_BLOCK;
  error.block_start = 0x5000;
  error.block_bytes = 1337;
  error.alloc_stack_id = STACK_ALLOC;
  build_error(&run.stream, error);
  error.id = 3;
  error.kind = RECORD_ERROR_REALLOC_ZERO;
  build_error(&run.stream, error);
  build_error(&run.stream, simple_error(4, RECORD_ERROR_MEMPOOL));
  build_error(&run.stream, aligned_error(5, RECORD_ERROR_BAD_ALIGNMENT, 0, 63, "(should be power of 2)"));
  build_error(&run.stream, aligned_error(6, RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT, 1337, 64,
                                         "(size should be a multiple of alignment)"));
  build_error(&run.stream, aligned_error(7, RECORD_ERROR_ZERO_SIZE, 0, 0, ""));
  build_error(&run.stream, aligned_error(8, RECORD_ERROR_SIZE_MISMATCH, 1338, 0, "new/delete"));
  build_error(&run.stream, aligned_error(9, RECORD_ERROR_ALIGNMENT_MISMATCH, 64, 128, "new/delete"));
  build_error(&run.stream, aligned_error(10, RECORD_ERROR_ALIGNMENT_MISMATCH, 64, UINT64_MAX, "new[]/delete[]"));
  build_end(&run.stream);
  finish(&run, "error-kinds");
}
END_TEST

/* --- errors of values and addresses --- */

static struct record_error value_error(uint64_t id, enum record_error_kind kind, enum record_origin origin)
{
  struct record_error error = simple_error(id, kind);
  error.size = 8;
  error.text = build_string("write(buf)");
  error.origin = origin;
  error.origin_stack_id = origin == RECORD_ORIGIN_STACK ? STACK_ONE_FRAME : STACK_ALLOC;
  return error;
}

static void build_value_errors(struct record_builder *stream)
{
  build_error(stream, value_error(1, RECORD_ERROR_CONDITION, RECORD_ORIGIN_HEAP));
  build_error(stream, value_error(2, RECORD_ERROR_VALUE, RECORD_ORIGIN_STACK));
  struct record_error error = value_error(3, RECORD_ERROR_CONDITION, RECORD_ORIGIN_CLIENT);
  build_error(stream, error);
  error = value_error(4, RECORD_ERROR_VALUE, RECORD_ORIGIN_NONE);
  error.size = 16;
  error.origin_stack_id = 0;
  build_error(stream, error);
  build_error(stream, value_error(5, RECORD_ERROR_CONDITION, RECORD_ORIGIN_NONE));
}

START_TEST(values_and_their_origins)
{
  struct report_run run;
  begin(&run, OPTIONS("--gen-suppressions=all"));
  build_value_errors(&run.stream);
  build_end(&run.stream);
  finish(&run, "values");
}
END_TEST

static struct record_error block_error(uint64_t id, enum record_error_kind kind, uint64_t size)
{
  struct record_error error = simple_error(id, kind);
  error.size = size;
  error.place = RECORD_PLACE_FREED_BLOCK;
  error.block_start = 0x4ff0;
  error.block_bytes = 1337;
  error.alloc_stack_id = STACK_ALLOC;
  error.free_stack_id = STACK_FREE;
  return error;
}

START_TEST(accesses_and_jumps)
{
  struct report_run run;
  begin(&run, OPTIONS("--gen-suppressions=all"));
  build_error(&run.stream, block_error(1, RECORD_ERROR_INVALID_READ, 1));
  build_error(&run.stream, block_error(2, RECORD_ERROR_INVALID_WRITE, 32));
  struct record_error error = simple_error(3, RECORD_ERROR_INVALID_READ);
  error.size = 4;
  error.place = RECORD_PLACE_JUST_BELOW;
  build_error(&run.stream, error);
  build_error(&run.stream, simple_error(4, RECORD_ERROR_INVALID_JUMP));
  /* No suppression can name this size. */
  error.id = 5;
  error.size = 10;
  build_error(&run.stream, error);
  build_end(&run.stream);
  finish(&run, "accesses");
}
END_TEST

START_TEST(parameters_checks_and_overlaps)
{
  struct report_run run;
  begin(&run, OPTIONS("--gen-suppressions=all"));
  for (enum record_param param = RECORD_PARAM_REGISTER; param <= RECORD_PARAM_UNDEFINED; param++) {
    struct record_error error = value_error(1 + param, RECORD_ERROR_SYSCALL_PARAM, RECORD_ORIGIN_HEAP);
    error.auxiliary = param;
    build_error(&run.stream, error);
  }
  for (enum record_param param = RECORD_PARAM_UNADDRESSABLE; param <= RECORD_PARAM_UNDEFINED; param++) {
    struct record_error error = value_error(10 + param, RECORD_ERROR_CLIENT_CHECK, RECORD_ORIGIN_STACK);
    error.auxiliary = param;
    build_error(&run.stream, error);
  }
  struct record_error error = simple_error(20, RECORD_ERROR_OVERLAP);
  error.text = build_string("memcpy");
  error.auxiliary = 0x5008;
  error.size = 20;
  build_error(&run.stream, error);
  error.id = 21;
  error.text = build_string("strcpy");
  error.size = 0;
  build_error(&run.stream, error);
  error = simple_error(22, RECORD_ERROR_COREMEM);
  error.text = build_string("signal handler frame");
  build_error(&run.stream, error);
  build_end(&run.stream);
  finish(&run, "parameters");
}
END_TEST

START_TEST(hint_at_origins)
{
  static const char hint[] = "==100== Use --track-origins=yes to see where uninitialised values come from\n"
                             "==100== For lists of detected and suppressed errors, rerun with: -s\n";
  static const char entry[] = "{\n  all\n  Memcheck:Cond\n  fun:free\n}\n{\n  all\n  Memcheck:Value8\n  fun:free\n}\n"
                              "{\n  all\n  Memcheck:Value16\n  fun:free\n}\n";
  static const struct {
    const char *options[2], *suppressions;
    bool has_hint;
  } cases[] = {
    {{"--track-origins=no"}, NULL, true},
    {{"--track-origins=no"}, entry, false},
    {{"--track-origins=yes"}, NULL, false},
    {{"--track-origins=no", "-q"}, NULL, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct report_run run;
    report_run_begin(&run, OPTIONS(cases[i].options[0], cases[i].options[1]));
    if (cases[i].suppressions)
      report_run_suppress(&run, cases[i].suppressions);
    report_run_start(&run);
    build_stacks(&run.stream);
    build_value_errors(&run.stream);
    build_end(&run.stream);
    ck_no_error(report_run_take(&run));
    ck_assert_int_eq(strstr(report_run_text(&run), hint) != NULL, cases[i].has_hint);
    report_run_end(&run);
  }
}
END_TEST

/* Whatever a record's fields say, there is a report. */
START_TEST(fields_without_sense)
{
  static const uint64_t kinds[] = {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) number,
#include "shared/record/error_kinds.def"
  };
  static const uint64_t values[] = {0, 1, 2, 3, 4, 11, 1000, (uint64_t)1 << 63, UINT64_MAX};
  struct report_run run;
  uint64_t id = 0;
  begin(&run, OPTIONS("--gen-suppressions=all", "--error-limit=no", "--show-error-list=all"));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    for (size_t j = 0; j < sizeof values / sizeof *values; j++)
      for (uint64_t place = 0; place < 13; place++) {
        uint64_t value = values[j];
        build_error(&run.stream,
                    (struct record_error){.id = ++id, .kind = kinds[i], .tid = value, .stack_id = STACK_FREE,
                                          .address = value, .size = value, .text = build_string("\n)("),
                                          .auxiliary = value, .place = place, .block_start = value,
                                          .block_bytes = value, .place_tid = value, .place_frame = value,
                                          .place_stack_id = STACK_LOSE, .place_offset = value, .place_detail = value,
                                          .origin = value, .origin_stack_id = STACK_ALLOC});
      }
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  char expected[64];
  snprintf(expected, sizeof expected, "ERROR SUMMARY: %llu errors from", (unsigned long long)id);
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), expected));
  report_run_end(&run);
}
END_TEST

START_TEST(every_kind_of_place)
{
  struct report_run run;
  begin(&run, NULL);
  struct record_error error = simple_error(1, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_STACK;
  error.place_tid = 1;
  error.place_frame = 2;
  error.place_stack_id = STACK_LOSE;
  build_error(&run.stream, error);
  error.id = 2;
  error.place_frame = 0;
  error.place_detail = RECORD_STACK_BELOW_SP;
  error.place_offset = (uint64_t)-16;
  build_error(&run.stream, error);
  error = simple_error(3, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_SEGMENT;
  error.place_frame = RECORD_SEGMENT_READ | RECORD_SEGMENT_WRITE;
  build_error(&run.stream, error);
  error.id = 4;
  error.place_frame = RECORD_SEGMENT_READ | RECORD_SEGMENT_FILE;
  error.place_name = build_string("/tmp/file");
  build_error(&run.stream, error);
  error = simple_error(5, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_DATA_SYMBOL;
  error.place_name = build_string("table");
  error.place_offset = 8;
  build_error(&run.stream, error);
  error.id = 6;
  error.place = RECORD_PLACE_SECTION;
  error.place_section = build_string("BSS");
  error.place_name = build_string("/home/user/leak");
  build_error(&run.stream, error);
  error = simple_error(9, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_STACK;
  error.place_tid = 2;
  error.place_detail = RECORD_STACK_GUARD_PAGE;
  error.place_offset = (uint64_t)-4096;
  build_error(&run.stream, error);
  error = simple_error(10, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_BRK;
  error.block_start = 0x4000;
  error.block_bytes = 0x2000;
  build_error(&run.stream, error);
  error.id = 11;
  error.block_bytes = 0x800;
  build_error(&run.stream, error);
  error = simple_error(12, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_ARENA;
  error.place_name = build_string("client");
  error.block_start = 0x4ff0;
  error.block_bytes = 1024;
  build_error(&run.stream, error);
  error.id = 13;
  error.place_detail = 1;
  build_error(&run.stream, error);
  error.id = 14;
  error.place = RECORD_PLACE_LIVE_BLOCK;
  error.alloc_stack_id = STACK_ALLOC;
  build_error(&run.stream, error);
  error = simple_error(7, RECORD_ERROR_INVALID_FREE);
  error.place = RECORD_PLACE_POOL_BLOCK;
  error.place_name = build_string("lump");
  error.block_start = 0x5010;
  error.block_bytes = 1000;
  error.alloc_stack_id = STACK_ALLOC;
  build_error(&run.stream, error);
  error.id = 8;
  error.place = RECORD_PLACE_LIVE_BLOCK;
  error.block_start = 0x4000;
  build_error(&run.stream, error);
  build_end(&run.stream);
  finish(&run, "places");
}
END_TEST

START_TEST(threads_are_named_when_they_change)
{
  struct report_run run;
  begin(&run, NULL);
  struct record_error error = simple_error(1, RECORD_ERROR_INVALID_FREE);
  build_thread(&run.stream, (struct record_thread){2, build_string("worker")});
  error.tid = 2;
  build_error(&run.stream, error);
  error.id = 2;
  build_error(&run.stream, error);
  error.id = 3;
  error.tid = 3;
  build_error(&run.stream, error);
  build_end(&run.stream);
  finish(&run, "threads");
}
END_TEST

START_TEST(inlined_calls_are_frames)
{
  struct report_run run;
  fake_symbols_add(0x50, "inner", "/home/user", "leak.h", 3);
  fake_symbols_add(0x50, "middle", "/home/user", "leak.h", 9);
  fake_symbols_add(0x50, "outer", "/home/user", "leak.c", 20);
  begin(&run, OPTIONS("--leak-check=full"));
  build_stack(&run.stream, (struct record_stack){90, 2, BUILD_NUMBERS(MALLOC, 0x108050, MAIN, BELOW_MAIN)});
  build_stack(&run.stream, (struct record_stack){91, 2, BUILD_NUMBERS(0x108050, 0x77777)});
  struct record_error error = simple_error(1, RECORD_ERROR_INVALID_FREE);
  error.stack_id = 90;
  build_error(&run.stream, error);
  error.id = 2;
  error.stack_id = 91;
  build_error(&run.stream, error);
  build_end(&run.stream);
  finish(&run, "inlined");
}
END_TEST

START_TEST(snapshots_are_told_when_they_are_taken)
{
  struct report_run run;
  begin(&run, NULL);
  build_snapshot(&run.stream, (struct record_snapshot){.id = 1, .reason = RECORD_SNAPSHOT_BY_REQUEST, .blocks = 1234,
                                                       .bytes = 56789, .pause_ns = 12345678,
                                                       .label = build_string("after \033[31mload\nnot shown")});
  build_snapshot(&run.stream,
                 (struct record_snapshot){.id = 2,
                                          .reason = RECORD_SNAPSHOT_AT_EXIT,
                                          .problem = build_string("its file could not be written: No space")});
  build_snapshot(&run.stream, (struct record_snapshot){.id = 3, .reason = 99});
  build_snapshot_begun(&run.stream, (struct record_snapshot_begun){.id = 4, .reason = RECORD_SNAPSHOT_BY_SIGNAL,
                                                                   .pause_ns = 12345678});
  build_snapshot(&run.stream, (struct record_snapshot){.id = 4,
                                                       .reason = RECORD_SNAPSHOT_BY_SIGNAL,
                                                       .blocks = 1234567,
                                                       .bytes = 9876543,
                                                       .pause_ns = 12345678,
                                                       .written_ns = 1234567890});
  build_snapshot_begun(&run.stream, (struct record_snapshot_begun){.id = 5, .reason = RECORD_SNAPSHOT_PEAK_SO_FAR});
  build_snapshot(&run.stream, (struct record_snapshot){.id = 5, .reason = RECORD_SNAPSHOT_PEAK_SO_FAR, .blocks = 1});
  build_snapshot(&run.stream, (struct record_snapshot){.id = 6, .reason = RECORD_SNAPSHOT_PEAK_SO_FAR,
                                                       .problem = build_string("the disk is full")});
  build_snapshot(&run.stream, (struct record_snapshot){.id = 5, .reason = RECORD_SNAPSHOT_PEAK, .blocks = 1});
  build_end(&run.stream);
  finish(&run, "snapshots");
}
END_TEST

/* A hundred seconds: one site grows and keeps all, two grow and are freed in the end, of which one is suppressed. */
static void build_growth(struct record_builder *stream, uint64_t allocations)
{
  enum { SECONDS = 100 };
  for (uint64_t second = 0; second <= SECONDS; second++) {
    const uint64_t left = second < SECONDS ? 1 + second : 0, kept = 1 + second;
    build_sample(stream, (struct record_sample){.elapsed_ns = second * 1000000000,
                                                .allocations = allocations * (1 + second),
                                                .live_bytes = kept * 10 + left * 1020,
                                                .live_blocks = kept + 2 * left,
                                                .stack_ids = BUILD_NUMBERS(STACK_KEPT, STACK_LOST, STACK_LOSE),
                                                .bytes = BUILD_NUMBERS(kept * 10, left * 1000, left * 20),
                                                .blocks = BUILD_NUMBERS(kept, left, left)});
  }
}

/* Two conditions of one origin in one line, the second of which happens five times, and others that share less. */
static void storm(const char *option, const char *suppressions, struct report_run *run)
{
  enum { STACK_BELOW_LOSE = 60 };
  report_run_begin(run, OPTIONS(option));
  if (suppressions)
    report_run_suppress(run, suppressions);
  report_run_start(run);
  build_stacks(&run->stream);
  build_stack(&run->stream, (struct record_stack){STACK_BELOW_LOSE, 2, BUILD_NUMBERS(FREE, LOSE, MAIN, BELOW_MAIN)});
  const struct {
    uint64_t kind, origin, stack_id;
  } errors[] = {
    {RECORD_ERROR_CONDITION, RECORD_ORIGIN_HEAP, STACK_LOSE},
    {RECORD_ERROR_CONDITION, RECORD_ORIGIN_HEAP, STACK_BELOW_LOSE},
    {RECORD_ERROR_CONDITION, RECORD_ORIGIN_STACK, STACK_BELOW_LOSE},
    {RECORD_ERROR_VALUE, RECORD_ORIGIN_HEAP, STACK_BELOW_LOSE},
    {RECORD_ERROR_CONDITION, RECORD_ORIGIN_HEAP, STACK_LOSE_NEXT},
  };
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    struct record_error error = value_error(i + 1, (enum record_error_kind)errors[i].kind,
                                            (enum record_origin)errors[i].origin);
    error.stack_id = errors[i].stack_id;
    build_error(&run->stream, error);
  }
  build_error_count(&run->stream, (struct record_error_count){.error_id = 2, .count = 5});
  build_end(&run->stream);
  ck_no_error(report_run_take(run));
}

START_TEST(errors_of_one_origin_and_line_are_folded)
{
  static const char hidden[] = "{\n  first\n  Memcheck:Cond\n  fun:malloc\n  fun:lose\n}\n";
  struct report_run run;
  storm("--personality=seep", NULL, &run);
  const char *text = report_run_text(&run);
  ck_assert_ptr_nonnull(strstr(text, "as an error of the same origin and from the same line was:\n"
                                     "==100==   5 errors in 1 places: Finding "));
  ck_assert_ptr_nonnull(strstr(text, "ERROR SUMMARY: 9 errors from 4 contexts (suppressed: 0 from 0)"));
  report_run_end(&run);
  storm("--personality=memcheck", NULL, &run);
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "ERROR SUMMARY: 9 errors from 5 contexts"));
  report_run_end(&run);
  storm("--personality=seep", hidden, &run);
  ck_assert_ptr_nonnull(
    strstr(report_run_text(&run), "ERROR SUMMARY: 7 errors from 3 contexts (suppressed: 2 from 2)"));
  report_run_end(&run);
}
END_TEST

typedef void run_beginner(struct report_run *run, const char *const *options);

static void growing_run(run_beginner *begin_run, uint64_t allocations, const char *report)
{
  static const char suppression[] = "{\n  gathers\n  Seep:Growth\n  fun:malloc\n  fun:lose\n}\n";
  struct report_run run;
  begin_run(&run, OPTIONS("--personality=seep"));
  report_run_suppress(&run, suppression);
  report_run_start(&run);
  build_stacks(&run.stream);
  build_growth(&run.stream, allocations);
  build_end(&run.stream);
  finish(&run, report);
}

START_TEST(growth_is_told_freed_or_not)
{
  growing_run(report_run_begin, 10, "growth");
  growing_run(report_run_begin_for_people, 10, "growth-screen");
}
END_TEST

START_TEST(what_is_gathered_and_freed_is_not_told)
{
  growing_run(report_run_begin, 4, "growth-gathered");
}
END_TEST

START_TEST(a_stack_goes_on_where_its_message_stopped)
{
  struct report_run run;
  begin(&run, OPTIONS("-q"));
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_GUEST, 1, 0, build_string("here")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, STACK_ONE_FRAME, build_string("")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("next\n")});
  ck_no_error(report_run_take(&run));
  const char *text = report_run_text(&run);
  ck_assert_int_eq(strncmp(text, "**100** here   at 0x", 20), 0);
  ck_assert_ptr_nonnull(strstr(text, ")\n==100== next\n"));
  report_run_end(&run);
}
END_TEST

/* In place of the stack that --keep-stacktraces did not keep, Memcheck's personality has a line, Seep's has none. */
static void stack_not_kept(const char *option, const char *expected)
{
  struct report_run run;
  begin(&run, OPTIONS("-q", option));
  build_error(&run.stream, (struct record_error){
                             .id = 1,
                             .kind = RECORD_ERROR_INVALID_FREE,
                             .tid = 1,
                             .stack_id = STACK_FREE_AGAIN,
                             .place = RECORD_PLACE_FREED_BLOCK,
                             .block_bytes = 1337,
                             .alloc_stack_id = STACK_ALLOC,
                           });
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), expected));
  report_run_end(&run);
}

START_TEST(stacks_that_were_not_kept)
{
  stack_not_kept("--personality=memcheck",
                 "free'd\n==100==    at 0x0: ???\n==100==  Block was alloc'd at\n==100==    at ");
  stack_not_kept("--personality=seep", "free'd\n==100==  Block was alloc'd at\n==100==    at ");
}
END_TEST

START_TEST(quiet_keeps_empty_lines_of_the_core)
{
  struct report_run run;
  begin(&run, OPTIONS("-q"));
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("one\n")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("\n")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("two\n")});
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  ck_assert_str_eq(report_run_text(&run), "==100== one\n==100== \n==100== two\n");
  report_run_end(&run);
}
END_TEST

START_TEST(messages_come_in_pieces)
{
  struct report_run run;
  begin(&run, NULL);
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("one ")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("line\nsecond line\n")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, STACK_LOST, build_string("")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_DEBUG, 1, 0, build_string("debug\n")});
  build_message(&run.stream, (struct record_message){RECORD_MESSAGE_GUEST, 1, 0, build_string("guest \033[31m")});
  build_error(&run.stream, simple_error(1, RECORD_ERROR_INVALID_FREE));
  build_end(&run.stream);
  finish(&run, "messages");
}
END_TEST

START_TEST(time_stamps_come_from_the_record)
{
  struct report_run run;
  begin(&run, OPTIONS("--time-stamp=yes", "-s"));
  build_time(&run.stream, (struct record_time){(((uint64_t)25 * 60 + 2) * 60 + 3) * 1000000000 + 45000000});
  build_error(&run.stream, simple_error(1, RECORD_ERROR_INVALID_FREE));
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = 7});
  build_end(&run.stream);
  finish(&run, "time-stamps");
}
END_TEST

START_TEST(too_many_errors)
{
  struct report_run run;
  begin(&run, NULL);
  ck_no_error(report_run_take(&run));
  for (uint64_t id = 1; id <= 1002; id++)
    build_error(&run.stream, simple_error(id, RECORD_ERROR_INVALID_FREE));
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1002, .count = 9});
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  const char *text = report_run_text(&run);
  ck_assert_ptr_nonnull(strstr(text, "More than 1000 different errors detected.  I'm not reporting any more.\n"));
  ck_assert_ptr_nonnull(strstr(text, "ERROR SUMMARY: 1000 errors from 1000 contexts (suppressed: 0 from 0)"));
  report_run_end(&run);
}
END_TEST

/* As Memcheck ends there, too; a run that was cut says so. */
START_TEST(first_error_has_the_last_word)
{
  for (int is_cut = 0; is_cut < 2; is_cut++) {
    struct report_run run;
    begin(&run, OPTIONS("--exit-on-first-error=yes", "--error-exitcode=9", "-s"));
    build_error(&run.stream, simple_error(1, RECORD_ERROR_CONDITION));
    build_message(&run.stream, (struct record_message){RECORD_MESSAGE_CORE, 1, 0, build_string("the last word\n")});
    if (!is_cut)
      build_end(&run.stream);
    ck_no_error(report_run_take(&run));
    ck_no_error(report_process_finish(run.process, "killed by signal 9"));
    const char *last = strstr(report_run_text(&run), "the last word\n");
    ck_assert_ptr_nonnull(last);
    ck_assert_int_eq(strstr(last, "ERROR SUMMARY: 1 errors") != NULL, is_cut);
    report_run_end(&run);
  }
}
END_TEST

/* --- runs that do not end --- */

START_TEST(cut_before_the_leak_check)
{
  struct report_run run;
  begin(&run, OPTIONS("--leak-check=full"));
  build_double_free(&run.stream);
  ck_no_error(report_run_take(&run));
  ck_no_error(report_process_finish(run.process, "killed by signal 9"));
  finish(&run, "cut");
}
END_TEST

START_TEST(cut_within_the_leak_check)
{
  struct report_run run;
  begin(&run, OPTIONS("--leak-check=full"));
  build_totals(&run.stream, (struct record_heap){1010, 2, 2, 0, 1010, 0});
  build_leak_begin(&run.stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                              .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, STACK_LOST, 10, 1));
  ck_no_error(report_run_take(&run));
  ck_no_error(report_process_finish(run.process, NULL));
  finish(&run, "cut-in-check");
}
END_TEST

START_TEST(exec_is_an_end)
{
  struct report_run run;
  begin(&run, OPTIONS("-q"));
  build_exec(&run.stream, (struct record_exec){build_string("/bin/true"), 0});
  ck_no_error(report_run_take(&run));
  ck_no_error(report_process_finish(run.process, NULL));
  ck_assert_str_eq(report_run_text(&run), "");
  report_run_end(&run);
}
END_TEST

/* --- the child after fork --- */

static void forked(struct report_run *run, const char *const *options)
{
  report_run_begin(run, options);
  build_start(&run->stream, (struct record_start){.pid = 101, .forked_from = 100, .generation = 1});
  build_error(&run->stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL});
  build_end(&run->stream);
  ck_no_error(report_run_take(run));
}

START_TEST(forked_child_has_no_heading)
{
  struct report_run run;
  forked(&run, NULL);
  ck_assert_str_eq(report_run_text(&run),
                   "==101== Illegal memory pool address\n"
                   "==101==  Address 0x0 is not stack'd, malloc'd or (recently) free'd\n"
                   "==101== \n"
                   "==101== For lists of detected and suppressed errors, rerun with: -s\n"
                   "==101== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)\n");
  report_run_end(&run);
}
END_TEST

START_TEST(child_counts_what_was_before_the_fork)
{
  struct report_run run;
  report_run_begin(&run, NULL);
  build_start(&run.stream, (struct record_start){.pid = 101, .forked_from = 100, .inherited_leak_errors = 7,
                                                 .inherited_suppressed_leaks = 5});
  build_error(&run.stream,
              (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL, .inherited = 3, .was_shown = 1});
  build_error(&run.stream,
              (struct record_error){.id = 2, .kind = RECORD_ERROR_INVALID_FREE, .inherited = 1, .was_shown = 1});
  build_error_count(&run.stream, (struct record_error_count){.error_id = 1, .count = 4});
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  ck_assert_str_eq(report_run_text(&run),
                   "==101== For lists of detected and suppressed errors, rerun with: -s\n"
                   "==101== ERROR SUMMARY: 12 errors from 9 contexts (suppressed: 5 from 5)\n");
  report_run_end(&run);
}
END_TEST

START_TEST(silent_child_counts)
{
  struct report_run run;
  forked(&run, OPTIONS("--child-silent-after-fork=yes"));
  ck_assert_str_eq(report_run_text(&run), "");
  struct record_reply reply = {0};
  report_process_answer(run.process, RECORD_QUESTION_EXIT, &reply);
  ck_assert_uint_eq(reply.errors, 1);
  report_run_end(&run);
}
END_TEST

START_TEST(options_change_while_running)
{
  struct report_run run;
  begin(&run, OPTIONS("--leak-check=full"));
  build_option(&run.stream, (struct record_option){.text = build_string("--show-leak-kinds=reachable")});
  build_totals(&run.stream, whole_heap);
  build_leaks(&run.stream);
  build_end(&run.stream);
  ck_no_error(report_run_take(&run));
  ck_assert_ptr_nonnull(strstr(report_run_text(&run), "are still reachable in loss record 2 of 4"));
  ck_assert_ptr_null(strstr(report_run_text(&run), "are definitely lost"));
  report_run_end(&run);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("report_text");
  TCase *tests = tcase_create("text");
  tcase_add_checked_fixture(tests, setup, NULL);
  tcase_add_test(tests, full);
  tcase_add_test(tests, all_kinds_with_suppressions_to_copy);
  tcase_add_test(tests, digest);
  tcase_add_test(tests, quiet);
  tcase_add_test(tests, stacks_that_were_not_kept);
  tcase_add_test(tests, summary);
  tcase_add_test(tests, no_leak_check);
  tcase_add_test(tests, lists_and_suppressions);
  tcase_add_test(tests, all_lists);
  tcase_add_test(tests, markers_paths_and_stacks_below_main);
  tcase_add_test(tests, few_callers);
  tcase_add_test(tests, nothing_lost);
  tcase_add_test(tests, differences_between_checks);
  tcase_add_test(tests, heuristics);
  tcase_add_test(tests, inherited_blocks);
  tcase_add_test(tests, inherited_blocks_counted);
  tcase_add_test(tests, every_kind_of_error);
  tcase_add_test(tests, every_kind_of_place);
  tcase_add_test(tests, values_and_their_origins);
  tcase_add_test(tests, accesses_and_jumps);
  tcase_add_test(tests, parameters_checks_and_overlaps);
  tcase_add_test(tests, hint_at_origins);
  tcase_add_test(tests, fields_without_sense);
  tcase_add_test(tests, threads_are_named_when_they_change);
  tcase_add_test(tests, inlined_calls_are_frames);
  tcase_add_test(tests, snapshots_are_told_when_they_are_taken);
  tcase_add_test(tests, errors_of_one_origin_and_line_are_folded);
  tcase_add_test(tests, growth_is_told_freed_or_not);
  tcase_add_test(tests, what_is_gathered_and_freed_is_not_told);
  tcase_add_test(tests, a_stack_goes_on_where_its_message_stopped);
  tcase_add_test(tests, quiet_keeps_empty_lines_of_the_core);
  tcase_add_test(tests, messages_come_in_pieces);
  tcase_add_test(tests, time_stamps_come_from_the_record);
  tcase_add_test(tests, too_many_errors);
  tcase_add_test(tests, first_error_has_the_last_word);
  tcase_add_test(tests, cut_before_the_leak_check);
  tcase_add_test(tests, cut_within_the_leak_check);
  tcase_add_test(tests, exec_is_an_end);
  tcase_add_test(tests, forked_child_has_no_heading);
  tcase_add_test(tests, child_counts_what_was_before_the_fork);
  tcase_add_test(tests, silent_child_counts);
  tcase_add_test(tests, options_change_while_running);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
