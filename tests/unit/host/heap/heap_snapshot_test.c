/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of snapshots: what is read of good ones, what of ones that were cut off, and that wrong ones are refused. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "support/snapshot_builder.h"
#include "support/temporary_file.h"

/* Three blocks, the first of which lies behind the others: it points to both, the second to itself; a global holds the
 * first, a register the third. */
static struct snapshot_builder specimen(void)
{
  struct snapshot_builder builder = {.head = {.id = 3, .pid = 77, .allocations = 50, .pause_ns = 9,
                                              .label = build_string("after load"), .file = build_string("3.heap")}};
  uint32_t table = snapshot_builder_block(&builder, (struct heap_block){
    .start = 0x9000, .bytes = 64, .birth = 10, .stack_id = 4, .tid = 1, .kind = RECORD_LEAK_REACHABLE});
  uint32_t ring = snapshot_builder_block(&builder, (struct heap_block){
    .start = 0x1000, .bytes = 32, .birth = 5, .stack_id = 6, .tid = 2, .generation = 1,
    .allocator = RECORD_ALLOCATOR_NEW});
  uint32_t leaf = snapshot_builder_block(&builder, (struct heap_block){.start = 0x2000, .bytes = 0, .birth = 40});
  snapshot_builder_edge(&builder, ring, (struct heap_edge){.to = ring, .offset = 8, .into = 16});
  snapshot_builder_edge(&builder, table, (struct heap_edge){.to = leaf, .offset = 56});
  snapshot_builder_edge(&builder, table, (struct heap_edge){.to = ring, .offset = 16});
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_REGISTER, .address = 3, .tid = 2,
                                                     .to = leaf});
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x60, .to = table,
                                                     .into = 8});
  static const uint64_t sps[] = {0x7000, 0x7040}, blocks[] = {0, 0x5000};
  snapshot_builder_thread(&builder, (struct record_heap_thread){
    .tid = 2, .stack_id = 8, .sps = {sps, 2}, .thread_pointer = 0x4000, .tls_blocks = {blocks, 2}});
  return builder;
}

static struct snapshot *read_built(struct snapshot_builder *builder)
{
  struct snapshot *snapshot = NULL;
  snapshot_builder_write(builder, temporary_file);
  snapshot_builder_release(builder);
  ck_no_error(snapshot_read(temporary_file, &snapshot));
  return snapshot;
}

/* --- good files --- */

START_TEST(blocks_are_numbered_by_address)
{
  struct snapshot_builder builder = specimen();
  struct snapshot *snapshot = read_built(&builder);
  ck_assert(snapshot->is_whole);
  ck_assert_uint_eq(snapshot->block_count, 3);
  ck_assert_uint_eq(snapshot->bytes, 96);
  ck_assert_uint_eq(snapshot->blocks[0].start, 0x1000);
  ck_assert_uint_eq(snapshot->blocks[0].birth, 5);
  ck_assert_uint_eq(snapshot->blocks[0].tid, 2);
  ck_assert_uint_eq(snapshot->blocks[0].generation, 1);
  ck_assert_uint_eq(snapshot->blocks[0].allocator, RECORD_ALLOCATOR_NEW);
  ck_assert_uint_eq(snapshot->blocks[1].start, 0x2000);
  ck_assert_uint_eq(snapshot->blocks[2].start, 0x9000);
  ck_assert_uint_eq(snapshot->blocks[2].stack_id, 4);
  ck_assert_uint_eq(snapshot->blocks[2].kind, RECORD_LEAK_REACHABLE);
  snapshot_destroy(snapshot);
}
END_TEST

