/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings of several records: what is one finding and what is not, sums, hits, owners, suppressions. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/model/process/identify.h"
#include "host/runs/command.h"
#include "support/command_run.h"
#include "support/fake_symbols.h"

static const char *recorded_option; /* of the records that are made */
static char base[] = "/tmp/seep-findings-XXXXXX";

enum { MARK = 1337 }; /* of one line, wherever it stands */

static void setup(void)
{
  unit_make_folder(base);
  ck_assert_int_eq(chdir(base), 0);
  setenv("XDG_STATE_HOME", base, 1);
  setenv("XDG_CACHE_HOME", base, 1);
  recorded_option = "--quiet=no";
  fake_symbols_clear();
  fake_symbols_add(0x10, "malloc", NULL, NULL, 0);
  fake_symbols_add(0x20, "lose", "/build/src", "leak.c", 5);
  fake_symbols_last()->mark = MARK;
  fake_symbols_add(0x21, "lose", "/build/src", "leak.c", 7);
  fake_symbols_last()->mark = MARK;
  fake_symbols_add(0x28, "lose.part.0", "/build/src", "leak.c", 5);
  fake_symbols_last()->mark = MARK;
  fake_symbols_add(0x2c, "lose", "/build/src", "leak.c", 6);
  fake_symbols_add(0x30, "main", "/build/src", "main.c", 9);
  fake_symbols_add(0x40, "other", "/build/lib", "other.c", 1);
}

static void teardown(void)
{
  unit_remove_folder(base);
}

/* --- records --- */

/* A process, up to its last leak check, in which 1337 bytes were allocated at file offset `site`, called from main. */
static void begin_record(struct record_builder *stream, uint64_t pid, uint64_t site, uint64_t load_address)
{
  build_start(stream, (struct record_start){.pid = pid, .start_time_ns = pid, .cwd = build_string(base),
                                            .exe = build_string("/home/me/leak"),
                                            .options = BUILD_STRINGS(build_string("--default-suppressions=no"),
                                                                     build_string(recorded_option)),
                                            .argv = BUILD_STRINGS(build_string("./leak"), build_string("-x"))});
  build_module(stream, (struct record_module){.id = 1, .epoch = 1, .start = load_address, .end = load_address + 0x1000,
                                              .path = build_string("/home/me/leak")});
  build_stack(stream, (struct record_stack){1, 1, BUILD_NUMBERS(load_address + 0x10, load_address + site,
                                                                load_address + 0x30)});
}

static void add_loss(struct record_builder *stream, enum record_leak_kind kind, uint64_t bytes)
{
  build_leak_begin(stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                      .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(stream, (struct record_loss){.check_id = 1, .kind = kind, .stack_id = 1, .bytes = bytes, .blocks = 1});
  build_leak_end(stream, (struct record_leak_end){.id = 1});
}

static void end_record(struct record_builder *stream, const char *path)
{
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT, .exit_status = 3});
  record_builder_write(stream, path);
  record_builder_release(stream);
}

static void make_loss(const char *path, uint64_t pid, uint64_t site, enum record_leak_kind kind)
{
  struct record_builder stream = {0};
  begin_record(&stream, pid, site, pid << 20);
  add_loss(&stream, kind, 1337);
  end_record(&stream, path);
}

/* --- reading --- */

static struct findings_builder *builder;
static const struct findings *findings;

static void read_runs(const char **options, size_t option_count, const char **runs, size_t run_count)
{
  struct command command = {.runs = runs, .run_count = run_count, .options = options, .option_count = option_count};
  ck_no_error(command_findings(&command, &builder, &findings));
}

#define READ(...)                                                             \
  do {                                                                        \
    const char *read_names[] = {__VA_ARGS__};                                 \
    read_runs(NULL, 0, read_names, sizeof read_names / sizeof *read_names);   \
  } while (0)

#define READ_WITH(option, ...)                                                        \
  do {                                                                                \
    const char *read_names[] = {__VA_ARGS__}, *read_options[] = {option};             \
    read_runs(read_options, 1, read_names, sizeof read_names / sizeof *read_names);   \
  } while (0)

START_TEST(one_place_in_two_processes_is_one_finding)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x20, RECORD_LEAK_DEFINITE);
  READ("a.rec", "b.rec");
  ck_assert_uint_eq(findings->count, 1);
  const struct finding *finding = &findings->items[0];
  ck_assert_str_eq(finding->kind, "Leak_DefinitelyLost");
  ck_assert_str_eq(finding->sentence, "2,674 bytes in 2 blocks are definitely lost");
  ck_assert_uint_eq(finding->hit_count, 2);
  ck_assert_uint_eq(finding->hits[1].process, 1);
  ck_assert_uint_eq(finding->hits[1].bytes, 1337);
  ck_assert_uint_eq(finding->stack.count, 3);
  ck_assert_str_eq(finding->stack.frames[finding->site].function, "lose");
  ck_assert_uint_eq(findings->totals.leak_bytes[RECORD_LEAK_DEFINITE], 2674);
  ck_assert_uint_eq(findings->totals.errors, 0);
  ck_assert_uint_eq(findings->totals.leak_findings[RECORD_LEAK_DEFINITE], 1);
  findings_builder_destroy(builder);
}
END_TEST

static struct record_error make_error(uint64_t inherited)
{
  return (struct record_error){.id = 1, .kind = RECORD_ERROR_INVALID_FREE, .tid = 1, .stack_id = 1,
                               .inherited = inherited, .was_shown = inherited > 0};
}

/* A process in which an error happens `count` times, `inherited` of them before the fork it comes from. */
static void make_errors(const char *path, uint64_t pid, uint64_t inherited, uint64_t count)
{
  struct record_builder stream = {0};
  begin_record(&stream, pid, 0x20, 0x100000);
  build_error(&stream, make_error(inherited));
  build_error_count(&stream, (struct record_error_count){.error_id = 1, .count = count});
  end_record(&stream, path);
}

