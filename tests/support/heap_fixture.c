/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/heap_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "host/record/frame_reader.h"
#include "support/fake_symbols.h"
#include "support/record_builder.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EVIL "\"quo'ted\" <b>&amp;</b>; #1\n\\n[{(=1)}]\t\xff\xc3 \xe2\x86\x92 12"

enum { SITES = 5, BLOCKS = 6, GROUPS = 2, FIRST_BLOCK = 1 + GROUPS, NODES = FIRST_BLOCK + BLOCKS, NONE = UINT32_MAX };

/* --- the process --- */

static struct options *options;
static struct symbols *symbols;
static struct suppressions *suppressions;
static struct process *process;
static struct heap heap;

static void must(struct error *error)
{
  if (error)
    abort();
}

static void take_frames(struct record_builder *builder)
{
  struct record_reader *reader;
  record_reader_create("fixture", &reader);
  record_reader_feed(reader, builder->data, builder->size);
  for (bool found = true; found;) {
    struct record_frame frame;
    must(record_reader_next(reader, &found, &frame));
    if (found)
      must(process_take(process, &frame));
  }
  record_reader_destroy(reader);
  record_builder_release(builder);
}

static void name_code(bool is_hostile)
{
  const char *directory = is_hostile ? "/src/" EVIL : "/src";
  fake_symbols_clear();
  fake_symbols_add(0x100, is_hostile ? "cache_new" EVIL : "cache_new", directory, is_hostile ? EVIL ".c" : "cache.c",
                   40);
  fake_symbols_add(0x100, "cache_fill", directory, "cache.c", 60);
  fake_symbols_add(0x200, "list_push", directory, "list.c", 9);
  fake_symbols_add(0x210, "list_push", directory, "list.c", 12);
  fake_symbols_add(0x300, "main", directory, "server.c", 12);
  fake_symbols_add(0x310, "main", directory, "server.c", 14);
  fake_symbols_add(0x400, is_hostile ? EVIL : "work(int, char const*)", NULL, "work.c", 5);
  fake_symbols_add(0x100100, "malloc", "/build", "replace_malloc.c", 381);
}

static void build_modules(struct record_builder *builder, const struct heap_fixture *request)
{
  const struct record_module modules[FIXTURE_MODULES] = {
    {.id = 1, .epoch = 1, .start = 0x108000, .end = 0x10a000, .build_id = {"\x01\xab\xff", 3},
     .path = build_string(request->is_hostile ? "/home/" EVIL "/server" : "/home/user/server")},
    {.id = 2, .epoch = 2, .start = 0x4840000, .end = 0x4850000, .file_offset = 0x100000,
     .path = build_string("/usr/libexec/seep/vgpreload_seep-amd64-linux.so")},
    {.id = 3, .epoch = 3, .start = 0x5000000, .end = 0x5010000, .file_offset = 0x8000,
     .path = build_string(request->is_hostile ? "/usr/lib/" EVIL : "/usr/lib/libz.so.1")}};
  for (size_t i = 0; i < FIXTURE_MODULES; i++)
    if (!(request->missing_modules >> i & 1))
      build_module(builder, modules[i]);
}

static void build_process(struct record_builder *builder, const struct heap_fixture *request)
{
  build_start(builder, (struct record_start){
    .pid = 100, .ppid = 99, .start_time_ns = UINT64_C(1700000000000000000), .exe = build_string("/home/user/server"),
    .cwd = build_string("/home/user"),
    .argv = BUILD_STRINGS(build_string("./server"), build_string(request->is_hostile ? EVIL : "--port=80")),
    .seep_version = build_string("1.0"), .core_version = build_string("3.19.0")});
  build_modules(builder, request);
  static const struct {
    uint64_t ips[4];
    size_t count;
  } stacks[SITES] = {
    {{0x4840100, 0x108100, 0x108300}, 3}, {{0x4840100, 0x108200, 0x108310}, 3},
    {{0x4840100, 0x108210, 0x108210, 0x108310}, 4}, {{0x4840100, 0x5000100, 0x108300}, 3},
    {{0x4840100, 0x108400, 0x108310}, 3}};
  for (size_t i = 0; i < SITES; i++)
    build_stack(builder, (struct record_stack){.id = i + 1, .epoch = 3, .ips = {stacks[i].ips, stacks[i].count}});
}

/* --- samples --- */

static struct growth_point points[FIXTURE_POINTS];
static struct growth_value values[SITES][FIXTURE_POINTS];
static struct growth_site growth_sites[SITES];
static struct growth growth;