START_TEST(pointers_lead_to_these_numbers)
{
  struct snapshot_builder builder = specimen();
  struct snapshot *snapshot = read_built(&builder);
  static const uint64_t starts[] = {0, 1, 1, 3};
  ck_assert_mem_eq(snapshot->edge_starts, starts, sizeof starts);
  ck_assert_uint_eq(snapshot->edges[0].to, 0);
  ck_assert_uint_eq(snapshot->edges[0].offset, 8);
  ck_assert_uint_eq(snapshot->edges[0].into, 16);
  ck_assert_uint_eq(snapshot->edges[1].to, 0);
  ck_assert_uint_eq(snapshot->edges[1].offset, 16);
  ck_assert_uint_eq(snapshot->edges[2].to, 1);
  ck_assert_uint_eq(snapshot->edges[2].offset, 56);
  ck_assert_uint_eq(snapshot->root_count, 2);
  ck_assert_uint_eq(snapshot->roots[0].class, RECORD_ROOT_GLOBAL);
  ck_assert_uint_eq(snapshot->roots[0].to, 2);
  ck_assert_uint_eq(snapshot->roots[0].into, 8);
  ck_assert_uint_eq(snapshot->roots[1].class, RECORD_ROOT_REGISTER);
  ck_assert_uint_eq(snapshot->roots[1].tid, 2);
  ck_assert_uint_eq(snapshot->roots[1].to, 1);
  snapshot_destroy(snapshot);
}
END_TEST

START_TEST(head_and_threads_are_kept)
{
  struct snapshot_builder builder = specimen();
  struct snapshot *snapshot = read_built(&builder);
  ck_assert_uint_eq(snapshot->head.pid, 77);
  ck_assert_uint_eq(snapshot->head.pause_ns, 9);
  ck_assert_uint_eq(snapshot->head.blocks, 3);
  ck_assert_uint_eq(snapshot->head.bytes, 96);
  ck_assert_uint_eq(snapshot->head.edges, 3);
  ck_assert_uint_eq(snapshot->head.label.size, 10);
  ck_assert_str_eq(snapshot->head.label.data, "after load");
  ck_assert_str_eq(snapshot->head.file.data, "3.heap");
  ck_assert_uint_eq(snapshot->thread_count, 1);
  ck_assert_uint_eq(snapshot->threads[0].stack_id, 8);
  ck_assert_uint_eq(snapshot->threads[0].sp_count, 2);
  ck_assert_uint_eq(snapshot->threads[0].sps[1], 0x7040);
  ck_assert_uint_eq(snapshot->threads[0].tls_blocks[1], 0x5000);
  snapshot_destroy(snapshot);
}
END_TEST

START_TEST(an_empty_heap_is_one)
{
  struct snapshot_builder builder = {0};
  struct snapshot *snapshot = read_built(&builder);
  ck_assert(snapshot->is_whole);
  ck_assert_uint_eq(snapshot->block_count, 0);
  ck_assert_uint_eq(snapshot->edge_starts[0], 0);
  ck_assert_uint_eq(snapshot_find(snapshot, 0x1000), HEAP_NO_BLOCK);
  snapshot_destroy(snapshot);
}
END_TEST

START_TEST(compressed_files_are_read)
{
  struct snapshot_builder builder = specimen();
  struct record_builder stream = snapshot_builder_stream(&builder);
  gzFile file = gzopen(temporary_file, "wb");
  ck_assert_int_eq(gzwrite(file, stream.data, (unsigned)stream.size), (int)stream.size);
  gzclose(file);
  struct snapshot *snapshot = NULL;
  ck_no_error(snapshot_read(temporary_file, &snapshot));
  ck_assert(snapshot->is_whole);
  ck_assert_uint_eq(snapshot->edge_count, 3);
  snapshot_destroy(snapshot);
  record_builder_release(&stream);
  snapshot_builder_release(&builder);
}
END_TEST

/* Ten thousand blocks in several frames, from high addresses to low ones, each pointing to the next two. */
START_TEST(lists_go_on_in_the_next_frame)
{
  enum { COUNT = 10000 };
  struct snapshot_builder builder = {0};
  for (uint32_t i = 0; i < COUNT; i++)
    snapshot_builder_block(&builder, (struct heap_block){.start = (COUNT - i) * 0x100, .bytes = 16, .birth = i});
  for (uint32_t i = 0; i + 2 < COUNT; i++) {
    snapshot_builder_edge(&builder, i, (struct heap_edge){.to = i + 1, .offset = 0});
    snapshot_builder_edge(&builder, i, (struct heap_edge){.to = i + 2, .offset = 8});
  }
  struct snapshot *snapshot = read_built(&builder);
  ck_assert_uint_eq(snapshot->block_count, COUNT);
  for (uint32_t i = 0; i < COUNT; i++) {
    ck_assert_uint_eq(snapshot->blocks[i].birth, COUNT - 1 - i);
    const uint64_t start = snapshot->edge_starts[i];
    ck_assert_uint_eq(snapshot->edge_starts[i + 1] - start, i < 2 ? 0 : 2);
    if (i >= 2)
      ck_assert(snapshot->edges[start].to == i - 1 && snapshot->edges[start + 1].to == i - 2);
  }
  snapshot_destroy(snapshot);
}
END_TEST