START_TEST(errors_from_before_a_fork_are_found_once)
{
  make_errors("parent.rec", 1, 0, 3);
  make_errors("child.rec", 2, 3, 3);
  make_errors("again.rec", 3, 3, 5);
  READ("parent.rec", "child.rec", "again.rec");
  ck_assert_uint_eq(findings->count, 1);
  ck_assert_uint_eq(findings->items[0].hit_count, 2);
  ck_assert_uint_eq(findings->items[0].hits[0].count, 3);
  ck_assert_uint_eq(findings->items[0].hits[1].count, 2);
  ck_assert_uint_eq(findings->totals.errors, 5);
  ck_assert_uint_eq(findings->processes[1].errors, 0);
  ck_assert_uint_eq(findings->processes[2].errors, 2);
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(lines_and_clones_do_not_change_the_identity)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x21, RECORD_LEAK_DEFINITE);
  make_loss("c.rec", 3, 0x28, RECORD_LEAK_DEFINITE);
  READ("a.rec", "b.rec", "c.rec");
  ck_assert_uint_eq(findings->count, 1);
  ck_assert_uint_eq(findings->items[0].hit_count, 3);
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(two_lines_of_a_function_are_two)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x2c, RECORD_LEAK_DEFINITE);
  READ("a.rec", "b.rec");
  ck_assert_uint_eq(findings->count, 2);
  findings_builder_destroy(builder);
}
END_TEST

/* Several stacks in one process, each with so many bytes. */
static void make_losses(const char *path, const struct record_stack *stacks, const uint64_t *bytes, size_t count)
{
  struct record_builder stream = {0};
  begin_record(&stream, 7, 0x20, 0x1000);
  for (size_t i = 0; i < count; i++)
    build_stack(&stream, stacks[i]);
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  for (size_t i = 0; i < count; i++)
    build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = stacks[i].id,
                                             .bytes = bytes[i], .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, path);
}

START_TEST(callers_of_a_place_are_its_variants)
{
  fake_symbols_add(0x50, "one", "/build/src", "main.c", 20);
  fake_symbols_add(0x58, "two", "/build/src", "main.c", 30);
  make_losses("a.rec", (struct record_stack[]){{3, 1, BUILD_NUMBERS(0x1010, 0x1020, 0x1050, 0x1030)},
                                               {4, 1, BUILD_NUMBERS(0x1010, 0x1021, 0x1058, 0x1030)}},
              (uint64_t[]){300, 1037}, 2);
  READ("a.rec");
  ck_assert_uint_eq(findings->count, 1);
  const struct finding *finding = &findings->items[0];
  ck_assert_uint_eq(finding->bytes, 1337);
  ck_assert_uint_eq(finding->variant_count, 2);
  ck_assert_uint_eq(finding->variants[0].bytes, 1037);
  ck_assert_uint_eq(finding->variants[1].bytes, 300);
  ck_assert_ptr_eq(finding->stack.frames, finding->variants[0].stack.frames);
  ck_assert_str_eq(finding->stack.frames[2].function, "two");
  findings_builder_destroy(builder);
}
END_TEST

/* They are known by what they do. What has one caller is a place itself. */
START_TEST(wrappers_are_passed)
{
  fake_symbols_add(0x50, "get", "/build/src", "get.c", 3);
  fake_symbols_wrap(0x50, 2);
  fake_symbols_add(0x58, "get_once", "/build/src", "get.c", 8);
  fake_symbols_wrap(0x58, 1);
  make_losses("a.rec", (struct record_stack[]){{3, 1, BUILD_NUMBERS(0x1010, 0x1050, 0x1020, 0x1030)},
                                               {4, 1, BUILD_NUMBERS(0x1010, 0x1050, 0x102c, 0x1030)},
                                               {5, 1, BUILD_NUMBERS(0x1010, 0x1058, 0x1020, 0x1030)}},
              (uint64_t[]){3000, 200, 10}, 3);
  READ("a.rec");
  ck_assert_uint_eq(findings->count, 3);
  const size_t expected_lines[] = {5, 6, 8};
  for (size_t i = 0; i < 3; i++)
    ck_assert_uint_eq(finding_place_frame(&findings->items[i])->line, expected_lines[i]);
  ck_assert_str_eq(findings->items[0].stack.frames[findings->items[0].site].function, "get");
  findings_builder_destroy(builder);
  READ_WITH("--wrappers=get*", "a.rec");
  ck_assert_uint_eq(findings->count, 2);
  findings_builder_destroy(builder);
}
END_TEST

/* One that puts blocks into something may do so with several at once: its lines are two findings of one caller. */
START_TEST(lines_of_a_wrapper_that_stores_are_told_apart)
{
  fake_symbols_add(0x50, "init", "/build/src", "init.c", 3);
  fake_symbols_store(0x50, 2);
  fake_symbols_add(0x58, "init", "/build/src", "init.c", 4);
  fake_symbols_store(0x58, 2);
  make_losses("a.rec", (struct record_stack[]){{3, 1, BUILD_NUMBERS(0x1010, 0x1050, 0x1020, 0x1030)},
                                               {4, 1, BUILD_NUMBERS(0x1010, 0x1058, 0x1020, 0x1030)}},
              (uint64_t[]){30, 2}, 2);
  READ("a.rec");
  ck_assert_uint_eq(findings->count, 2);
  for (size_t i = 0; i < 2; i++)
    ck_assert_uint_eq(finding_place_frame(&findings->items[i])->line, 5);
  findings_builder_destroy(builder);
}
END_TEST

/* What has one caller is a wrapper together with that caller. */
START_TEST(what_a_wrapper_calls_is_one)
{
  fake_symbols_add(0x50, "grow", "/build/src", "buffer.c", 3);
  fake_symbols_wrap(0x50, 1);
  fake_symbols_add(0x58, "put", "/build/src", "buffer.c", 9);
  fake_symbols_wrap(0x58, 2);
  make_losses("a.rec", (struct record_stack[]){{3, 1, BUILD_NUMBERS(0x1010, 0x1050, 0x1058, 0x1020)}},
              (uint64_t[]){30}, 1);
  READ("a.rec");
  ck_assert_uint_eq(finding_place_frame(&findings->items[0])->line, 5);
  findings_builder_destroy(builder);
}
END_TEST

/* The library that replaces malloc may have no names any more, when Seep was built again. */
START_TEST(a_nameless_allocator_is_one)
{
  struct record_builder stream = {0};
  fake_symbols_add(0x50, "get", "/build/src", "get.c", 3);
  fake_symbols_wrap(0x50, 2);
  begin_record(&stream, 7, 0x20, 0x1000);
  build_module(&stream, (struct record_module){.id = 2, .epoch = 2, .start = 0x90000, .end = 0x91000,
                                               .path = build_string("/lib/seep/vgpreload_seep.so")});
  build_stack(&stream, (struct record_stack){3, 2, BUILD_NUMBERS(0x90070, 0x1050, 0x1020, 0x1030)});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 3, .bytes = 1337,
                                           .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, "a.rec");
  READ("a.rec");
  ck_assert_str_eq(finding_place_frame(&findings->items[0])->function, "lose");
  findings_builder_destroy(builder);
}
END_TEST

