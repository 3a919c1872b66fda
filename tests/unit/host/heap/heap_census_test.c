/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Census, points-from and diff, on a server's heap made by hand; points-from also on random heaps, by looking at every
 * pair. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "host/heap/graph/class_pointers.h"
#include "host/heap/questions/census.h"
#include "host/heap/questions/heap_diff.h"
#include "support/heap_oracle.h"
#include "support/snapshot_builder.h"
#include "support/temporary_file.h"

/* --- a heap --- */

enum { TABLE, ENTRY, TEXT, LOST, SITES };

/* g_cache holds a table of 64 bytes that points to `entries` entries of 48 bytes; each of these has a text of 100
 * bytes, but the first two share one of 40. A lost block of 16 points to the first entry. */
struct server {
  struct heap heap;
  struct heap_site sites[SITES];
  struct root_group groups[2];
  struct root_names names;
  uint32_t group_of[4];
};

static void build_server(struct snapshot_builder *builder, uint32_t entries)
{
  const uint32_t table = snapshot_builder_block(builder, (struct heap_block){.start = 0x1000, .bytes = 64, .birth = 0});
  const uint32_t shared = snapshot_builder_block(builder, (struct heap_block){.start = 0x2000, .bytes = 40, .birth = 1,
                                                                              .stack_id = TEXT});
  uint32_t first = 0;
  for (uint32_t i = 0; i < entries; i++) {
    const uint32_t entry = snapshot_builder_block(builder, (struct heap_block){
      .start = 0x10000 + 0x100 * i, .bytes = 48, .birth = 10 * i + 2, .stack_id = ENTRY});
    const uint32_t text = i < 2 ? shared : snapshot_builder_block(builder, (struct heap_block){
      .start = 0x80000 + 0x100 * i, .bytes = 100, .birth = 10 * i + 3, .stack_id = TEXT});
    first = i == 0 ? entry : first;
    snapshot_builder_edge(builder, table, (struct heap_edge){.to = entry, .offset = 8 * i});
    snapshot_builder_edge(builder, entry, (struct heap_edge){.to = text, .offset = 16});
  }
  const uint32_t lost = snapshot_builder_block(builder, (struct heap_block){.start = 0xf0000, .bytes = 16, .birth = 5,
                                                                            .stack_id = LOST});
  snapshot_builder_edge(builder, lost, (struct heap_edge){.to = first});
  snapshot_builder_root(builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x600000, .to = table});
  snapshot_builder_root(builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x600008, .to = table});
}

static void describe(struct server *server)
{
  static const char *const names[SITES] = {"cache_init (cache.c:9)", "cache_new (cache.c:40)", "text_new (text.c:7)",
                                           "lose (lose.c:3)"};
  static const char *const types[SITES] = {"struct table", "struct entry", NULL, NULL};
  for (uint32_t i = 0; i < SITES; i++) {
    server->sites[i] = (struct heap_site){.name = (char *)names[i], .type = (char *)types[i], .stack_id = i};
    snprintf(server->sites[i].identity.digits, sizeof server->sites[i].identity.digits, "%016x", i);
  }
  server->groups[0] = (struct root_group){.name = (char *)"g_cache", .class = RECORD_ROOT_GLOBAL};
  server->groups[1] = (struct root_group){.name = (char *)"g_other", .class = RECORD_ROOT_GLOBAL};
}

static struct server *server_create(uint32_t entries, uint64_t allocations)
{
  struct server *server = calloc(1, sizeof *server);
  struct snapshot_builder builder = {.head = {.pid = 7, .start_time_ns = 99, .allocations = allocations}};
  build_server(&builder, entries);
  snapshot_builder_write(&builder, temporary_file);
  snapshot_builder_release(&builder);
  describe(server);
  struct heap *heap = &server->heap;
  ck_no_error(snapshot_read(temporary_file, &heap->snapshot));
  ck_no_error(graph_create(heap->snapshot, server->group_of, 2, &heap->graph));
  server->names = (struct root_names){.groups = server->groups, .group_count = 2, .group_of = server->group_of};
  heap->names = &server->names;
  heap->sites = server->sites;
  heap->site_count = SITES;
  heap->site_of = calloc(heap->snapshot->block_count, sizeof *heap->site_of);
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++) {
    heap->site_of[i] = heap->snapshot->blocks[i].stack_id;
    server->sites[heap->site_of[i]].live_bytes += heap->snapshot->blocks[i].bytes;
    server->sites[heap->site_of[i]].live_blocks++;
  }
  return server;
}