/* --- addresses --- */

/* A pool's superblock at 0x1000 with blocks at its start, within, and one in that; a block behind. */
static struct snapshot *read_nested(void)
{
  static const struct heap_block blocks[] = {
    {.start = 0x1010, .bytes = 0x40, .birth = 2}, {.start = 0x1000, .bytes = 0x1000, .birth = 0},
    {.start = 0x1020, .bytes = 0x10, .birth = 3}, {.start = 0x1000, .bytes = 0x10, .birth = 1},
    {.start = 0x2000, .bytes = 0, .birth = 4}};
  struct snapshot_builder builder = {0};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    snapshot_builder_block(&builder, blocks[i]);
  return read_built(&builder);
}

START_TEST(the_innermost_block_holds_an_address)
{
  static const struct {
    uint64_t address;
    uint32_t block;
  } rows[] = {{0xfff, HEAP_NO_BLOCK}, {0x1000, 1}, {0x100f, 1}, {0x1010, 2}, {0x1020, 3}, {0x102f, 3}, {0x1030, 2},
              {0x104f, 2}, {0x1050, 0}, {0x1fff, 0}, {0x2000, 4}, {0x2001, HEAP_NO_BLOCK}, {UINT64_MAX, HEAP_NO_BLOCK}};
  struct snapshot *snapshot = read_nested();
  for (uint32_t i = 0; i < 5; i++)
    ck_assert_uint_eq(snapshot->blocks[i].birth, i);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_uint_eq(snapshot_find(snapshot, rows[i].address), rows[i].block);
  snapshot_destroy(snapshot);
}
END_TEST

/* Random nests, held against a search through all blocks. */
START_TEST(finding_agrees_with_looking_everywhere)
{
  struct snapshot_builder builder = {0};
  uint64_t seed = (uint64_t)_i + 1;
  for (unsigned i = 0; i < 60; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    snapshot_builder_block(&builder, (struct heap_block){.start = seed >> 40 & 0xff, .bytes = (seed >> 50) % 60});
  }
  struct snapshot *snapshot = read_built(&builder);
  for (uint64_t address = 0; address < 0x180; address++) {
    uint32_t expected = HEAP_NO_BLOCK;
    for (uint32_t i = 0; i < snapshot->block_count; i++) {
      const struct heap_block *block = &snapshot->blocks[i];
      if (address >= block->start && address < block->start + (block->bytes ? block->bytes : 1))
        expected = i;
    }
    ck_assert_uint_eq(snapshot_find(snapshot, address), expected);
  }
  snapshot_destroy(snapshot);
}
END_TEST

/* --- files that end early --- */

START_TEST(a_file_may_end_anywhere)
{
  struct snapshot_builder builder = specimen();
  struct record_builder stream = snapshot_builder_stream(&builder);
  const size_t size = stream.size;
  size_t refused = 0, cut = 0;
  for (stream.size = 0; stream.size < size; stream.size++) {
    struct snapshot *snapshot = NULL;
    record_builder_write(&stream, temporary_file);
    struct error *error = snapshot_read(temporary_file, &snapshot);
    refused += error != NULL;
    cut += !error && !snapshot->is_whole;
    if (error)
      ck_assert_ptr_nonnull(strstr(error_message(error), "it ends before it says what it is a snapshot of"));
    else
      snapshot_destroy(snapshot);
    error_free(error);
  }
  ck_assert_uint_eq(refused + cut, size);
  ck_assert_uint_gt(cut, refused);
  record_builder_release(&stream);
  snapshot_builder_release(&builder);
}
END_TEST