/* Of the language's library, though inlined into the program; and the system's, below own code. */
START_TEST(libraries_are_no_place)
{
  fake_symbols_add(0x50, "allocate", "/usr/include/c++/12/bits", "new_allocator.h", 137);
  fake_symbols_last()->is_inlined = true;
  fake_symbols_add(0x50, "to_vec", "/rustc/0123/library/alloc/src", "slice.rs", 400);
  fake_symbols_add(0x58, "copy", "/usr/include/x86_64-linux-gnu/bits", "string_fortified.h", 29);
  make_losses("a.rec", (struct record_stack[]){{3, 1, BUILD_NUMBERS(0x1010, 0x1050, 0x1020, 0x1030)},
                                               {4, 1, BUILD_NUMBERS(0x1010, 0x1058, 0x1020, 0x1030)}},
              (uint64_t[]){30, 2}, 2);
  READ("a.rec");
  ck_assert_uint_eq(findings->count, 2); /* the second came through somebody else's function */
  for (size_t i = 0; i < 2; i++)
    ck_assert_str_eq(finding_place_frame(&findings->items[i])->file, "leak.c");
  ck_assert(finding_is_own(&findings->items[0]));
  findings_builder_destroy(builder);
}
END_TEST

/* Two blocks that point to each other, of lines 5 and 6: 24 bytes and 40. `first_leads`: the smaller one is definitely
 * lost. With `is_led` a block of other() points to that one, too. */
static void make_cycle(const char *path, uint64_t pid, bool first_leads, bool is_led)
{
  struct record_builder stream = {0};
  const uint64_t ids[] = {1, 2}, sizes[] = {24, 40};
  const size_t leader = first_leads ? 0 : 1;
  begin_record(&stream, pid, 0x20, 0x1000);
  build_stack(&stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x1010, 0x102c, 0x1030)});
  build_stack(&stream, (struct record_stack){3, 1, BUILD_NUMBERS(0x1010, 0x1040, 0x1030)});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_cycle(&stream, (struct record_cycle){.check_id = 1, .id = 1, .stack_ids = BUILD_NUMBERS(1, 2)});
  build_loss(&stream, (struct record_loss){.check_id = 1,
                                           .kind = RECORD_LEAK_DEFINITE,
                                           .stack_id = ids[leader],
                                           .cycle_id = 1,
                                           .leader_stack_id = is_led ? 3 : 0,
                                           .bytes = sizes[leader],
                                           .blocks = 1,
                                           .indirect_bytes = sizes[!leader],
                                           .indirect_blocks = 1});
  build_loss(&stream, (struct record_loss){.check_id = 1,
                                           .kind = RECORD_LEAK_INDIRECT,
                                           .stack_id = ids[!leader],
                                           .leader_stack_id = ids[leader],
                                           .cycle_id = 1,
                                           .bytes = sizes[!leader],
                                           .blocks = 1});
  if (is_led)
    build_loss(&stream, (struct record_loss){
                          .check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 3, .bytes = 8, .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, path);
}

START_TEST(a_cycle_is_one_finding_whoever_leads)
{
  make_cycle("a.rec", 1, true, false);
  make_cycle("b.rec", 2, false, false);
  READ("a.rec", "b.rec");
  ck_assert_uint_eq(findings->count, 1);
  const struct finding *finding = &findings->items[0];
  ck_assert(finding->is_cycle);
  ck_assert_uint_eq(finding->leak_kind, RECORD_LEAK_DEFINITE);
  ck_assert_uint_eq(finding->bytes, 2 * (24 + 40));
  ck_assert_uint_eq(finding->blocks, 4);
  ck_assert_uint_eq(finding->indirect_bytes, 0);
  ck_assert_str_eq(finding->title, "leak: 128 bytes in 4 blocks lost, in a cycle");
  ck_assert_uint_eq(finding->variant_count, 2);
  ck_assert_uint_eq(findings->totals.leak_bytes[RECORD_LEAK_DEFINITE], 128);
  ck_assert_uint_eq(findings->totals.leak_bytes[RECORD_LEAK_INDIRECT], 0);
  ck_assert_uint_eq(findings->totals.errors, 0);
  ck_assert_uint_eq(findings->totals.leak_findings[RECORD_LEAK_DEFINITE], 1);
  findings_builder_destroy(builder);
}
END_TEST

/* Had the block of other() the lowest address, both others would be indirectly lost through it. */
START_TEST(a_cycle_that_hangs_from_a_block_is_lost_through_it)
{
  make_cycle("a.rec", 1, true, true);
  struct record_builder stream = {0};
  begin_record(&stream, 2, 0x40, 0x1000);
  build_stack(&stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x1010, 0x102c, 0x1030)});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&stream, (struct record_loss){.check_id = 1,
                                           .kind = RECORD_LEAK_DEFINITE,
                                           .stack_id = 1,
                                           .bytes = 8,
                                           .blocks = 1,
                                           .indirect_bytes = 64,
                                           .indirect_blocks = 2});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, "b.rec");
  READ("a.rec", "b.rec");
  const struct finding *finding = &findings->items[0];
  ck_assert_str_eq(finding_place_frame(finding)->function, "other");
  ck_assert_uint_eq(finding->hit_count, 2);
  for (size_t i = 0; i < 2; i++) {
    ck_assert_uint_eq(finding->hits[i].bytes, 8);
    ck_assert_uint_eq(finding->hits[i].indirect_bytes, 64);
  }
  ck_assert_uint_eq(findings->totals.leak_bytes[RECORD_LEAK_DEFINITE], 8 + 8);
  ck_assert_uint_eq(findings->totals.leak_bytes[RECORD_LEAK_INDIRECT], 24 + 40);
  for (size_t i = 1; i < findings->count; i++)
    ck_assert_uint_eq(findings->items[i].leak_kind, RECORD_LEAK_INDIRECT);
  findings_builder_destroy(builder);
}
END_TEST

/* So many possibly lost blocks of 16 bytes, and what is known of them. */
static void make_doubt(const char *path, uint64_t pid, uint64_t blocks, const struct record_doubt *doubt)
{
  struct record_builder stream = {0};
  begin_record(&stream, pid, 0x20, 0x1000);
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(&stream,
             (struct record_loss){
               .check_id = 1, .kind = RECORD_LEAK_POSSIBLE, .stack_id = 1, .bytes = 16 * blocks, .blocks = blocks});
  build_doubt(&stream, *doubt);
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, path);
}