static void server_destroy(struct server *server)
{
  graph_destroy(server->heap.graph);
  snapshot_destroy(server->heap.snapshot);
  free(server->heap.site_of);
  free(server);
}

/* --- census --- */

START_TEST(sites_have_bytes_and_what_they_retain)
{
  struct server *server = server_create(5, 100);
  struct census census;
  census_by_site(&server->heap, &census);
  ck_assert(census.is_exact);
  ck_assert_uint_eq(census.count, SITES);
  static const struct {
    uint32_t site;
    uint64_t bytes, blocks, retained, unreached;
  } rows[] = {{TEXT, 340, 4, 340, 0}, {ENTRY, 240, 5, 580, 0}, {TABLE, 64, 1, 644, 0}, {LOST, 16, 1, 16, 16}};
  for (size_t i = 0; i < SITES; i++) {
    const struct census_row *row = &census.rows[i];
    ck_assert_uint_eq(row->site, rows[i].site);
    ck_assert_str_eq(row->name, server->sites[rows[i].site].name);
    ck_assert_uint_eq(row->bytes, rows[i].bytes);
    ck_assert_uint_eq(row->blocks, rows[i].blocks);
    ck_assert_uint_eq(row->retained_bytes, rows[i].retained);
    ck_assert_uint_eq(row->unreached_bytes, rows[i].unreached);
    ck_assert_uint_eq(row->sites, 1);
  }
  ck_assert_uint_eq(census.rows[0].smallest, 40);
  ck_assert_uint_eq(census.rows[0].largest, 100);
  census_release(&census);
  server_destroy(server);
}
END_TEST

START_TEST(blocks_without_a_type_are_a_row)
{
  struct server *server = server_create(5, 100);
  struct census census;
  census_by_type(&server->heap, &census);
  ck_assert_uint_eq(census.count, 3);
  ck_assert_ptr_null(census.rows[0].name);
  ck_assert_uint_eq(census.rows[0].bytes, 356);
  ck_assert_uint_eq(census.rows[0].sites, 2);
  ck_assert_str_eq(census.rows[1].name, "struct entry");
  ck_assert_str_eq(census.rows[2].name, "struct table");
  census_release(&census);
  server_destroy(server);
}
END_TEST

/* Sizes: 16, 40, 48 x 5, 64, 100 x 3. */
START_TEST(a_size_that_prevails_is_a_row_of_its_own)
{
  struct server *server = server_create(5, 100);
  struct census census;
  census_by_size(&server->heap, &census);
  static const struct {
    const char *range;
    uint64_t blocks, except;
  } rows[] = {{"=16", 1, 0}, {"=48", 5, 0}, {"32..64", 1, 48}, {"=100", 3, 0}, {"64..128", 1, 100}};
  ck_assert_uint_eq(census.count, 5);
  for (size_t i = 0; i < 5; i++) {
    char text[CENSUS_RANGE_BYTES];
    ck_assert_str_eq(census_range_text(census.rows[i].range, text), rows[i].range);
    ck_assert_uint_eq(census.rows[i].blocks, rows[i].blocks);
    ck_assert_uint_eq(census.rows[i].except, rows[i].except);
  }
  ck_assert_uint_eq(census.rows[1].retained_bytes, 580);
  census_release(&census);
  server_destroy(server);
}
END_TEST

START_TEST(ages_are_tenths_of_the_allocations)
{
  struct server *server = server_create(5, 45);
  struct census census;
  census_by_age(&server->heap, &census);
  ck_assert_uint_eq(census.count, 10);
  static const uint64_t blocks[] = {3, 1, 1, 0, 2, 0, 2, 0, 2, 0};
  uint64_t all = 0;
  for (size_t i = 0; i < 10; i++) {
    ck_assert_uint_eq(census.rows[i].range.start, 5 * i);
    ck_assert_uint_eq(census.rows[i].blocks, blocks[i]);
    all += census.rows[i].blocks;
  }
  ck_assert_uint_eq(all, server->heap.snapshot->block_count);
  census_release(&census);
  server->heap.snapshot->head.allocations = 0;
  census_by_age(&server->heap, &census);
  ck_assert_uint_eq(census.rows[0].blocks, server->heap.snapshot->block_count);
  census_release(&census);
  server_destroy(server);
}
END_TEST

