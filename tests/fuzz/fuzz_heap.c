/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a snapshot (snapshot_input.h) of a process whose stacks and modules are made up. Its roots and sites are
 * named, and all questions are asked, for people (then all formats are written, too) or for machines, as the first
 * byte's highest bit says. An earlier snapshot to compare it with is the same input cut off, where the first byte says.
 *
 * What is checked beside memory: every census has each block once; what its rows retain, and who points at what, is
 * what a plain search finds; the two sides of a comparison add up, and the other way round it says the opposite. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "fuzz/snapshot_input.h"
#include "host/heap/exports/export.h"
#include "host/heap/graph/class_pointers.h"
#include "host/heap/model/site_table.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/census.h"
#include "host/heap/questions/heap_diff.h"
#include "host/record/frame_reader.h"
#include "host/model/process/writer.h"
#include "support/fake_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* More would be searched for too long. */
enum { STACKS = 40, BLOCKS_MAX = 200, CHECKED_MAX = 12 };

static FILE *nowhere;

/* --- the process --- */

static void take_frame(struct process *process, struct record_frame frame)
{
  need(process_take(process, &frame));
}

/* Stacks 1 to STACKS of a few functions, so that some sites have the same identity. */
static void tell_stacks(struct process *process)
{
  take_frame(process, (struct record_frame){.kind = RECORD_START, .start = {.pid = 1}});
  take_frame(process, (struct record_frame){
    .kind = RECORD_MODULE, .module = {.id = 1, .epoch = 1, .start = 0x100, .end = 0x200, .path = {"/bin/x", 6}}});
  for (uint64_t id = 1; id <= STACKS; id++) {
    const uint64_t ips[] = {0x110 + id % 5, 0x120 + id % 3, 0x130};
    take_frame(process, (struct record_frame){.kind = RECORD_STACK,
                                        .stack = {.id = id, .epoch = 1, .ips = {ips, 1 + id % 3}}});
  }
}

static struct process *make_process(void)
{
  static const char *const functions[] = {"malloc", "node_new", "text_new", "a::b<c>::d(e const&)", "\"\n\xff<b>"};
  struct options *options;
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct process *process;
  for (uint64_t i = 0; i < 5; i++)
    fake_symbols_add(0x10 + i, functions[i], i % 2 ? "/src" : NULL, i % 2 ? "x.c" : NULL, (unsigned)i);
  fake_symbols_add(0x20, "load", "/src", "x.c", 7);
  fake_symbols_add(0x30, "main", "/src", "x.c", 9);
  need(options_create(true, &options));
  symbols_create(&(struct symbols_config){0}, &symbols);
  suppressions_create(&suppressions);
  process_create(&(struct process_config){.options = options, .symbols = symbols, .suppressions = suppressions},
                 &process);
  tell_stacks(process);
  return process;
}

/* --- heaps --- */

static bool heap_read(struct heap *heap, struct process *process, const uint8_t *data, size_t size)
{
  *heap = (struct heap){.process = process, .growth = process->growth, .snapshot = snapshot_input_read(data, size)};
  if (!heap->snapshot || heap->snapshot->block_count > BLOCKS_MAX) {
    snapshot_destroy(heap->snapshot);
    return false;
  }
  heap->names = root_names_create(heap->snapshot, process);
  need(graph_create(heap->snapshot, heap->names->group_of, heap->names->group_count, &heap->graph));
  site_table_init(heap);
  return true;
}

static void heap_release(struct heap *heap)
{
  site_table_deinit(heap);
  graph_destroy(heap->graph);
  root_names_destroy(heap->names);
  snapshot_destroy(heap->snapshot);
}

static bool is_reached(const struct heap *heap, uint32_t block)
{
  return heap->graph->depths[heap->graph->first_block + block] != GRAPH_NO_NODE;
}

/* --- census --- */

static void check_sums(const struct heap *heap, const struct census *census)
{
  struct census_row sum = {0};
  uint64_t unreached = 0;
  for (size_t i = 0; i < census->count; i++) {
    const struct census_row *row = &census->rows[i];
    sum.bytes += row->bytes;
    sum.blocks += row->blocks;
    sum.unreached_bytes += row->unreached_bytes;
    must(row->retained_bytes >= row->bytes);
    must(row->unreached_bytes <= row->bytes && row->sites <= row->blocks);
    must(row->blocks == 0 || (row->smallest <= row->largest && row->sites > 0));
  }
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++)
    unreached += is_reached(heap, i) ? 0 : heap->snapshot->blocks[i].bytes;
  must(sum.bytes == heap->snapshot->bytes && sum.blocks == heap->snapshot->block_count);
  must(sum.unreached_bytes == unreached);
}