static struct record_doubt doubt_of(enum record_doubt_cause cause, uint64_t value, uint64_t blocks)
{
  return (struct record_doubt){.check_id = 1, .kind = RECORD_LEAK_POSSIBLE, .stack_id = 1, .cause = cause,
                               .value = value, .blocks = blocks};
}

START_TEST(doubtful_pointers_are_noted_with_sums_of_all_processes)
{
  const struct record_doubt a = doubt_of(RECORD_DOUBT_INNER, 8, 2), b = doubt_of(RECORD_DOUBT_INNER, 8, 1),
                            other = doubt_of(RECORD_DOUBT_INNER, 4, 1);
  make_doubt("a.rec", 1, 2, &a);
  make_doubt("b.rec", 2, 3, &b);
  make_doubt("c.rec", 3, 1, &other);
  READ("a.rec", "b.rec");
  ck_assert_uint_eq(findings->items[0].note_count, 1);
  ck_assert_str_eq(findings->items[0].notes[0].sentence,
                   "For 3 of 5 blocks: all pointers found lead 8 bytes into it, as to a node of an intrusive list");
  findings_builder_destroy(builder);
  {
    READ("a.rec", "c.rec");
    ck_assert_uint_eq(findings->items[0].note_count, 0); /* they do not lead equally far */
    findings_builder_destroy(builder);
  }
}
END_TEST

/* A block is lost, two of another kind live, and others were freed or resized by stacks 2 and 3. */
static void begin_siblings(struct record_builder *stream, uint64_t pid)
{
  begin_record(stream, pid, 0x20, 0x1000);
  build_stack(stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x1021, 0x1030)});
  build_stack(stream, (struct record_stack){3, 1, BUILD_NUMBERS(0x1040, 0x1021, 0x1030)});
  build_leak_begin(
    stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  build_loss(
    stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 1, .bytes = 16, .blocks = 1});
  build_loss(stream, (struct record_loss){
                       .check_id = 1, .kind = RECORD_LEAK_REACHABLE, .stack_id = 1, .bytes = 16, .blocks = 2});
}

static void make_siblings(const char *path, uint64_t pid, const struct record_siblings *siblings)
{
  struct record_builder stream = {0};
  begin_siblings(&stream, pid);
  build_siblings(&stream, *siblings);
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, path);
}

START_TEST(siblings_are_added_up_over_processes)
{
  make_siblings("a.rec", 1,
                &(struct record_siblings){.check_id = 1,
                                          .stack_id = 1,
                                          .call_stack_ids = BUILD_NUMBERS(2),
                                          .blocks = BUILD_NUMBERS(40),
                                          .are_resized = BUILD_NUMBERS(0)});
  make_siblings("b.rec", 2,
                &(struct record_siblings){.check_id = 1,
                                          .stack_id = 1,
                                          .call_stack_ids = BUILD_NUMBERS(3, 2),
                                          .blocks = BUILD_NUMBERS(7, 2),
                                          .are_resized = BUILD_NUMBERS(1, 0),
                                          .other_blocks = 5});
  READ("a.rec");
  ck_assert_str_eq(
    findings->items[0].notes[0].sentence,
    "40 of 43 blocks allocated here were freed by lose() (leak.c:7), called by main(); this one was not.");
  ck_assert_uint_eq(findings->items[0].siblings.ways[0].stack.count, 2);
  findings_builder_destroy(builder);
  READ("a.rec", "b.rec");
  const struct finding *lost = &findings->items[0], *held = &findings->items[1];
  ck_assert_uint_eq(lost->siblings.blocks, 43 + 17);
  ck_assert_uint_eq(lost->siblings.ended, 40 + 14);
  ck_assert_str_eq(lost->notes[0].sentence,
                   "54 of 60 blocks allocated here were freed or resized: 42 freed by lose() (leak.c:7), called by "
                   "main(); 7 resized by other() (other.c:1), called by lose(); 5 elsewhere. These 2 were not.");
  ck_assert_uint_eq(held->leak_kind, RECORD_LEAK_REACHABLE);
  ck_assert_uint_eq(held->note_count, 0);
  findings_builder_destroy(builder);
}
END_TEST

static const struct {
  const char *message;
  struct record_siblings frame;
} refused_siblings[] = {
  {"leak check 2 is not under way", {.check_id = 2, .stack_id = 1}},
  {"its lists differ in length",
   {.check_id = 1, .call_stack_ids = BUILD_NUMBERS(2), .blocks = BUILD_NUMBERS(1, 2), .are_resized = BUILD_NUMBERS(0)}},
  {"its lists differ in length", {.check_id = 1, .call_stack_ids = BUILD_NUMBERS(2), .blocks = BUILD_NUMBERS(1)}},
  {"stack 77, which was never sent",
   {.check_id = 1, .call_stack_ids = BUILD_NUMBERS(77), .blocks = BUILD_NUMBERS(1), .are_resized = BUILD_NUMBERS(0)}},
};