START_TEST(an_empty_heap_has_no_rows)
{
  struct heap heap = {0};
  struct snapshot_builder builder = {0};
  struct census census;
  snapshot_builder_write(&builder, temporary_file);
  ck_no_error(snapshot_read(temporary_file, &heap.snapshot));
  ck_no_error(graph_create(heap.snapshot, NULL, 0, &heap.graph));
  census_by_site(&heap, &census);
  ck_assert_uint_eq(census.count, 0);
  census_release(&census);
  census_by_type(&heap, &census);
  ck_assert_uint_eq(census.count, 0);
  census_release(&census);
  census_by_size(&heap, &census);
  ck_assert_uint_eq(census.count, 0);
  census_release(&census);
  struct class_pointers *points = class_pointers_create(heap.graph, heap.site_of, 0);
  ck_assert_uint_eq(points->count, 0);
  class_pointers_destroy(points);
  graph_destroy(heap.graph);
  snapshot_destroy(heap.snapshot);
}
END_TEST

START_TEST(ranges_are_read_as_they_are_written)
{
  static const char *const good[] = {"=0", "=512", "=64K", "256..512", "64K..128K", "1000..1M", "2G..", "0..10"};
  static const char *const bad[] = {"", "=", "512", "512..256", "5..5", "..5", "=5..6", "5...6", "5..6x", "=-1", "=1T",
                                    "=18446744073709551616", "18446744073709551615G..", "= 5"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct census_range range;
    char text[CENSUS_RANGE_BYTES];
    ck_assert_msg(census_range_parse(good[i], &range), "%s", good[i]);
    ck_assert_str_eq(census_range_text(range, text), good[i]);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct census_range range;
    ck_assert_msg(!census_range_parse(bad[i], &range), "%s", bad[i]);
  }
  struct census_range range;
  ck_assert(census_range_parse("256..512", &range));
  ck_assert(census_range_has(range, 256) && census_range_has(range, 511));
  ck_assert(!census_range_has(range, 255) && !census_range_has(range, 512));
  ck_assert(census_range_parse("1K..", &range));
  ck_assert(census_range_has(range, UINT64_MAX) && !census_range_has(range, 1023));
}
END_TEST

/* --- points-from --- */

START_TEST(classes_point_at_classes)
{
  static const struct class_pointers_line lines[] = {
    {ENTRY, false, TEXT, 5, 5, 4, 340}, {TABLE, false, ENTRY, 5, 1, 5, 240}, {0, true, TABLE, 2, 0, 1, 64},
    {LOST, false, ENTRY, 1, 1, 1, 48}};
  struct server *server = server_create(5, 100);
  struct class_pointers *points = class_pointers_create(server->heap.graph, server->heap.site_of, SITES);
  ck_assert_uint_eq(points->count, 4);
  for (size_t i = 0; i < 4; i++) {
    const struct class_pointers_line *line = &points->lines[i];
    ck_assert_uint_eq(line->from, lines[i].from);
    ck_assert(line->from_root == lines[i].from_root);
    ck_assert_uint_eq(line->to, lines[i].to);
    ck_assert_uint_eq(line->pointers, lines[i].pointers);
    ck_assert_uint_eq(line->from_blocks, lines[i].from_blocks);
    ck_assert_uint_eq(line->to_blocks, lines[i].to_blocks);
    ck_assert_uint_eq(line->to_bytes, lines[i].to_bytes);
  }
  class_pointers_destroy(points);
  server_destroy(server);
}
END_TEST