START_TEST(pointers_to_what_did_not_come_are_dropped)
{
  struct snapshot_builder builder = specimen();
  snapshot_builder_edge(&builder, 0, (struct heap_edge){.to = 9, .offset = 0});
  snapshot_builder_edge(&builder, 7, (struct heap_edge){.to = 0, .offset = 0});
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_STACK, .tid = 1, .to = 9});
  builder.is_cut = true;
  struct snapshot *snapshot = read_built(&builder);
  ck_assert(!snapshot->is_whole);
  ck_assert_uint_eq(snapshot->edge_count, 3);
  ck_assert_uint_eq(snapshot->head.edges, 3);
  ck_assert_uint_eq(snapshot->root_count, 2);
  snapshot_destroy(snapshot);
}
END_TEST

/* --- files that are wrong --- */

static void refused(struct record_builder *stream, const char *message)
{
  struct snapshot *snapshot;
  record_builder_write(stream, temporary_file);
  record_builder_release(stream);
  ck_error_says(snapshot_read(temporary_file, &snapshot), message);
}

static void builder_refused(struct snapshot_builder *builder, const char *message)
{
  struct record_builder stream = snapshot_builder_stream(builder);
  snapshot_builder_release(builder);
  refused(&stream, message);
}

START_TEST(pointers_that_cannot_be_are_refused)
{
  struct snapshot_builder builder = specimen();
  snapshot_builder_edge(&builder, 0, (struct heap_edge){.to = 9, .offset = 0});
  builder_refused(&builder, "a pointer leads to block 10");
  builder = specimen();
  snapshot_builder_edge(&builder, 8, (struct heap_edge){.to = 0, .offset = 0});
  builder_refused(&builder, "a pointer belongs to block 9");
  builder = specimen();
  snapshot_builder_edge(&builder, 1, (struct heap_edge){.to = 0, .offset = 32});
  builder_refused(&builder, "a pointer belongs to block 2");
  builder = specimen();
  snapshot_builder_edge(&builder, 1, (struct heap_edge){.to = 0, .offset = 0, .into = 65});
  builder_refused(&builder, "a pointer leads to block 1");
  builder = specimen();
  snapshot_builder_edge(&builder, 1, (struct heap_edge){.to = 0, .offset = 8});
  builder_refused(&builder, "pointers of the block at 0x1000 are out of order at its byte 8");
  builder = specimen();
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .to = 9});
  builder_refused(&builder, "a root leads to block 10");
  builder = specimen();
  snapshot_builder_root(&builder, (struct heap_root){.class = 5, .to = 1});
  builder_refused(&builder, "roots of class 5");
}
END_TEST