START_TEST(siblings_that_contradict_are_refused)
{
  make_siblings("a.rec", 1, &refused_siblings[_i].frame);
  READ("a.rec");
  ck_assert_ptr_nonnull(findings->runs[0].error);
  ck_assert_ptr_nonnull(strstr(findings->runs[0].error, refused_siblings[_i].message));
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(numbers_of_siblings_do_not_overflow)
{
  make_siblings("a.rec", 1,
                &(struct record_siblings){.check_id = 1,
                                          .stack_id = 1,
                                          .call_stack_ids = BUILD_NUMBERS(2, 2),
                                          .blocks = BUILD_NUMBERS(UINT64_MAX, UINT64_MAX),
                                          .are_resized = BUILD_NUMBERS(0, 0),
                                          .other_blocks = UINT64_MAX});
  READ("a.rec");
  ck_assert_uint_eq(findings->items[0].siblings.ended, UINT64_MAX);
  ck_assert_uint_eq(findings->items[0].siblings.ways[0].blocks, UINT64_MAX);
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(what_ended_threads_own_is_said_by_the_title_or_a_note)
{
  const struct record_doubt both = doubt_of(RECORD_DOUBT_ENDED_THREAD, 0, 2),
                            one = doubt_of(RECORD_DOUBT_ENDED_THREAD, 0, 1);
  make_doubt("a.rec", 1, 2, &both);
  make_doubt("b.rec", 2, 3, &one);
  READ("a.rec");
  ck_assert_uint_eq(findings->items[0].note_count, 0);
  ck_assert_str_eq(findings->items[0].title,
                   "possible leak: 32 bytes in 2 blocks (of threads that ended and were never joined or detached)");
  findings_builder_destroy(builder);
  {
    READ("a.rec", "b.rec");
    ck_assert_str_eq(findings->items[0].title, "possible leak: 80 bytes in 5 blocks (only interior pointers found)");
    ck_assert_str_eq(findings->items[0].notes[0].sentence,
                     "For 3 of 5 blocks: it belongs to a thread that ended and was never joined or detached");
    findings_builder_destroy(builder);
  }
}
END_TEST

START_TEST(kind_and_function_change_it)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x20, RECORD_LEAK_POSSIBLE);
  make_loss("c.rec", 3, 0x40, RECORD_LEAK_DEFINITE);
  READ("a.rec", "b.rec", "c.rec");
  ck_assert_uint_eq(findings->count, 3);
  const struct finding *found;
  ck_no_error(findings_find(findings, findings->items[2].identity.digits, &found));
  ck_assert_ptr_eq(found, &findings->items[2]);
  ck_error_says(findings_find(findings, "no such", &found), "have no finding no such");
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(processes_are_described)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  struct record_builder stream = {0};
  begin_record(&stream, 2, 0x20, 0x1000);
  record_builder_write(&stream, "b.rec");
  record_builder_release(&stream);
  READ("a.rec", "b.rec", "missing.rec");
  ck_assert_uint_eq(findings->process_count, 2);
  ck_assert_int_eq(findings->processes[0].state, FINDING_PROCESS_FINISHED);
  ck_assert_uint_eq(findings->processes[0].exit_status, 3);
  ck_assert_str_eq(findings->processes[0].argv[1], "-x");
  ck_assert_int_eq(findings->processes[1].state, FINDING_PROCESS_CUT);
  ck_assert_uint_eq(findings->processes[1].run, 1);
  ck_assert_uint_eq(findings->run_count, 3);
  ck_assert_ptr_null(findings->runs[0].error);
  ck_assert_ptr_nonnull(strstr(findings->runs[2].error, "missing.rec"));
  findings_builder_destroy(builder);
}
END_TEST

/* Samples, or a snapshot; also of a process that was cut off. */
START_TEST(processes_whose_heap_is_known_are_told)
{
  struct record_builder stream = {0};
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  begin_record(&stream, 2, 0x20, 0x1000);
  build_sample(&stream, (struct record_sample){.elapsed_ns = 1, .live_bytes = 8, .live_blocks = 1});
  end_record(&stream, "b.rec");
  begin_record(&stream, 3, 0x20, 0x1000);
  build_snapshot(&stream, (struct record_snapshot){.id = 1, .file = build_string("c.s1.heap")});
  record_builder_write(&stream, "c.rec");
  record_builder_release(&stream);
  READ("a.rec", "b.rec", "c.rec");
  ck_assert_uint_eq(findings->process_count, 3);
  ck_assert(!findings->processes[0].knows_heap);
  ck_assert(findings->processes[1].knows_heap);
  ck_assert(findings->processes[2].knows_heap);
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(own_frames_are_those_that_match)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x40, RECORD_LEAK_POSSIBLE);
  READ_WITH("--own=src=src/leak*", "a.rec", "b.rec");
  ck_assert(finding_is_own(&findings->items[0]));
  ck_assert_uint_eq(findings->items[0].own, 1);
  ck_assert(!finding_is_own(&findings->items[1]));
  ck_assert_uint_eq(findings->own_totals.leak_bytes[RECORD_LEAK_POSSIBLE], 0);
  ck_assert_uint_eq(findings->own_totals.leak_bytes[RECORD_LEAK_DEFINITE], 1337);
  findings_builder_destroy(builder);
}
END_TEST

static void make_with(const char *option, const char *path, uint64_t pid, enum record_leak_kind kind)
{
  recorded_option = option;
  make_loss(path, pid, 0x20, kind);
}

START_TEST(leaks_that_a_run_shows_are_listed)
{
  const unsigned usual = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_POSSIBLE;
  make_with("--show-leak-kinds=all", "all.rec", 1, RECORD_LEAK_REACHABLE);
  make_with("--quiet=no", "some.rec", 2, RECORD_LEAK_REACHABLE);
  READ("all.rec");
  ck_assert_uint_eq(findings->leak_kinds, usual | 1 << RECORD_LEAK_REACHABLE | 1 << RECORD_LEAK_INDIRECT);
  findings_builder_destroy(builder);
  READ("some.rec");
  ck_assert_uint_eq(findings->leak_kinds, usual);
  findings_builder_destroy(builder);
  READ("some.rec", "all.rec");
  ck_assert_uint_eq(findings->leak_kinds, usual | 1 << RECORD_LEAK_REACHABLE | 1 << RECORD_LEAK_INDIRECT);
  findings_builder_destroy(builder);
  READ_WITH("--show-leak-kinds=reachable", "some.rec", "all.rec");
  ck_assert_uint_eq(findings->leak_kinds, 1 << RECORD_LEAK_REACHABLE);
  findings_builder_destroy(builder);
}
END_TEST

static bool is_own(size_t finding)
{
  return finding_is_own(&findings->items[finding]);
}

