/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in the exported files; that viewers open them is tests/heap/exports' business. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host/base/utf8.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/protobuf_wire.h"
#include "support/heap_fixture.h"
#include "support/pprof_reader.h"
#include "unit/unit.h"

static const struct heap_fixture whole = {.has_growth = true, .has_snapshot = true};
static const struct heap_fixture only_growth = {.has_growth = true};
static const struct heap_fixture only_snapshot = {.has_snapshot = true};
static const struct heap_fixture hostile = {.has_growth = true, .has_snapshot = true, .is_hostile = true};

static char *text;
static size_t size;

static struct error *export_to_text(const char *name, const struct heap_fixture *fixture, uint32_t around)
{
  const struct export *export = export_find(name);
  ck_assert_ptr_nonnull(export);
  free(text);
  FILE *output = open_memstream(&text, &size);
  struct export_request request = {.around = around};
  struct error *error = export->write(heap_fixture_create(fixture), &request, output);
  heap_fixture_destroy();
  fclose(output);
  return error;
}

static void export_good(const char *name, const struct heap_fixture *fixture)
{
  ck_no_error(export_to_text(name, fixture, HEAP_NO_BLOCK));
}

static void expect(const char *part)
{
  ck_assert_msg(strstr(text, part) != NULL, "lacks \"%s\":\n%s", part, text);
}

static size_t lines(void)
{
  size_t count = 0;
  for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
    count++;
  return count;
}

START_TEST(formats_are_found_by_name)
{
  ck_assert_ptr_null(export_find("nothing"));
  ck_assert_ptr_null(export_find(""));
  const struct export *first = export_find(NULL);
  ck_assert_str_eq(first->name, "massif");
  for (; first->name; first++)
    ck_assert_ptr_eq(export_find(first->name), first);
}
END_TEST

START_TEST(folded_stacks_have_callers_first_and_no_allocators)
{
  export_good("folded", &whole);
  ck_assert_uint_eq(lines(), 4);
  expect("main;cache_fill;cache_new 1024\n");
  expect("main;list_push 128\n");
  expect("main;list_push;list_push 100\n");
  expect("main;[libz.so.1] 1000\n");
}
END_TEST

START_TEST(folded_says_when_nothing_lives)
{
  ck_error_says(export_to_text("folded", &(struct heap_fixture){0}, HEAP_NO_BLOCK), "nothing lives in the end");
}
END_TEST

START_TEST(without_a_snapshot_the_end_of_the_run_counts)
{
  export_good("folded", &only_growth);
  ck_assert_uint_eq(lines(), 4);
  expect("main;cache_fill;cache_new 1024\n");
}
END_TEST

START_TEST(massif_has_all_samples_and_the_tree_at_the_peak)
{
  export_good("massif", &whole);
  expect("cmd: ./server --port=80\ntime_unit: ms\n");
  expect("snapshot=0\n#-----------\ntime=0\nmem_heap_B=64\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=empty\n");
  expect("snapshot=19\n#-----------\ntime=760\nmem_heap_B=5000\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=peak\n"
         "n3: 5000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
         " n1: 4000 0x108100: cache_new (cache.c:40)\n"
         "  n1: 4000 0x108100: cache_fill (cache.c:60)\n"
         "   n0: 4000 0x108300: main (server.c:12)\n"
         " n1: 600 0x108200: list_push (list.c:9)\n");
  expect(
    "snapshot=24\n#-----------\ntime=960\nmem_heap_B=2252\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\n");
  expect("n1: 1000 0x5000100: ??? (in /usr/lib/libz.so.1)\n");
}
END_TEST

/* massif-visualizer takes other words for the name of a function. */
START_TEST(massif_leaves_out_what_is_small_in_words_that_viewers_know)
{
  const struct heap *heap = heap_fixture_create(&only_growth);
  const struct export_request request = {.around = HEAP_NO_BLOCK};
  heap->growth->sites[1].values[FIXTURE_PEAK].bytes = 20;
  heap->growth->sites[4].values[FIXTURE_PEAK].bytes = 0;
  free(text);
  FILE *output = open_memstream(&text, &size);
  ck_no_error(export_find("massif")->write(heap, &request, output));
  fclose(output);
  heap_fixture_destroy();
  expect(" n0: 20 in 1 place, below massif's threshold (1.00%)\n");
}
END_TEST