START_TEST(blocks_that_cannot_be_are_refused)
{
  static const struct {
    struct heap_block block;
    const char *message;
  } rows[] = {
    {{.start = UINT64_MAX - 8, .bytes = 16}, "goes beyond the end of memory"},
    {{.start = 8, .bytes = UINT64_MAX - 8}, "goes beyond the end of memory"}, /* with the others' bytes */
    {{.start = 8, .bytes = 8, .kind = 5}, "block 4 has a thread, stack or kind that cannot be"},
    {{.start = 8, .bytes = 8, .allocator = 4}, "block 4 has a thread, stack or kind that cannot be"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct snapshot_builder builder = specimen();
    snapshot_builder_block(&builder, rows[i].block);
    builder_refused(&builder, rows[i].message);
  }
}
END_TEST

/* A frame of blocks with these ids, all else 0 and in step; but `short_list` has an item less. */
static void build_ids(struct record_builder *stream, const uint64_t *id_steps, size_t count, int short_list)
{
  static const uint64_t zeros[8];
  struct record_numbers lists[9];
  for (int i = 0; i < 9; i++)
    lists[i] = (struct record_numbers){i == 0 ? id_steps : zeros, count - (i == short_list)};
  build_snapshot(stream, (struct record_snapshot){.id = 1});
  build_heap_blocks(stream, (struct record_heap_blocks){lists[0], lists[1], lists[2], lists[3], lists[4], lists[5],
                                                        lists[6], lists[7], lists[8]});
}

START_TEST(lists_out_of_step_are_refused)
{
  static const uint64_t steps[] = {2, 2, 2}, words[] = {2, 2};
  for (int list = 0; list < 9; list++) {
    struct record_builder stream = {0};
    build_ids(&stream, steps, 3, list);
    refused(&stream, "lists of blocks that are of different lengths");
  }
  struct record_builder stream = {0};
  build_ids(&stream, steps, 3, -1);
  build_heap_edges(&stream, (struct record_heap_edges){{words, 2}, {words, 2}, {words, 1}, {words, 2}});
  refused(&stream, "lists of pointers that are of different lengths");
  build_ids(&stream, steps, 3, -1);
  build_heap_roots(&stream, (struct record_heap_roots){1, 0, 0, 64, {words, 2}, {words, 2}, {words, 1}});
  refused(&stream, "lists of roots that are of different lengths");
}
END_TEST

START_TEST(ids_out_of_order_are_refused)
{
  static const struct {
    uint64_t steps[3];
    const char *message;
  } rows[] = {
    {{0, 2, 2}, "block 0 after block 0"},
    {{2, 0, 2}, "block 1 after block 1"},
    {{4, 1, 6}, "block 1 after block 2"},
    {{1, 2, 2}, "block 18446744073709551615 after"},
    {{2, 2, UINT64_C(2) << 32}, "block 4294967298 after block 2"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct record_builder stream = {0};
    build_ids(&stream, rows[i].steps, 3, -1);
    refused(&stream, rows[i].message);
  }
  struct record_builder stream = {0};
  build_ids(&stream, (const uint64_t[]){2, 2}, 2, -1);
  const struct record_numbers one = BUILD_NUMBERS(4), zero = BUILD_NUMBERS(0);
  build_heap_blocks(&stream, (struct record_heap_blocks){one, zero, zero, zero, zero, zero, zero, zero, zero});
  refused(&stream, "block 2 after block 2");
}
END_TEST

/* Few blocks with large ids are found as well. */
START_TEST(ids_may_be_far_apart)
{
  struct record_builder stream = {0};
  build_ids(&stream, (const uint64_t[]){2, 1000000, UINT64_C(0xf0000000)}, 3, -1);
  build_heap_roots(&stream, (struct record_heap_roots){1, 0, 0, 64, BUILD_NUMBERS(0, 16, 16),
                                                       BUILD_NUMBERS(2, 1000000, UINT64_C(0xf0000000)),
                                                       BUILD_NUMBERS(0, 0, 0)});
  build_snapshot_end(&stream, (struct record_snapshot_end){.blocks = 3, .root_pointers = 3});
  record_builder_write(&stream, temporary_file);
  struct snapshot *snapshot = NULL;
  ck_no_error(snapshot_read(temporary_file, &snapshot));
  for (uint32_t i = 0; i < 3; i++)
    ck_assert_uint_eq(snapshot->roots[i].to, i);
  snapshot_destroy(snapshot);
  record_builder_release(&stream);
}
END_TEST

START_TEST(an_end_that_counts_otherwise_is_refused)
{
  static const struct record_snapshot_end good = {.blocks = 3, .bytes = 96, .edges = 3, .root_pointers = 2};
  for (unsigned field = 0; field < 4; field++) {
    struct snapshot_builder builder = specimen();
    builder.is_cut = true;
    struct record_builder stream = snapshot_builder_stream(&builder);
    struct record_snapshot_end end = good;
    *(uint64_t *[]){&end.blocks, &end.bytes, &end.edges, &end.root_pointers}[field] += 1;
    build_snapshot_end(&stream, end);
    snapshot_builder_release(&builder);
    refused(&stream, "were announced, but there are 3 of 96, 3 and 2");
  }
}
END_TEST

/* --- numbers beyond all bounds --- */

/* Read or refused with a message, and never by memory running out, which would end this program with status 125. */
static void survived(struct record_builder *stream)
{
  struct snapshot *snapshot;
  record_builder_write(stream, temporary_file);
  record_builder_release(stream);
  struct error *error = snapshot_read(temporary_file, &snapshot);
  if (error)
    ck_assert_ptr_nonnull(strstr(error_message(error), temporary_file));
  else
    snapshot_destroy(snapshot);
  error_free(error);
}

static const uint64_t sizes[] = {UINT64_MAX,        UINT64_MAX - 1,    UINT64_C(1) << 63, INT64_MAX,
                                 UINT64_C(1) << 62, UINT64_C(1) << 32, UINT32_MAX};

/* One item of one list of each kind of frame. */
START_TEST(numbers_of_any_size_are_survived)
{
  const struct rlimit limit = {UINT64_C(1) << 30, UINT64_C(1) << 30};
  if (!getenv("ASAN_OPTIONS")) /* whose shadow is larger, and which limits allocations itself */
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
  for (int list = 0; list < 9 + 4 + 3 + 4; list++) {
    uint64_t lists[20][3];
    struct record_numbers numbers[20];
    struct record_builder stream = {0};
    for (int i = 0; i < 20; i++) {
      for (int item = 0; item < 3; item++)
        lists[i][item] = i == 1 ? 0x20 : i == 2 ? 8 : 2;
      numbers[i] = (struct record_numbers){lists[i], 3};
    }
    lists[list][list % 3] = sizes[_i];
    build_snapshot(&stream, (struct record_snapshot){.id = 1, .blocks = sizes[_i], .edges = sizes[_i]});
    build_heap_blocks(&stream, (struct record_heap_blocks){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                                                           numbers[5], numbers[6], numbers[7], numbers[8]});
    build_heap_edges(&stream, (struct record_heap_edges){numbers[9], numbers[10], numbers[11], numbers[12]});
    build_heap_roots(&stream, (struct record_heap_roots){.class = RECORD_ROOT_GLOBAL,
                                                         .end = UINT64_MAX,
                                                         .address_steps = numbers[13],
                                                         .to_steps = numbers[14],
                                                         .intos = numbers[15]});
    build_snapshot_end(&stream,
                       (struct record_snapshot_end){lists[16][0], lists[17][0], lists[18][0], lists[19][0], 0});
    survived(&stream);
  }
}
END_TEST

START_TEST(other_streams_are_refused)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = 1});
  refused(&stream, "is it the record of a run?");
  build_snapshot(&stream, (struct record_snapshot){.id = 1});
  build_snapshot(&stream, (struct record_snapshot){.id = 2});
  refused(&stream, "another snapshot begins in the same file");
  build_snapshot(&stream, (struct record_snapshot){.id = 1});
  build_snapshot_end(&stream, (struct record_snapshot_end){0});
  build_snapshot_end(&stream, (struct record_snapshot_end){0});
  refused(&stream, "it goes on after its end");
  build_snapshot(&stream, (struct record_snapshot){.id = 1});
  build_heap_roots(&stream, (struct record_heap_roots){1, 0, 64, 72, BUILD_NUMBERS(0), BUILD_NUMBERS(2),
                                                       BUILD_NUMBERS(0)});
  refused(&stream, "a root at 0x0 to block 1, where none can be");
  struct snapshot *snapshot;
  unlink(temporary_file);
  ck_error_says(snapshot_read(temporary_file, &snapshot), "cannot open");
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap_snapshot");
  TCase *tcase = tcase_create("all");
  tcase_add_checked_fixture(tcase, temporary_file_setup, temporary_file_teardown);
  tcase_add_test(tcase, blocks_are_numbered_by_address);
  tcase_add_test(tcase, pointers_lead_to_these_numbers);
  tcase_add_test(tcase, head_and_threads_are_kept);
  tcase_add_test(tcase, an_empty_heap_is_one);
  tcase_add_test(tcase, compressed_files_are_read);
  tcase_add_test(tcase, lists_go_on_in_the_next_frame);
  tcase_add_test(tcase, the_innermost_block_holds_an_address);
  tcase_add_loop_test(tcase, finding_agrees_with_looking_everywhere, 0, 50);
  tcase_add_test(tcase, a_file_may_end_anywhere);
  tcase_add_test(tcase, pointers_to_what_did_not_come_are_dropped);
  tcase_add_test(tcase, pointers_that_cannot_be_are_refused);
  tcase_add_test(tcase, blocks_that_cannot_be_are_refused);
  tcase_add_test(tcase, lists_out_of_step_are_refused);
  tcase_add_test(tcase, ids_out_of_order_are_refused);
  tcase_add_test(tcase, ids_may_be_far_apart);
  tcase_add_test(tcase, an_end_that_counts_otherwise_is_refused);
  tcase_add_loop_test(tcase, numbers_of_any_size_are_survived, 0, sizeof sizes / sizeof *sizes);
  tcase_add_test(tcase, other_streams_are_refused);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
