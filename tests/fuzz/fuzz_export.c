/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that chooses options and whether there is a page, how many frames of a record follow (frame_input.h),
 * those, and a snapshot (snapshot_input.h). So there are stacks without modules, blocks without stacks, samples,
 * totals, all or nothing of it. The heap is written in every format, and asked how it grows.
 *
 * What is checked beside memory: text is UTF-8, JSON is JSON, a pprof profile refers to nothing that is not there, and
 * folded stacks have what lives. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/utf8.h"
#include "fuzz/frame_input.h"
#include "must.h"
#include "fuzz/snapshot_input.h"
#include "host/heap/exports/export.h"
#include "host/heap/model/site_table.h"
#include "host/heap/questions/ask.h"
#include "host/model/process/writer.h"
#include "host/output/json_text.h"
#include "support/fake_symbols.h"
#include "support/pprof_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCKS_MAX = 200, WITH_PAGE = 0x80 };

static struct symbols *symbols;
static struct suppressions *suppressions;
static FILE *nowhere;

/* --- the heap --- */

static struct options *make_options(unsigned bits)
{
  static const char *const choices[] = {
    "--demangle=no", "--show-below-main=yes", "--read-inline-info=no", "--num-callers=1", "--fullpath-after="};
  struct options *options;
  need(options_create(true, &options));
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
    if (bits >> i & 1)
      need(options_set(options, choices[i], "fuzz"));
  return options;
}

/* As a record is read: up to the first frame that is refused. */
static void tell(struct process *process, struct frame_input *input)
{
  static const char evil[] = "\n\"\xff;#(2) <a>&";
  struct record_string argv[] = {{"./x", 3}, {evil, sizeof evil - 1}};
  struct record_frame start = {.kind = RECORD_START, .start = {.pid = 1, .argv = {argv, 2}}};
  struct error *error = process_take(process, &start);
  for (unsigned left = frame_input_byte(input); left > 0 && !error; left--) {
    struct record_frame frame = frame_input_take(input);
    error = process_take(process, &frame);
  }
  error_free(error);
  error_free(process_finish(process, NULL));
}

static bool heap_read(struct heap *heap, struct process *process, const struct frame_input *rest)
{
  *heap = (struct heap){.process = process, .growth = process->growth};
  heap->snapshot = snapshot_input_read(rest->data, rest->size);
  if (heap->snapshot && heap->snapshot->block_count > BLOCKS_MAX)
    return false;
  if (heap->snapshot) {
    heap->names = root_names_create(heap->snapshot, process);
    need(graph_create(heap->snapshot, heap->names->group_of, heap->names->group_count, &heap->graph));
  }
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

/* --- what is written --- */

struct written {
  char *text;
  size_t size;
};

static void check_utf8(const struct written *written)
{
  size_t at = 0;
  must(strlen(written->text) == written->size);
  while (at < written->size) {
    const size_t bytes = utf8_character(written->text + at);
    must(bytes > 0);
    at += bytes;
  }
}

static void check_json(const struct heap *heap, const struct written *written)
{
  json_t *value = json_loadb(written->text, written->size, 0, NULL);
  (void)heap;
  must(value != NULL);
  json_decref(value);
}

static void check_pprof(const struct heap *heap, const struct written *written)
{
  (void)heap;
  must(!pprof_fault(written->text, written->size));
}

static void check_folded(const struct heap *heap, const struct written *written)
{
  uint64_t sum = 0, live = 0;
  for (char *line = written->text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    must(strrchr(line, ' ') != NULL);
    sum += strtoull(strrchr(line, ' '), NULL, 10);
  }
  for (uint32_t i = 0; i < heap->site_count; i++)
    if (heap->snapshot)
      live += heap->sites[i].live_bytes;
  must(!heap->snapshot || sum == live);
}

static const struct check {
  const char *name;
  void (*check)(const struct heap *heap, const struct written *written);
} checks[] = {{"dhat", check_json}, {"speedscope", check_json}, {"pprof", check_pprof}, {"folded", check_folded}};

static void check(const char *name, const struct heap *heap, const struct written *written)
{
  if (strcmp(name, "pprof") != 0)
    check_utf8(written);
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
    if (strcmp(checks[i].name, name) == 0)
      checks[i].check(heap, written);
}

static void export_one(const struct export *export, const struct heap *heap, uint32_t around)
{
  struct written written = {0};
  FILE *output = open_memstream(&written.text, &written.size);
  must(output != NULL);
  struct error *error = export->write(heap, &(struct export_request){.around = around}, output);
  must(fclose(output) == 0);
  if (!error)
    check(export->name, heap, &written);
  error_free(error);
  free(written.text);
}

/* A page is many times as long as all else. */
static void export_all(const struct heap *heap, bool with_page)
{
  const bool has_blocks = heap->snapshot && heap->snapshot->block_count > 0;
  for (const struct export *export = export_find(NULL); export->name; export++) {
    if (strcmp(export->name, "html") == 0 && !with_page)
      continue;
    export_one(export, heap, HEAP_NO_BLOCK);
    if (has_blocks)
      export_one(export, heap, heap->snapshot->block_count - 1);
  }
}

static void ask(const struct heap *heap, struct error *(*answer)(const struct question *), bool is_json)
{
  struct question question = {.heap = heap, .limit = 20};
  view_create(&(struct view_config){.output = nowhere, .columns = 60, .is_json = is_json}, &question.view);
  error_free(view_finish(question.view, answer(&question)));
}

/* --- */

static void set_up(void)
{
  for (uint64_t i = 0; i < 8; i++)
    fake_symbols_add(i, i % 2 ? "malloc" : "a::b<c>::d(e const&)", i % 3 ? "/src" : NULL, i % 3 ? "x.c" : NULL,
                     (unsigned)i);
  fake_symbols_add(4, "\"\n\xff;<b>#(1)", "/src/\xc3", "\\;{}.c", 7);
  fake_symbols_add(9, "main", "/src", "x.c", 9);
  symbols_create(&(struct symbols_config){0}, &symbols);
  suppressions_create(&suppressions);
  nowhere = fopen("/dev/null", "w");
  must(nowhere != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct frame_input input = {.data = data, .size = size};
  struct options *options;
  struct process *process;
  struct heap heap;
  if (!symbols)
    set_up();
  const unsigned bits = frame_input_byte(&input);
  options = make_options(bits);
  process_create(&(struct process_config){.options = options, .symbols = symbols, .suppressions = suppressions},
                 &process);
  tell(process, &input);
  if (heap_read(&heap, process, &input)) {
    export_all(&heap, bits & WITH_PAGE);
    for (int is_json = 0; is_json < 2; is_json++) {
      ask(&heap, ask_overview, is_json);
      ask(&heap, ask_growth, is_json);
      ask(&heap, ask_lifetimes, is_json);
    }
  }
  heap_release(&heap);
  process_destroy(process);
  options_destroy(options);
  return 0;
}