START_TEST(each_run_knows_its_own_code)
{
  make_with("--own=fun=nothing", "other.rec", 2, RECORD_LEAK_POSSIBLE);
  make_with("--own=fun=lose", "lose.rec", 1, RECORD_LEAK_DEFINITE);
  READ("other.rec", "lose.rec");
  ck_assert_uint_eq(findings->count, 2);
  ck_assert(is_own(0) && !is_own(1));
  findings_builder_destroy(builder);
  READ_WITH("--own=fun=other", "other.rec", "lose.rec");
  ck_assert(!is_own(0) && !is_own(1));
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(options_of_a_run_that_mean_nothing_are_its_problem)
{
  make_with("--own=lib", "bad.rec", 1, RECORD_LEAK_DEFINITE);
  make_with("--quiet=no", "good.rec", 2, RECORD_LEAK_DEFINITE);
  READ("bad.rec", "good.rec");
  ck_assert_ptr_nonnull(strstr(findings->runs[0].error, "expected src=GLOB"));
  ck_assert_ptr_null(findings->runs[1].error);
  ck_assert_uint_eq(findings->count, 1);
  findings_builder_destroy(builder);
}
END_TEST

static struct finding finding_of(const char *identity)
{
  struct finding finding = {.kind = ""};
  strcpy(finding.identity.digits, identity);
  return finding;
}

START_TEST(the_beginning_of_an_identity_will_do)
{
  const struct finding items[] = {
    finding_of("4cb4d00000000001"), finding_of("4cb4d00000000002"), finding_of("4cb4d00000000001"),
    finding_of("4cb5000000000003"), finding_of("4cb6000000000004"), finding_of("4cb7000000000005")};
  const struct findings all = {.items = items, .count = sizeof items / sizeof *items};
  const struct finding *found;
  ck_no_error(findings_find(&all, "4cb5", &found));
  ck_assert_ptr_eq(found, &items[3]);
  ck_no_error(findings_find(&all, "4cb4d00000000001", &found));
  ck_assert_ptr_eq(found, &items[0]);
  ck_error_says(findings_find(&all, "4cb4d", &found),
                "several findings begin with 4cb4d: 4cb4d00000000001, 4cb4d00000000002; give more digits");
  ck_error_says(findings_find(&all, "4cb", &found), "4cb5000000000003, 4cb6000000000004, ...; give more digits");
  ck_error_says(findings_find(&all, "4cb8", &found), "these runs have no finding 4cb8");
  ck_assert(identity_is_prefix("4cb4") && identity_is_prefix("4cb4d00000000001"));
  ck_assert(!identity_is_prefix("4cb") && !identity_is_prefix("4cb4d000000000012") && !identity_is_prefix("4cb4x"));
}
END_TEST

START_TEST(bad_patterns_are_refused)
{
  const char *runs[] = {"a.rec"}, *own[] = {"--own=lib"}, *map[] = {"--path-map=/a"};
  struct command command = {.runs = runs, .run_count = 1, .options = own, .option_count = 1};
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  ck_error_says(command_findings(&command, &builder, &findings), "expected src=GLOB");
  command.options = map;
  ck_error_says(command_findings(&command, &builder, &findings), "expected OLD=NEW");
}
END_TEST

START_TEST(sources_are_mapped)
{
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  READ_WITH("--path-map=/build=/home/me", "a.rec");
  ck_assert_str_eq(findings->items[0].stack.frames[1].directory, "/home/me/src");
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(suppressed_findings_are_told_apart)
{
  FILE *file = fopen("s.supp", "w");
  fputs("{\n  mine\n  Memcheck:Leak\n  fun:malloc\n  fun:lose\n}\n{\n  unused\n  Memcheck:Cond\n  fun:x\n}\n", file);
  fclose(file);
  make_loss("a.rec", 1, 0x20, RECORD_LEAK_DEFINITE);
  make_loss("b.rec", 2, 0x40, RECORD_LEAK_DEFINITE);
  READ_WITH("--suppressions=s.supp", "a.rec", "b.rec");
  ck_assert_uint_eq(findings->count, 2);
  ck_assert(!finding_is_suppressed(&findings->items[0]));
  ck_assert(finding_is_suppressed(&findings->items[1]));
  ck_assert_uint_eq(findings->suppression_count, 2);
  ck_assert_str_eq(findings->suppressions[findings->items[1].suppression].name, "mine");
  ck_assert_uint_eq(findings->totals.suppressed_bytes, 1337);
  const struct finding_suppression *unused = &findings->suppressions[1 - findings->items[1].suppression];
  ck_assert_str_eq(unused->name, "unused");
  ck_assert_uint_eq(unused->count, 0);
  findings_builder_destroy(builder);
}
END_TEST

/* --- tests that share a process --- */

static void check_tests(const struct finding *finding, const char *const *wanted)
{
  const char **tests;
  size_t count;
  finding_tests(findings, finding, &tests, &count);
  for (size_t i = 0; i < count; i++)
    ck_assert_str_eq(tests[i], wanted[i]);
  ck_assert_ptr_null(wanted[count]);
  free(tests);
}

static void name_test(struct record_builder *stream, uint64_t id, const char *name, bool is_whole)
{
  build_test(stream, (struct record_test){.id = id, .name = build_string(name), .is_whole = is_whole});
}

/* A block for each of these tests, all from one stack. */
static void make_losses_of_tests(const char *path, const uint64_t *ids, size_t count)
{
  struct record_builder stream = {0};
  begin_record(&stream, 1, 0x20, 0x100000);
  name_test(&stream, 2, "Suite.B", false);
  name_test(&stream, 1, "Suite.A", false);
  name_test(&stream, 7, "dir/test.py::test_c", true);
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  for (size_t i = 0; i < count; i++)
    build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 1, .bytes = 1337,
                                             .blocks = 1, .test_id = ids[i]});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  end_record(&stream, path);
}

START_TEST(a_leak_names_the_tests_that_its_blocks_are_from)
{
  static const struct {
    uint64_t ids[4];
    size_t count;
    const char *tests[5];
  } table[] = {
    {{2}, 1, {"leak::Suite.B"}},
    {{2, 1, 2}, 3, {"leak::Suite.A", "leak::Suite.B"}},
    {{1, 0}, 2, {"leak", "leak::Suite.A"}},
    {{3}, 1, {"leak"}}, /* which never got a name */
    {{3, 7}, 2, {"dir/test.py::test_c", "leak"}},
    {{0}, 1, {"leak"}},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    make_losses_of_tests("a.rec", table[i].ids, table[i].count);
    READ("a.rec");
    ck_assert_uint_eq(findings->count, 1);
    ck_assert_uint_eq(findings->items[0].count, 1); /* one loss record, as without tests */
    check_tests(&findings->items[0], table[i].tests);
    findings_builder_destroy(builder);
  }
}
END_TEST

START_TEST(an_error_names_all_tests_in_which_it_happened)
{
  struct record_builder stream = {0};
  struct record_error error = make_error(0);
  error.test_id = 1;
  begin_record(&stream, 1, 0x20, 0x100000);
  build_error(&stream, error);
  name_test(&stream, 1, "Suite.A", false); /* named after it */
  name_test(&stream, 2, "Suite.B", false);
  build_error_count(&stream,
                    (struct record_error_count){.error_id = 1, .count = 3, .test_ids = BUILD_NUMBERS(1, 2)});
  end_record(&stream, "a.rec");
  READ("a.rec");
  check_tests(&findings->items[0], (const char *[]){"leak::Suite.A", "leak::Suite.B", NULL});
  findings_builder_destroy(builder);
}
END_TEST