START_TEST(massif_counts_instructions_when_the_run_did)
{
  export_good("massif", &(struct heap_fixture){.has_growth = true, .counts_instructions = true});
  expect("time_unit: i\n");
  expect("time=19000000\n");
}
END_TEST

START_TEST(massif_makes_do_with_a_snapshot)
{
  export_good("massif", &only_snapshot);
  expect("snapshot=0\n#-----------\ntime=960\nmem_heap_B=2252\n");
  expect("heap_tree=peak\nn4: 2252 ");
}
END_TEST

START_TEST(callgrind_tells_calls_with_what_is_below_them)
{
  export_good("callgrind", &whole);
  expect("events: Live Blocks Total Allocs\nsummary: 2252 6 20612 46\n");
  expect("fn=(1) cache_new\n40 1024 2 15360 30\n");
  expect("cfn=(1)\ncalls=30 0\n60 1024 2 15360 30\n");
  expect("cfn=(4)\ncalls=1 0\n12 100 1 100 1\n"); /* a recursion counts once */
}
END_TEST

START_TEST(dhat_has_peaks_and_ends)
{
  export_good("dhat", &whole);
  expect("\"te\": 48,\n\"tg\": 38,");
  expect("\"tuth\": 64,");
  expect("\"bkacc\": false,");
  expect(
    "{\"tb\":15360,\"tbk\":30,\"tl\":100,\"mb\":4000,\"mbk\":7,\"gb\":4000,\"gbk\":7,\"eb\":1024,\"ebk\":2,\"fs\":[");
  expect("\"0x108100: cache_new (cache.c:40)\"");
}
END_TEST

START_TEST(dhat_of_a_snapshot_has_no_lifetimes)
{
  export_good("dhat", &only_snapshot);
  expect("\"bklt\": false,");
  expect("{\"tb\":1024,\"tbk\":2,\"fs\":[");
}
END_TEST

START_TEST(dhat_has_reads_and_writes_when_they_were_counted)
{
  export_good("dhat", &(struct heap_fixture){.has_growth = true, .has_accesses = true});
  expect("\"bkacc\": true,");
  expect("\"rb\":1000,\"wb\":2000,");
}
END_TEST

START_TEST(speedscope_has_what_the_run_tells)
{
  export_good("speedscope", &whole);
  expect("\"live bytes\", \"unit\": \"bytes\", \"startValue\": 0,\n\"endValue\": 2252,");
  expect("\"live bytes at the peak\", \"unit\": \"bytes\", \"startValue\": 0,\n\"endValue\": 5000,");
  expect("\"bytes allocated in all\", \"unit\": \"bytes\", \"startValue\": 0,\n\"endValue\": 20612,");
  export_good("speedscope", &only_snapshot);
  ck_assert_ptr_null(strstr(text, "peak"));
  ck_assert_ptr_null(strstr(text, "in all"));
}
END_TEST

START_TEST(dot_shows_who_holds_the_most)
{
  export_good("dot", &whole);
  expect("digraph heap {");
  expect("n0 [label=\"g_list\\lretains 1152 bytes in 4 blocks\\l\", shape=ellipse];");
  expect(
    "n2 [label=\"list_push (list.c:9)\\lstruct node\\l64 bytes at 0x4A00000\\lretains 640 bytes in 3 blocks\\l\"];");
  expect("n6 [label=\"list_push (list.c:12)\\l100 bytes at 0x4A00600\\lnothing holds it\\l\", style=dashed];");
  expect("n0 -> n2 [label=\"+0\", penwidth=2];");
  expect("n0 -> n5 [label=\"+8\", penwidth=2];");
  expect("n2 -> n5 [label=\"+16\", color=gray40];");
}
END_TEST

START_TEST(dot_shows_what_is_around_a_block)
{
  ck_no_error(export_to_text("dot", &whole, 2));
  expect("n3 [label=\"cache_new (cache.c:40)\\l512 bytes at 0x4A00200\\l\", penwidth=3];");
  expect("n2 -> n3");
  expect("n0 -> n1");
  ck_assert_ptr_null(strstr(text, "zstate"));
}
END_TEST