/* Live bytes of a site at the start, at the peak and at the end; all blocks of a site are equal. */
static const struct {
  uint64_t start, peak, end, block_bytes, total_blocks;
} courses[SITES] = {
  {0, 4000, 1024, 512, 30}, {64, 600, 128, 64, 10}, {0, 0, 100, 100, 1}, {0, 0, 1000, 1000, 4}, {0, 400, 0, 512, 1}};

static uint64_t live_at(size_t site, size_t point)
{
  return point == 0 ? courses[site].start
         : point < FIXTURE_PEAK ? courses[site].peak * point / (2 * FIXTURE_PEAK)
         : point == FIXTURE_PEAK ? courses[site].peak : courses[site].end;
}

static struct record_site totals_of(size_t site, bool has_accesses)
{
  uint64_t bytes = courses[site].block_bytes;
  struct record_site totals = {
    .stack_id = site + 1, .total_bytes = bytes * courses[site].total_blocks, .total_blocks = courses[site].total_blocks,
    .peak_bytes = courses[site].peak > courses[site].end ? courses[site].peak : courses[site].end,
    .live_bytes = courses[site].end, .live_blocks = courses[site].end / bytes, .freed_lifetimes = 100 * (site + 1),
    .short_allocations = 64, .first_allocation = 1, .last_allocation = 40};
  totals.peak_blocks = totals.peak_bytes / bytes;
  if (has_accesses) {
    totals.read_bytes = 1000 * (site + 1);
    totals.written_bytes = 2000 * (site + 1);
    totals.untouched_bytes = 7;
  }
  return totals;
}

static void make_growth(const struct heap_fixture *request)
{
  memset(points, 0, sizeof points);
  for (size_t i = 0; i < SITES; i++) {
    growth_sites[i] = (struct growth_site){
      .stack_id = i + 1, .stack = stack_table_find(process->stacks, i + 1), .values = values[i],
      .value_count = FIXTURE_POINTS, .totals = totals_of(i, request->has_accesses)};
    for (size_t j = 0; j < FIXTURE_POINTS; j++) {
      uint64_t bytes = live_at(i, j);
      values[i][j] = (struct growth_value){j, bytes, bytes / courses[i].block_bytes};
      points[j].live_bytes += bytes;
      points[j].live_blocks += bytes / courses[i].block_bytes;
    }
  }
  for (size_t j = 0; j < FIXTURE_POINTS; j++) {
    points[j].elapsed_ns = j * 40000000;
    points[j].allocations = j * 2;
    points[j].instructions = request->counts_instructions ? j * 1000000 : 0;
    points[j].is_peak = j == FIXTURE_PEAK;
  }
  growth = (struct growth){.points = points, .point_count = FIXTURE_POINTS, .sites = growth_sites, .site_count = SITES,
                           .is_analysed = true};
}

/* --- the snapshot --- */

static struct heap_block blocks[BLOCKS] = {
  {.start = 0x4a00000, .bytes = 64, .stack_id = 2}, {.start = 0x4a00100, .bytes = 64, .stack_id = 2},
  {.start = 0x4a00200, .bytes = 512, .stack_id = 1}, {.start = 0x4a00400, .bytes = 512, .stack_id = 1},
  {.start = 0x4a00600, .bytes = 100, .stack_id = 3}, {.start = 0x4a00700, .bytes = 1000, .stack_id = 4}};
static uint64_t edge_starts[] = {0, 2, 4, 4, 4, 5, 5};
static struct heap_edge edges[] = {{1, 8, 0}, {3, 16, 0}, {0, 0, 0}, {2, 16, 0}, {4, 0, 0}};
static struct heap_root roots[] = {
  {0x10c000, 0, 0, 0, RECORD_ROOT_GLOBAL}, {0x10c008, 3, 0, 0, RECORD_ROOT_GLOBAL},
  {0x1ffeff000, 5, 0, 1, RECORD_ROOT_STACK}};
static struct snapshot snapshot;

static uint32_t group_of[] = {0, 0, 1}, group_starts[] = {0, 2, 3}, group_roots[] = {0, 1, 2};
static uint32_t parents[NODES] = {NONE, 0, 0, 1, 3, 4, 1, NONE, 2};
static uint32_t depths[NODES] = {0, 1, 1, 2, 3, 4, 2, NONE, 2};
static uint32_t dominators[NODES] = {NONE, 0, 0, 1, 3, 4, 1, NONE, 2};
static uint32_t left[NODES - 1] = {5, 4, 6, 3, 1, 8, 2, 0};
static uint64_t retained_bytes[NODES] = {2152, 1152, 1000, 640, 576, 512, 512, 100, 1000};
static uint32_t retained_blocks[NODES] = {5, 4, 1, 3, 2, 1, 1, 1, 1};
static struct graph graph;
static struct root_group groups[GROUPS];
static struct root_names names;
static struct heap_site sites[4];
static uint32_t site_of[BLOCKS] = {1, 1, 0, 0, 3, 2};