/* Does block or root `from` (a block when below block_count) point at `to`, and how often? */
static uint64_t pointers(const struct snapshot *snapshot, uint32_t from, uint32_t to)
{
  uint64_t count = 0;
  if (from >= snapshot->block_count)
    return snapshot->roots[from - snapshot->block_count].to == to;
  for (uint64_t i = snapshot->edge_starts[from]; i < snapshot->edge_starts[from + 1]; i++)
    count += snapshot->edges[i].to == to;
  return count;
}

static void check_line(const struct oracle *oracle, const uint32_t *class_of, const struct class_pointers_line *line)
{
  const struct snapshot *snapshot = oracle->snapshot;
  struct class_pointers_line expected = {0};
  bool is_target[ORACLE_BLOCKS_MAX] = {false};
  for (uint32_t from = 0; from < snapshot->block_count + snapshot->root_count; from++) {
    const bool is_root = from >= snapshot->block_count;
    const uint32_t class = is_root ? oracle->root_groups[from - snapshot->block_count] : class_of[from];
    uint64_t of_block = 0;
    for (uint32_t to = 0; to < snapshot->block_count && is_root == line->from_root && class == line->from; to++)
      if (class_of[to] == line->to && pointers(snapshot, from, to) > 0) {
        of_block += pointers(snapshot, from, to);
        is_target[to] = true;
      }
    expected.pointers += of_block;
    expected.from_blocks += of_block > 0 && !is_root;
  }
  for (uint32_t to = 0; to < snapshot->block_count; to++) {
    expected.to_blocks += is_target[to];
    expected.to_bytes += is_target[to] ? snapshot->blocks[to].bytes : 0;
  }
  ck_assert_uint_eq(line->pointers, expected.pointers);
  ck_assert_uint_eq(line->from_blocks, expected.from_blocks);
  ck_assert_uint_eq(line->to_blocks, expected.to_blocks);
  ck_assert_uint_eq(line->to_bytes, expected.to_bytes);
}

START_TEST(random_heaps_agree_with_looking_at_every_pair)
{
  for (uint64_t seed = 1; seed <= 300; seed++) {
    struct oracle oracle;
    struct graph *graph;
    uint32_t class_of[ORACLE_BLOCKS_MAX];
    uint64_t all = 0;
    heap_oracle_init(&oracle, seed, temporary_file);
    for (uint32_t i = 0; i < oracle.snapshot->block_count; i++)
      class_of[i] = heap_oracle_random(&oracle, 4);
    ck_no_error(graph_create(oracle.snapshot, oracle.root_groups, oracle.group_count, &graph));
    struct class_pointers *points = class_pointers_create(graph, class_of, 4);
    for (size_t i = 0; i < points->count; i++) {
      check_line(&oracle, class_of, &points->lines[i]);
      all += points->lines[i].pointers;
    }
    ck_assert_uint_eq(all, oracle.snapshot->edge_count + oracle.snapshot->root_count);
    class_pointers_destroy(points);
    graph_destroy(graph);
    heap_oracle_deinit(&oracle);
  }
}
END_TEST

/* --- diff --- */

START_TEST(what_has_grown_comes_first)
{
  struct server *old = server_create(5, 45), *new = server_create(8, 100);
  struct heap_diff *diff;
  new->sites[LOST].identity = (struct identity){"00000000000000ff"};
  heap_diff_create(&old->heap, &new->heap, &diff);
  ck_assert(diff->is_same_process && diff->has_snapshots);
  static const struct {
    uint32_t site;
    enum heap_change change;
    uint64_t before, after, survived;
  } rows[] = {{TEXT, HEAP_GROWN, 340, 640, 340}, {ENTRY, HEAP_GROWN, 240, 384, 240}, {LOST, HEAP_GONE, 16, 0, 0},
              {LOST, HEAP_NEW, 0, 16, 16}, {TABLE, HEAP_SAME, 64, 64, 64}};
  ck_assert_uint_eq(diff->site_count, 5);
  for (size_t i = 0; i < 5; i++) {
    const struct heap_diff_line *line = &diff->sites[i];
    ck_assert_str_eq(line->name, new->sites[rows[i].site].name);
    ck_assert_str_eq(heap_change_words(line->change), heap_change_words(rows[i].change));
    ck_assert_uint_eq(line->before.bytes, rows[i].before);
    ck_assert_uint_eq(line->after.bytes, rows[i].after);
    ck_assert_uint_eq(line->survived_bytes, rows[i].survived);
  }
  ck_assert_uint_eq(diff->root_count, 1);
  ck_assert_str_eq(diff->roots[0].name, "g_cache");
  ck_assert_int_eq(diff->roots[0].change, HEAP_GROWN);
  ck_assert_uint_eq(diff->roots[0].before.retained_bytes, 644);
  ck_assert_uint_eq(diff->roots[0].after.retained_bytes, 1088);
  ck_assert_uint_eq(diff->before.bytes, 660);
  ck_assert_uint_eq(diff->after.bytes, 1104);
  ck_assert_uint_eq(diff->after.retained_bytes, 1088);
  heap_diff_destroy(diff);
  server_destroy(old);
  server_destroy(new);
}
END_TEST