START_TEST(gml_is_ascii)
{
  export_good("gml", &hostile);
  for (const char *at = text; *at; at++)
    ck_assert_msg((unsigned char)*at < 0x7f, "byte %#x", (unsigned char)*at);
  expect("&#34;quo'ted&#34; <b>&#38;amp;</b>; #1");
}
END_TEST

START_TEST(graphs_need_a_snapshot)
{
  ck_error_says(export_to_text("dot", &only_growth, HEAP_NO_BLOCK), "--snapshot=exit");
  ck_error_says(export_to_text("gml", &only_growth, HEAP_NO_BLOCK), "--snapshot=exit");
}
END_TEST

START_TEST(massif_needs_something)
{
  ck_error_says(export_to_text("massif", &(struct heap_fixture){0}, HEAP_NO_BLOCK), "--growth=yes");
}
END_TEST

START_TEST(text_formats_are_utf8_whatever_the_names)
{
  for (const struct export *export = export_find(NULL); export->name; export++) {
    if (strcmp(export->name, "pprof") == 0)
      continue;
    export_good(export->name, &hostile);
    for (const char *at = text; *at; at += utf8_character(at))
      ck_assert_msg(utf8_character(at) > 0, "%s: a byte that is no UTF-8 before %.20s", export->name, at);
    ck_assert_uint_eq(strlen(text), size);
  }
}
END_TEST

START_TEST(all_formats_can_do_with_nothing_live)
{
  static const struct heap_fixture nothing[] = {{0}, {.has_snapshot = true, .is_empty = true}};
  for (const struct export *export = export_find(NULL); export->name; export++) {
    struct error *error = export_to_text(export->name, &nothing[_i], HEAP_NO_BLOCK);
    ck_assert(error != NULL || size > 0);
    error_free(error);
  }
}
END_TEST

/* A program may make code and call malloc from there; the record may lack a module. */
START_TEST(all_formats_can_do_without_modules)
{
  for (int has_snapshot = 0; has_snapshot < 2; has_snapshot++) {
    const struct heap_fixture fixture = {
      .has_growth = true, .has_snapshot = has_snapshot, .missing_modules = (unsigned)_i};
    for (const struct export *export = export_find(NULL); export->name; export++)
      if (has_snapshot || (strcmp(export->name, "dot") != 0 && strcmp(export->name, "gml") != 0)) {
        export_good(export->name, &fixture);
        ck_assert_uint_gt(size, 0);
      }
  }
}
END_TEST