static void make_snapshot(bool is_hostile)
{
  snapshot = (struct snapshot){
    .head = {.id = 1, .pid = 100, .elapsed_ns = 24 * 40000000, .allocations = 48}, .is_whole = true,
    .blocks = blocks, .block_count = BLOCKS, .bytes = FIXTURE_LIVE_BYTES, .edge_starts = edge_starts, .edges = edges,
    .edge_count = COUNT(edges), .roots = roots, .root_count = COUNT(roots)};
  graph = (struct graph){
    .snapshot = &snapshot, .group_count = GROUPS, .first_block = FIRST_BLOCK, .node_count = NODES,
    .root_groups = group_of, .group_starts = group_starts, .group_roots = group_roots, .parents = parents,
    .depths = depths, .dominators = dominators, .postorder = left, .postorder_count = COUNT(left),
    .retained_bytes = retained_bytes, .retained_blocks = retained_blocks};
  groups[0] = (struct root_group){.name = (char *)(is_hostile ? EVIL : "g_list"), .start = 0x10c000, .bytes = 16,
                                  .class = RECORD_ROOT_GLOBAL, .is_variable = true};
  groups[1] = (struct root_group){.name = (char *)"zstate in main() of thread 1", .tid = 1, .class = RECORD_ROOT_STACK};
  names = (struct root_names){.groups = groups, .group_count = GROUPS, .group_of = group_of};
}

static void make_empty_snapshot(void)
{
  static uint32_t none = NONE, zeros[2];
  static uint64_t bytes;
  snapshot = (struct snapshot){.head = {.id = 1, .pid = 100}, .is_whole = true, .blocks = blocks,
                               .edge_starts = edge_starts, .edges = edges, .roots = roots};
  graph = (struct graph){
    .snapshot = &snapshot, .first_block = 1, .node_count = 1, .root_groups = zeros, .group_starts = zeros,
    .group_roots = zeros, .parents = &none, .depths = zeros, .dominators = &none, .postorder = zeros,
    .postorder_count = 1,
    .retained_bytes = &bytes, .retained_blocks = zeros};
  names = (struct root_names){.groups = groups, .group_of = zeros};
  heap.site_count = 0;
}

static void make_sites(const struct heap_fixture *request)
{
  static const struct {
    const char *name;
    uint64_t stack, bytes, blocks;
  } made[] = {{"cache_new (cache.c:40)", 1, 1024, 2}, {"list_push (list.c:9)", 2, 128, 2},
              {"??? (in /usr/lib/libz.so.1)", 4, 1000, 1}, {"list_push (list.c:12)", 3, 100, 1}};
  for (size_t i = 0; i < COUNT(made); i++) {
    struct stack *stack = stack_table_find(process->stacks, made[i].stack);
    stack_table_resolve(process->stacks, stack);
    sites[i] = (struct heap_site){
      .name = (char *)(request->is_hostile ? EVIL : made[i].name), .stack_id = made[i].stack, .stack = stack,
      .live_bytes = made[i].bytes, .live_blocks = made[i].blocks, .retained_bytes = made[i].bytes,
      .growth = request->has_growth ? &growth_sites[made[i].stack - 1] : NULL};
  }
  sites[1].type = (char *)(request->is_hostile ? EVIL : "struct node");
}

const struct heap *heap_fixture_create(const struct heap_fixture *request)
{
  static const struct growth none;
  struct record_builder builder = {0};
  name_code(request->is_hostile);
  must(options_create(true, &options));
  symbols_create(&(struct symbols_config){0}, &symbols);
  suppressions_create(&suppressions);
  process_create(&(struct process_config){.options = options, .symbols = symbols, .suppressions = suppressions},
                 &process);
  build_process(&builder, request);
  take_frames(&builder);
  make_growth(request);
  heap = (struct heap){.process = process, .growth = request->has_growth ? &growth : &none,
                       .retained_is_exact = !request->is_tangled};
  if (request->has_snapshot) {
    make_snapshot(request->is_hostile);
    make_sites(request);
    heap.snapshot = &snapshot;
    heap.names = &names;
    heap.graph = &graph;
    heap.sites = sites;
    heap.site_count = COUNT(sites);
    heap.site_of = site_of;
    if (request->is_empty)
      make_empty_snapshot();
  }
  return &heap;
}

void heap_fixture_destroy(void)
{
  process_destroy(process);
  suppressions_destroy(suppressions);
  symbols_destroy(symbols);
  options_destroy(options);
}
