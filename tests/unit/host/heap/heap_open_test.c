/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which process and snapshot of a run are looked at, what is said when there is none, and the sites of what was
 * opened. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/heap/model/heap.h"
#include "host/runs/command.h"
#include "support/snapshot_builder.h"

static char folder[] = "/tmp/heap_open_test.XXXXXX";
static struct heap_run *run;
static const struct heap *heap;

static void setup(void)
{
  unit_make_folder(folder);
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(setenv("XDG_CACHE_HOME", folder, 1), 0);
  ck_assert_int_eq(mkdir("run", 0700), 0);
}

static void teardown(void)
{
  heap_close(run);
  run = NULL;
  unit_remove_folder(folder);
}

/* --- runs --- */

static struct record_builder begin_record(uint64_t pid)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = pid, .exe = build_string("/t/server"), .cwd = build_string("/t"),
                                             .options = BUILD_STRINGS(build_string("--default-suppressions=no"))});
  build_stack(&stream, (struct record_stack){1, 0, BUILD_NUMBERS(0x10, 0x20)});
  build_stack(&stream, (struct record_stack){2, 0, BUILD_NUMBERS(0x10, 0x30)});
  return stream;
}

static void end_record(struct record_builder *stream, uint64_t pid)
{
  char path[32];
  snprintf(path, sizeof path, "run/p%u.rec", (unsigned)pid);
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  record_builder_write(stream, path);
  record_builder_release(stream);
}

static void tell_snapshot(struct record_builder *stream, uint64_t id, const char *file, uint64_t bytes,
                          const char *problem)
{
  build_snapshot(stream, (struct record_snapshot){.id = id, .bytes = bytes, .file = build_string(file),
                                                  .problem = build_string(problem)});
}

/* A table of 64 bytes from stack 1, held by a global, that points to `entries` blocks of 100 from stack 2. */
static void write_part(const char *name, unsigned entries, bool is_cut)
{
  char path[32];
  struct snapshot_builder builder = {.is_cut = is_cut};
  uint32_t table = snapshot_builder_block(&builder, (struct heap_block){.start = 0x10000, .bytes = 64, .stack_id = 1});
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x500, .to = table});
  for (unsigned i = 0; i < entries; i++) {
    uint32_t entry = snapshot_builder_block(&builder, (struct heap_block){
                                                        .start = 0x20000 + i * 0x100, .bytes = 100, .stack_id = 2});
    snapshot_builder_edge(&builder, table, (struct heap_edge){.to = entry, .offset = i * 8});
  }
  snprintf(path, sizeof path, "run/%s", name);
  snapshot_builder_write(&builder, path);
  snapshot_builder_release(&builder);
}

static void write_snapshot(const char *name, unsigned entries)
{
  write_part(name, entries, false);
}

static void tell_begun(struct record_builder *stream, uint64_t id, const char *file)
{
  build_snapshot_begun(stream, (struct record_snapshot_begun){.id = id, .file = build_string(file)});
}

static void write_samples(uint64_t pid, uint64_t bytes)
{
  struct record_builder stream = begin_record(pid);
  build_sample(&stream, (struct record_sample){.elapsed_ns = 5, .allocations = 1, .live_bytes = bytes, .live_blocks = 1,
                                               .stack_ids = BUILD_NUMBERS(2), .bytes = BUILD_NUMBERS(bytes),
                                               .blocks = BUILD_NUMBERS(1)});
  end_record(&stream, pid);
}

static struct error *open_run(struct heap_request request)
{
  struct command command;
  char *arguments[] = {(char *)"heap", NULL};
  ck_no_error(command_parse(1, arguments, NULL, NULL, &command));
  struct error *error = heap_open(&command, "run", &request, &run, &heap);
  command_release(&command);
  return error;
}

/* --- tests --- */

START_TEST(the_last_whole_snapshot_of_the_largest_heap_is_opened)
{
  write_samples(1, 1 << 30);
  struct record_builder stream = begin_record(2);
  write_snapshot("p2.s1.heap", 1);
  write_snapshot("p2.s2.heap", 3);
  tell_snapshot(&stream, 1, "p2.s1.heap", 164, "");
  tell_snapshot(&stream, 2, "p2.s2.heap", 364, "");
  tell_snapshot(&stream, 3, "", 0, "No space left on device");
  end_record(&stream, 2);
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_uint_eq(heap->process->pid, 2);
  ck_assert_uint_eq(heap->snapshot->block_count, 4);
  heap_close(run);
  ck_no_error(open_run((struct heap_request){.snapshot = 1}));
  ck_assert_uint_eq(heap->snapshot->block_count, 2);
  heap_close(run);
  ck_no_error(open_run((struct heap_request){.pid = 1}));
  ck_assert_ptr_null(heap->snapshot);
  ck_assert_uint_eq(heap->site_count, 1);
  ck_assert_uint_eq(heap->sites[0].live_bytes, 1 << 30);
}
END_TEST