START_TEST(pprof_refers_to_nothing_that_is_not_there)
{
  export_good("pprof", &(struct heap_fixture){
    .has_growth = true, .has_snapshot = true, .is_hostile = _i & 1, .missing_modules = (unsigned)_i >> 1});
  const char *fault = pprof_fault(text, size);
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* Numbers that are made up may be as large as they like: a tree is no larger than the heap at that moment. */
static void export_large(const char *name)
{
  const struct heap *heap = heap_fixture_create(&only_growth);
  const struct export_request request = {.around = HEAP_NO_BLOCK};
  for (size_t i = 0; i < heap->growth->site_count; i++) {
    heap->growth->sites[i].values[FIXTURE_PEAK].bytes = UINT64_MAX - i;
    heap->growth->sites[i].totals.short_allocations = UINT64_MAX;
  }
  heap->growth->points[FIXTURE_POINTS - 1].allocations = UINT64_MAX;
  free(text);
  FILE *output = open_memstream(&text, &size);
  ck_no_error(export_find(name)->write(heap, &request, output));
  fclose(output);
  heap_fixture_destroy();
}

START_TEST(massif_adds_up_without_wrapping)
{
  export_large("massif");
  const char *tree = strstr(text, "heap_tree=peak\n");
  ck_assert_ptr_nonnull(tree);
  ck_assert_msg(strstr(tree, "18446744073709551615 (heap allocation") != NULL, "%.200s", tree);
}
END_TEST

START_TEST(json_has_no_numbers_that_readers_refuse)
{
  static const char *const names[] = {"dhat", "speedscope"};
  export_large(names[_i]);
  json_error_t error;
  json_t *value = json_loadb(text, size, 0, &error);
  ck_assert_msg(value != NULL, "%s: %s", names[_i], error.text);
  json_decref(value);
}
END_TEST

START_TEST(a_full_disk_is_told)
{
  const struct heap *heap = heap_fixture_create(&whole);
  struct export_request request = {.around = HEAP_NO_BLOCK};
  for (const struct export *export = export_find(NULL); export->name; export++)
    ck_error_says(export_write(export, heap, &request, "/dev/full"), "cannot write /dev/full: No space left");
  ck_error_says(export_write(export_find(NULL), heap, &request, "/nonexistent/file"), "/nonexistent/file");
  heap_fixture_destroy();
}
END_TEST

START_TEST(pprof_is_a_gzipped_message)
{
  export_good("pprof", &whole);
  unsigned char data[16384];
  z_stream stream = {
    .next_in = (unsigned char *)text, .avail_in = (uInt)size, .next_out = data, .avail_out = sizeof data};
  ck_assert_int_eq(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
  ck_assert_int_eq(data[0], 1 << 3 | 2); /* sample_type */
  ck_assert_ptr_nonnull(memmem(data, stream.total_out, "inuse_space", strlen("inuse_space")));
  ck_assert_ptr_nonnull(memmem(data, stream.total_out, "01abff", strlen("01abff")));
  inflateEnd(&stream);
}
END_TEST

START_TEST(numbers_go_over_the_wire)
{
  struct wire wire = {0}, inner = {0};
  wire_number(&wire, 1, 0);
  wire_number(&wire, 1, 150);
  wire_text(&wire, 2, "testing");
  wire_numbers(&inner, 4, (uint64_t[]){3, 270, UINT64_MAX}, 3);
  wire_message(&wire, 3, &inner);
  static const unsigned char expected[] = {
    0x08, 0x96, 0x01, 0x12, 0x07, 't', 'e', 's', 't', 'i', 'n', 'g', 0x1a, 0x0f, 0x22, 0x0d, 0x03, 0x8e, 0x02,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
  ck_assert_uint_eq(wire.size, sizeof expected);
  ck_assert_mem_eq(wire.data, expected, sizeof expected);
  wire_release(&wire);
  wire_release(&inner);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap_export");
  TCase *tcase = tcase_create("formats");
  tcase_add_test(tcase, formats_are_found_by_name);
  tcase_add_test(tcase, folded_stacks_have_callers_first_and_no_allocators);
  tcase_add_test(tcase, folded_says_when_nothing_lives);
  tcase_add_test(tcase, without_a_snapshot_the_end_of_the_run_counts);
  tcase_add_test(tcase, massif_has_all_samples_and_the_tree_at_the_peak);
  tcase_add_test(tcase, massif_leaves_out_what_is_small_in_words_that_viewers_know);
  tcase_add_test(tcase, massif_counts_instructions_when_the_run_did);
  tcase_add_test(tcase, massif_makes_do_with_a_snapshot);
  tcase_add_test(tcase, callgrind_tells_calls_with_what_is_below_them);
  tcase_add_test(tcase, dhat_has_peaks_and_ends);
  tcase_add_test(tcase, dhat_of_a_snapshot_has_no_lifetimes);
  tcase_add_test(tcase, dhat_has_reads_and_writes_when_they_were_counted);
  tcase_add_test(tcase, speedscope_has_what_the_run_tells);
  tcase_add_test(tcase, dot_shows_who_holds_the_most);
  tcase_add_test(tcase, dot_shows_what_is_around_a_block);
  tcase_add_test(tcase, gml_is_ascii);
  tcase_add_test(tcase, graphs_need_a_snapshot);
  tcase_add_test(tcase, massif_needs_something);
  tcase_add_test(tcase, text_formats_are_utf8_whatever_the_names);
  tcase_add_loop_test(tcase, all_formats_can_do_with_nothing_live, 0, 2);
  tcase_add_loop_test(tcase, all_formats_can_do_without_modules, 0, 1 << FIXTURE_MODULES);
  tcase_add_loop_test(tcase, pprof_refers_to_nothing_that_is_not_there, 0, 2 << FIXTURE_MODULES);
  tcase_add_test(tcase, massif_adds_up_without_wrapping);
  tcase_add_loop_test(tcase, json_has_no_numbers_that_readers_refuse, 0, 2);
  tcase_add_test(tcase, a_full_disk_is_told);
  tcase_add_test(tcase, pprof_is_a_gzipped_message);
  tcase_add_test(tcase, numbers_go_over_the_wire);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