START_TEST(sites_of_one_identity_are_one_line)
{
  struct server *old = server_create(5, 45), *new = server_create(5, 45);
  struct heap_diff *diff;
  new->sites[LOST].identity = new->sites[TEXT].identity;
  new->groups[0].name = (char *)"g_renamed";
  new->heap.snapshot->head.pid = 8;
  heap_diff_create(&old->heap, &new->heap, &diff);
  ck_assert(!diff->is_same_process);
  ck_assert_uint_eq(diff->site_count, 4);
  ck_assert_str_eq(diff->sites[0].name, "text_new (text.c:7)");
  ck_assert_uint_eq(diff->sites[0].before.bytes, 340);
  ck_assert_uint_eq(diff->sites[0].after.bytes, 356);
  ck_assert_uint_eq(diff->sites[0].survived_bytes, 0);
  ck_assert_str_eq(diff->sites[1].name, "lose (lose.c:3)");
  ck_assert_int_eq(diff->sites[1].change, HEAP_GONE);
  ck_assert_uint_eq(diff->root_count, 2);
  ck_assert_str_eq(diff->roots[0].name, "g_cache");
  ck_assert_int_eq(diff->roots[0].change, HEAP_GONE);
  ck_assert_str_eq(diff->roots[1].name, "g_renamed");
  ck_assert_int_eq(diff->roots[1].change, HEAP_NEW);
  heap_diff_destroy(diff);
  server_destroy(old);
  server_destroy(new);
}
END_TEST

START_TEST(runs_without_snapshots_are_compared_by_site)
{
  struct server *old = server_create(5, 45), *new = server_create(5, 45);
  struct heap without = {.sites = new->sites, .site_count = SITES};
  struct heap_diff *diff;
  new->sites[ENTRY].live_bytes += 8;
  heap_diff_create(&old->heap, &without, &diff);
  ck_assert(!diff->has_snapshots && !diff->is_same_process);
  ck_assert_uint_eq(diff->root_count, 0);
  ck_assert_uint_eq(diff->site_count, SITES);
  ck_assert_int_eq(diff->sites[0].change, HEAP_GROWN);
  ck_assert_int_eq(diff->sites[1].change, HEAP_SAME);
  ck_assert_uint_eq(diff->after.retained_bytes, 668);
  heap_diff_destroy(diff);
  server_destroy(old);
  server_destroy(new);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap_census");
  TCase *tcase = tcase_create("all");
  tcase_add_checked_fixture(tcase, temporary_file_setup, temporary_file_teardown);
  tcase_set_timeout(tcase, 0);
  tcase_add_test(tcase, sites_have_bytes_and_what_they_retain);
  tcase_add_test(tcase, blocks_without_a_type_are_a_row);
  tcase_add_test(tcase, a_size_that_prevails_is_a_row_of_its_own);
  tcase_add_test(tcase, ages_are_tenths_of_the_allocations);
  tcase_add_test(tcase, an_empty_heap_has_no_rows);
  tcase_add_test(tcase, ranges_are_read_as_they_are_written);
  tcase_add_test(tcase, classes_point_at_classes);
  tcase_add_test(tcase, random_heaps_agree_with_looking_at_every_pair);
  tcase_add_test(tcase, what_has_grown_comes_first);
  tcase_add_test(tcase, sites_of_one_identity_are_one_line);
  tcase_add_test(tcase, runs_without_snapshots_are_compared_by_site);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