START_TEST(sites_are_sorted_by_what_they_retain)
{
  struct record_builder stream = begin_record(2);
  write_snapshot("p2.s1.heap", 3);
  tell_snapshot(&stream, 1, "p2.s1.heap", 364, "");
  end_record(&stream, 2);
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_uint_eq(heap->site_count, 2);
  ck_assert_uint_eq(heap->sites[0].stack_id, 1);
  ck_assert_uint_eq(heap->sites[0].live_bytes, 64);
  ck_assert_uint_eq(heap->sites[0].retained_bytes, 364);
  ck_assert_uint_eq(heap->sites[1].live_blocks, 3);
  ck_assert_uint_eq(heap->sites[1].retained_bytes, 300);
  ck_assert(identity_is(heap->sites[0].identity.digits));
  ck_assert_uint_eq(heap->site_of[0], 0);
  ck_assert_uint_eq(heap->site_of[1], 1);
}
END_TEST

/* The process was killed, or sleeps. */
START_TEST(a_snapshot_whose_end_is_not_told_counts_when_it_is_whole)
{
  struct record_builder stream = begin_record(2);
  write_snapshot("p2.s1.heap", 1);
  write_snapshot("p2.s2.heap", 3);
  tell_snapshot(&stream, 1, "p2.s1.heap", 164, "");
  tell_begun(&stream, 2, "p2.s2.heap");
  end_record(&stream, 2);
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_uint_eq(heap->snapshot->block_count, 4);
  heap_close(run);
  write_part("p2.s2.heap", 3, true);
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_uint_eq(heap->snapshot->block_count, 2);
  heap_close(run);
  ck_no_error(open_run((struct heap_request){.snapshot = 2}));
  ck_assert_uint_eq(heap->snapshot->block_count, 4);
  ck_assert(!heap->snapshot->is_whole);
}
END_TEST

START_TEST(a_snapshot_that_was_begun_and_failed_is_none)
{
  struct record_builder stream = begin_record(2);
  write_snapshot("p2.s1.heap", 1);
  tell_snapshot(&stream, 1, "p2.s1.heap", 164, "");
  tell_begun(&stream, 2, "p2.s2.heap");
  tell_snapshot(&stream, 2, "", 0, "No space left on device");
  tell_begun(&stream, 3, "../p2.s3.heap");
  end_record(&stream, 2);
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_uint_eq(heap->snapshot->block_count, 2);
  heap_close(run);
  ck_error_says(open_run((struct heap_request){.snapshot = 2}),
                "snapshot 2 could not be taken: No space left on device");
  run = NULL;
}
END_TEST

START_TEST(what_is_not_there_is_said)
{
  struct record_builder stream = begin_record(2);
  end_record(&stream, 2);
  ck_error_says(open_run((struct heap_request){0}), "run the program again with --snapshot=exit");
  stream = begin_record(2);
  tell_snapshot(&stream, 1, "", 0, "No space left on device");
  tell_snapshot(&stream, 2, "p2.s2.heap", 64, "");
  end_record(&stream, 2);
  ck_error_says(open_run((struct heap_request){.snapshot = 1}),
                "snapshot 1 could not be taken: No space left on device");
  ck_error_says(open_run((struct heap_request){.snapshot = 7}), "there is no snapshot 7; 1 was taken");
  ck_error_says(open_run((struct heap_request){.pid = 3}), "process 3 has neither snapshots nor samples");
  ck_error_says(open_run((struct heap_request){0}), "p2.s2.heap");
}
END_TEST

START_TEST(a_snapshot_is_looked_for_beside_its_record_only)
{
  struct record_builder stream = begin_record(2);
  tell_snapshot(&stream, 1, "../elsewhere.heap", 64, "");
  end_record(&stream, 2);
  ck_error_says(open_run((struct heap_request){.snapshot = 1}), "no plain name for its file");
}
END_TEST

START_TEST(samples_must_do_when_a_snapshot_cannot_be_read)
{
  struct record_builder stream = begin_record(2);
  build_sample(&stream, (struct record_sample){.elapsed_ns = 5, .allocations = 1, .live_bytes = 64, .live_blocks = 1,
                                               .stack_ids = BUILD_NUMBERS(2), .bytes = BUILD_NUMBERS(64),
                                               .blocks = BUILD_NUMBERS(1)});
  tell_snapshot(&stream, 1, "p2.s1.heap", 64, "");
  end_record(&stream, 2);
  ck_error_says(open_run((struct heap_request){.snapshot = 1}), "p2.s1.heap");
  ck_no_error(open_run((struct heap_request){0}));
  ck_assert_ptr_null(heap->snapshot);
  ck_assert_ptr_nonnull(strstr(heap->problem, "p2.s1.heap"));
  ck_assert_uint_eq(heap->sites[0].live_bytes, 64);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("heap_open");
  TCase *tests = tcase_create("open");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, the_last_whole_snapshot_of_the_largest_heap_is_opened);
  tcase_add_test(tests, sites_are_sorted_by_what_they_retain);
  tcase_add_test(tests, a_snapshot_whose_end_is_not_told_counts_when_it_is_whole);
  tcase_add_test(tests, a_snapshot_that_was_begun_and_failed_is_none);
  tcase_add_test(tests, what_is_not_there_is_said);
  tcase_add_test(tests, a_snapshot_is_looked_for_beside_its_record_only);
  tcase_add_test(tests, samples_must_do_when_a_snapshot_cannot_be_read);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