static struct graph_amount retained_by_site(const struct heap *heap, uint32_t site)
{
  uint32_t nodes[BLOCKS_MAX];
  size_t count = 0;
  struct graph_amount amount;
  for (uint32_t i = 0; i < heap->snapshot->block_count; i++)
    if (heap->site_of[i] == site)
      nodes[count++] = heap->graph->first_block + i;
  graph_retained_by(heap->graph, nodes, count, &amount);
  return amount;
}

/* By site, and as the table of sites has it. */
static void check_retained(const struct heap *heap, const struct census *census)
{
  for (size_t i = 0; i < census->count && i < CHECKED_MAX; i++) {
    const struct census_row *row = &census->rows[i];
    const struct graph_amount amount = retained_by_site(heap, row->site);
    must(row->retained_bytes <= amount.bytes);
    must(!census->is_exact || row->retained_bytes == amount.bytes);
    must(heap->sites[row->site].retained_bytes == row->retained_bytes);
  }
}

/* Each block is in the one row whose range it is in. */
static void check_ranges(const struct heap *heap, const struct census *census, bool is_age)
{
  for (size_t i = 0; i < census->count; i++) {
    const struct census_row *row = &census->rows[i];
    uint64_t blocks = 0;
    for (uint32_t j = 0; j < heap->snapshot->block_count; j++) {
      const struct heap_block *block = &heap->snapshot->blocks[j];
      const bool is_other = row->except != 0 && block->bytes == row->except;
      blocks += census_range_has(row->range, is_age ? block->birth : block->bytes) && !is_other;
    }
    must(is_age || row->blocks == blocks);
  }
}

static void check_censuses(const struct heap *heap)
{
  void (*const kinds[])(const struct heap *heap, struct census *ret) = {census_by_site, census_by_type, census_by_size,
                                                                        census_by_age};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct census census;
    kinds[i](heap, &census);
    check_sums(heap, &census);
    if (kinds[i] == census_by_site)
      check_retained(heap, &census);
    if (kinds[i] == census_by_size || kinds[i] == census_by_age)
      check_ranges(heap, &census, kinds[i] == census_by_age);
    census_release(&census);
  }
}

/* --- who points at what --- */

/* Words that lead from a source to a class, counted one by one. */
static uint64_t count_pointers(const struct heap *heap, const struct class_pointers_line *line)
{
  const struct snapshot *snapshot = heap->snapshot;
  uint64_t count = 0;
  for (uint32_t i = 0; line->from_root && i < snapshot->root_count; i++)
    count += heap->names->group_of[i] == line->from && heap->site_of[snapshot->roots[i].to] == line->to;
  for (uint32_t i = 0; !line->from_root && i < snapshot->block_count; i++)
    for (uint64_t j = snapshot->edge_starts[i]; heap->site_of[i] == line->from && j < snapshot->edge_starts[i + 1]; j++)
      count += heap->site_of[snapshot->edges[j].to] == line->to;
  return count;
}

static void check_points(const struct heap *heap)
{
  struct class_pointers *points = class_pointers_create(heap->graph, heap->site_of, heap->site_count);
  uint64_t pointers = 0;
  for (size_t i = 0; i < points->count; i++) {
    const struct class_pointers_line *line = &points->lines[i];
    pointers += line->pointers;
    must(i >= CHECKED_MAX || line->pointers == count_pointers(heap, line));
    must(line->to_blocks > 0 && line->to_blocks <= line->pointers && line->from_blocks <= line->pointers);
    must(line->from_root ? line->from_blocks == 0 : line->from_blocks > 0);
    must(line->to_bytes <= heap->sites[line->to].live_bytes);
  }
  must(pointers == heap->snapshot->edge_count + heap->snapshot->root_count);
  class_pointers_destroy(points);
}

/* --- comparison --- */

static bool is_like(const struct heap_amount *a, const struct heap_amount *b)
{
  return a->bytes == b->bytes && a->blocks == b->blocks && a->retained_bytes == b->retained_bytes;
}