/* A process that its runner has named after the test, and one that was forked for it. */
START_TEST(a_test_is_not_named_twice)
{
  static const struct {
    const char *option, *test;
  } table[] = {
    {"--suite-test=Suite.A", "Suite.A"},
    {"--suite-test=unit/Suite.A", "unit/Suite.A"},
    {"--suite-test=NoSuite.A", "NoSuite.A::Suite.A"},
    {"--suite-subtest=Suite.A", "leak::Suite.A"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    recorded_option = table[i].option;
    make_losses_of_tests("a.rec", (uint64_t[]){1}, 1);
    READ("a.rec");
    check_tests(&findings->items[0], (const char *[]){table[i].test, NULL});
    findings_builder_destroy(builder);
  }
}
END_TEST

START_TEST(a_test_of_rust_is_known_by_the_stack)
{
  static const struct {
    const char *functions[4];
    const char *test;
  } table[] = {
    {{"p::tests::a", "p::tests::a::{{closure}}", "core::ops::function::FnOnce::call_once",
      "test::__rust_begin_short_backtrace::<(), fn()>"}, "leak::tests::a"},
    {{"p::tests::b", "p::tests::a::{closure#0}", "call_once<fn(), ()>", "test::__rust_begin_short_backtrace"},
     "leak::tests::a"},
    {{"p::b", "{closure#0}", "call_once<fn() -> core::result::Result<()>, ()>", "test::__rust_begin_short_backtrace"},
     "leak"}, /* without its path it is not known */
    {{"p::b", "p::a", "core::ops::function::FnOnce::call_once", "std::sys::backtrace::__rust_begin_short_backtrace"},
     "leak"},
    {{"malloc", "core::ops::function::FnOnce::call_once", "core::ops::function::FnOnce::call_once",
      "test::__rust_begin_short_backtrace"}, "leak"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    fake_symbols_clear();
    fake_symbols_add(0x10, "malloc", NULL, NULL, 0);
    for (size_t frame = 0; frame < 4; frame++)
      fake_symbols_add(0x20 + 0x10 * frame, table[i].functions[frame], "/build/src", "a.rs", 5);
    struct record_builder stream = {0};
    begin_record(&stream, 1, 0x20, 0x100000);
    build_stack(&stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x100010, 0x100020, 0x100030, 0x100040, 0x100050)});
    build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                         .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
    build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = 2, .bytes = 1337,
                                             .blocks = 1});
    build_leak_end(&stream, (struct record_leak_end){.id = 1});
    end_record(&stream, "a.rec");
    READ("a.rec");
    check_tests(&findings->items[0], (const char *[]){table[i].test, NULL});
    findings_builder_destroy(builder);
  }
}
END_TEST

/* --- identities --- */

/* malloc, wrappers, and main() that lost what they gave it. */
static struct identity identity_behind(const struct frame *wrappers, const char *const *names, size_t count)
{
  struct frame frames[8] = {{.role = FRAME_ALLOCATOR, .name = "malloc", .signature = "malloc"}};
  for (size_t i = 0; i < count; i++) {
    frames[i + 1] = wrappers[i];
    frames[i + 1].name = frames[i + 1].signature = names[i];
  }
  frames[count + 1] = (struct frame){.is_local = true, .mark = 1337, .name = "load", .signature = "load",
                                     .file = "load.c"};
  struct identity identity;
  identify_frames("Leak_DefinitelyLost", NULL, frames, count + 2, true, &identity);
  return identity;
}

START_TEST(one_place_that_is_given_memory_by_two_allocators_is_one_finding)
{
  const struct frame wrapper = {.role = FRAME_TELLING, .is_local = true, .is_named = true, .hands_on = true};
  const struct frame wrappers[] = {wrapper, wrapper};
  struct identity by_one = identity_behind(wrappers, (const char *const[]){"json_malloc"}, 1);
  struct identity by_two = identity_behind(wrappers, (const char *const[]){"test_malloc", "json_malloc"}, 2);
  ck_assert_str_eq(by_one.digits, by_two.digits);
}
END_TEST

START_TEST(places_that_different_functions_serve_are_two)
{
  const struct frame wrapper = {.role = FRAME_TELLING, .is_local = true, .hands_on = true};
  struct identity table = identity_behind(&wrapper, (const char *const[]){"new_table"}, 1);
  struct identity entry = identity_behind(&wrapper, (const char *const[]){"new_entry"}, 1);
  ck_assert_str_ne(table.digits, entry.digits);
}
END_TEST

/* --- suites --- */

/* A record of the suite's image `id`. */
static void make_suite_record(const char *path, const char *id)
{
  char option[64];
  snprintf(option, sizeof option, "--suite-exec=%s", id);
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = 7, .exe = build_string("/home/me/t"), .cwd = build_string(base),
                                             .options = BUILD_STRINGS(build_string("--default-suppressions=no"),
                                                                      build_string(option))});
  end_record(&stream, path);
}

START_TEST(a_suite_tells_tests_and_what_ran_unchecked)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  write_text("run/suite.json", "{\"format\": 1, \"command\": [\"make\", \"check\"], \"started_ns\": 5, "
                               "\"problems\": [\"one\"], \"canary\": \"missed\"}");
  write_text(
    "run/execs.jsonl",
    "{\"event\":\"image\",\"id\":\"1-a\",\"pid\":1,\"ppid\":0,\"time_ns\":1,\"exe\":\"/home/me/t\",\"directory\":\"/\","
    "\"arguments\":[],\"test\":\"first\",\"test_source\":\"program\",\"checked\":true}\n"
    "{\"event\":\"image\",\"id\":\"2-a\",\"pid\":2,\"ppid\":0,\"time_ns\":2,\"exe\":\"/home/me/u\",\"directory\":\"/\","
    "\"arguments\":[],\"test\":\"second\",\"test_source\":\"program\",\"checked\":true}\n"
    "{\"event\":\"image\",\"id\":\"3-a\",\"pid\":3,\"ppid\":0,\"time_ns\":3,\"exe\":\"/bin/sh\",\"directory\":\"/\","
    "\"arguments\":[],\"checked\":false,\"why\":\"not matched\"}\n");
  make_suite_record("run/p7.rec", "1-a");
  READ("run");
  ck_assert_uint_eq(findings->process_count, 1);
  ck_assert_str_eq(findings->processes[0].test, "first");
  const struct finding_run *run = &findings->runs[0];
  ck_assert(run->is_suite && !run->is_finished);
  ck_assert_str_eq(run->command, "make check");
  ck_assert_str_eq(run->problems[0], "one");
  ck_assert_int_eq(run->canary, SUITE_CANARY_MISSED);
  ck_assert_uint_eq(run->test_count, 2);
  ck_assert_uint_eq(findings->unchecked_count, 2);
  ck_assert(findings->unchecked[0].is_missing);
  ck_assert_str_eq(findings->unchecked[0].test, "second");
  ck_assert(!findings->unchecked[1].is_missing);
  ck_assert_str_eq(findings->unchecked[1].reason, "not matched");
  findings_builder_destroy(builder);
}
END_TEST

/* A process with this option among its own; then it names the subtests, up to NULL. */
static void make_fork(const char *path, uint64_t forked_from, const char *option, const char *const *subtests)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = 7,
                                             .forked_from = forked_from,
                                             .exe = build_string("/home/me/t"),
                                             .cwd = build_string(base),
                                             .options = BUILD_STRINGS(build_string(option))});
  for (; *subtests; subtests++) {
    char text[64];
    snprintf(text, sizeof text, "--suite-subtest=%s", *subtests);
    build_option(&stream, (struct record_option){.text = build_string(text)});
  }
  end_record(&stream, path);
}

START_TEST(processes_forked_for_a_subtest_go_by_it)
{
  static const struct {
    uint64_t forked_from;
    const char *option, *subtests[4], *test;
  } table[] = {
    {6, "--quiet=no", {"a"}, "t::a"},
    {6, "--suite-test=dir/x.sh", {"a", "a"}, "dir/x.sh::a"},
    {6, "--suite-subtest=b", {NULL}, "t::b"},
    {6, "--suite-subtest=b", {"a"}, "t::a"},
    {6, "--suite-test=x", {"a", "b", "a"}, "x"},
    {0, "--suite-test=x", {"a"}, "x"},
    {0, "--quiet=no", {"a"}, NULL},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    make_fork("a.rec", table[i].forked_from, table[i].option, table[i].subtests);
    READ("a.rec");
    const char *test = findings->processes[0].test;
    ck_assert_msg(test == table[i].test || strcmp(test, table[i].test) == 0, "%zu: %s", i, test);
    findings_builder_destroy(builder);
  }
}
END_TEST

/* --- identities --- */

START_TEST(recursion_of_any_depth_is_one)
{
  const char *once[] = {"malloc", "walk", "main"}, *thrice[] = {"malloc", "walk", "walk", "walk", "main"};
  struct identity a = identity_of_stack("InvalidRead", NULL, once, 3),
                  b = identity_of_stack("InvalidRead", "", thrice, 5);
  ck_assert_str_eq(a.digits, b.digits);
  ck_assert(identity_is(a.digits));
  ck_assert(!identity_is("0123"));
  ck_assert_str_ne(identity_of_stack("InvalidRead", "x", once, 3).digits, a.digits);
}
END_TEST

static const struct {
  const char *function, *linkage, *object, *name;
} names[] = {
  {"main", NULL, "/bin/x", "main"},
  {"std::vector<int>::push_back(int const&)", NULL, NULL, "std::vector<int>::push_back"},
  {"push_back", "foo::push_back(int)", NULL, "foo::push_back"},
  {"work.constprop.0", NULL, NULL, "work"},
  {NULL, NULL, "/usr/lib/libz.so.1.2.13", "libz.so"},
  {NULL, NULL, NULL, "?"},
};

START_TEST(names_are_normalised)
{
  char *name = identity_frame_name(names[_i].function, names[_i].linkage, names[_i].object);
  ck_assert_str_eq(name, names[_i].name);
  free(name);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("findings");
  TCase *tests = tcase_create("findings");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, one_place_in_two_processes_is_one_finding);
  tcase_add_test(tests, errors_from_before_a_fork_are_found_once);
  tcase_add_test(tests, lines_and_clones_do_not_change_the_identity);
  tcase_add_test(tests, two_lines_of_a_function_are_two);
  tcase_add_test(tests, callers_of_a_place_are_its_variants);
  tcase_add_test(tests, wrappers_are_passed);
  tcase_add_test(tests, lines_of_a_wrapper_that_stores_are_told_apart);
  tcase_add_test(tests, what_a_wrapper_calls_is_one);
  tcase_add_test(tests, a_nameless_allocator_is_one);
  tcase_add_test(tests, libraries_are_no_place);
  tcase_add_test(tests, doubtful_pointers_are_noted_with_sums_of_all_processes);
  tcase_add_test(tests, siblings_are_added_up_over_processes);
  tcase_add_loop_test(tests, siblings_that_contradict_are_refused, 0,
                      sizeof refused_siblings / sizeof *refused_siblings);
  tcase_add_test(tests, numbers_of_siblings_do_not_overflow);
  tcase_add_test(tests, what_ended_threads_own_is_said_by_the_title_or_a_note);
  tcase_add_test(tests, a_cycle_is_one_finding_whoever_leads);
  tcase_add_test(tests, a_cycle_that_hangs_from_a_block_is_lost_through_it);
  tcase_add_test(tests, kind_and_function_change_it);
  tcase_add_test(tests, processes_are_described);
  tcase_add_test(tests, processes_whose_heap_is_known_are_told);
  tcase_add_test(tests, own_frames_are_those_that_match);
  tcase_add_test(tests, leaks_that_a_run_shows_are_listed);
  tcase_add_test(tests, each_run_knows_its_own_code);
  tcase_add_test(tests, options_of_a_run_that_mean_nothing_are_its_problem);
  tcase_add_test(tests, the_beginning_of_an_identity_will_do);
  tcase_add_test(tests, bad_patterns_are_refused);
  tcase_add_test(tests, sources_are_mapped);
  tcase_add_test(tests, suppressed_findings_are_told_apart);
  tcase_add_test(tests, one_place_that_is_given_memory_by_two_allocators_is_one_finding);
  tcase_add_test(tests, places_that_different_functions_serve_are_two);
  tcase_add_test(tests, a_suite_tells_tests_and_what_ran_unchecked);
  tcase_add_test(tests, processes_forked_for_a_subtest_go_by_it);
  tcase_add_test(tests, a_leak_names_the_tests_that_its_blocks_are_from);
  tcase_add_test(tests, an_error_names_all_tests_in_which_it_happened);
  tcase_add_test(tests, a_test_is_not_named_twice);
  tcase_add_test(tests, a_test_of_rust_is_known_by_the_stack);
  tcase_add_test(tests, recursion_of_any_depth_is_one);
  tcase_add_loop_test(tests, names_are_normalised, 0, sizeof names / sizeof *names);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