static void check_lines(const struct heap *before, const struct heap *after, const struct heap_diff *diff)
{
  struct heap_amount old = {0}, new = {0};
  for (size_t i = 0; i < diff->site_count; i++) {
    const struct heap_diff_line *line = &diff->sites[i];
    old.bytes += line->before.bytes;
    new.bytes += line->after.bytes;
    old.blocks += line->before.blocks;
    new.blocks += line->after.blocks;
    must(line->survived_bytes <= line->after.bytes);
    must((line->change == HEAP_NEW) == (line->before.blocks == 0));
    must((line->change == HEAP_GONE) == (line->after.blocks == 0));
  }
  must(old.bytes == before->snapshot->bytes && old.blocks == before->snapshot->block_count);
  must(new.bytes == after->snapshot->bytes && new.blocks == after->snapshot->block_count);
  must(before != after || diff->site_count + diff->root_count == 0 || diff->sites[0].change == HEAP_SAME);
}

/* Backwards it has as many lines, and the same heaps in the other order. */
static void check_mirror(const struct heap *before, const struct heap *after, const struct heap_diff *diff)
{
  static const enum heap_change opposites[HEAP_CHANGES] = {HEAP_GONE, HEAP_SHRUNK, HEAP_GROWN, HEAP_NEW, HEAP_SAME};
  size_t changes[2][HEAP_CHANGES] = {{0}};
  struct heap_diff *mirror;
  heap_diff_create(after, before, &mirror);
  must(mirror->site_count == diff->site_count && mirror->root_count == diff->root_count);
  must(is_like(&mirror->before, &diff->after) && is_like(&mirror->after, &diff->before));
  for (size_t i = 0; i < diff->site_count; i++) {
    changes[0][diff->sites[i].change]++;
    changes[1][opposites[mirror->sites[i].change]]++;
  }
  for (size_t i = 0; i < diff->root_count; i++) {
    changes[0][diff->roots[i].change]++;
    changes[1][opposites[mirror->roots[i].change]]++;
  }
  must(memcmp(changes[0], changes[1], sizeof changes[0]) == 0);
  heap_diff_destroy(mirror);
}

static void check_diff(const struct heap *before, const struct heap *after)
{
  struct heap_diff *diff;
  heap_diff_create(before, after, &diff);
  check_lines(before, after, diff);
  check_mirror(before, after, diff);
  heap_diff_destroy(diff);
}

/* --- questions and formats --- */

static void ask(const struct heap *heap, struct error *(*answer)(const struct question *), const char *argument,
                bool is_json)
{
  struct question question = {.heap = heap, .arguments = &argument, .argument_count = argument != NULL, .limit = 20};
  view_create(&(struct view_config){.output = nowhere, .columns = 60, .is_json = is_json}, &question.view);
  error_free(view_finish(question.view, answer(&question)));
}

static void ask_all(const struct heap *heap, bool is_json)
{
  struct error *(*const plain[])(const struct question *) = {ask_overview, ask_retained, ask_sites, ask_sizes,
                                                             ask_types, ask_ages, ask_points};
  static const char *const what[] = {"0..", "=8", "node_new", "x.c", "0x1000"};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    ask(heap, plain[i], NULL, is_json);
  for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
    ask(heap, ask_why, what[i], is_json);
    ask(heap, ask_points, what[i], is_json);
  }
}

static void export_all(const struct heap *heap)
{
  const uint32_t around[] = {HEAP_NO_BLOCK, 0};
  for (const struct export *export = export_find(NULL); export->name; export++)
    for (size_t i = 0; i < (heap->snapshot->block_count > 0 ? 2 : 1); i++)
      error_free(export->write(heap, &(struct export_request){.around = around[i]}, nowhere));
}

static void check_heap(const struct heap *heap, bool is_json)
{
  check_censuses(heap);
  check_points(heap);
  check_diff(heap, heap);
  ask_all(heap, is_json);
  if (!is_json)
    export_all(heap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static struct process *process;
  struct heap before, after;
  if (!process) {
    process = make_process();
    nowhere = fopen("/dev/null", "w");
    must(nowhere != NULL);
  }
  if (!heap_read(&after, process, data, size))
    return 0;
  check_heap(&after, data[0] & 0x80);
  if (heap_read(&before, process, data, size * (data[0] >> 1) / 128)) {
    check_diff(&before, &after);
    heap_release(&before);
  }
  heap_release(&after);
  return 0;
}
