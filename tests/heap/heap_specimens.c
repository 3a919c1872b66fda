/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each block has one holder, so that what is retained can be told from how it was made. */
#include "heap/heap_specimens.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/options.h"
#include "formats/specimens.h"
#include "host/model/frames/frame_table.h"

enum { ROOT_BASE = 0x404000, BLOCK_BASE = 0x5000000, DEPTH = 6 };

/* All heaps and texts, which are kept until the end. */
struct made {
  struct heap heap;
  struct made *next;
};
struct text {
  char *characters;
  struct text *next;
};
static struct made *all_made;
static struct text *all_texts;

static void *allocate(size_t count, size_t bytes)
{
  void *memory = calloc(count ? count : 1, bytes);
  if (!memory)
    abort();
  return memory;
}

static char *format(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *format(const char *format, ...)
{
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    abort();
  va_end(arguments);
  struct text *kept = allocate(1, sizeof *kept);
  *kept = (struct text){text, all_texts};
  all_texts = kept;
  return text;
}

/* The same numbers in every run. */
static uint32_t next_random(void)
{
  static uint64_t seed = 1;
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33);
}

/* --- stacks --- */

struct specimen_frame {
  const char *function, *file;
  unsigned line;
};

/* Returns the options. */
static const struct options *make_settings(struct settings *settings)
{
  struct options *options;
  struct error *error = options_create(false, &options);
  if (!error)
    error = options_finish(options);
  if (error)
    abort();
  settings_init(options, settings);
  return options;
}

static struct code *make_code(const struct specimen_frame *frame)
{
  static struct mapping mapping = {.file = {.path = "/src/project/build/server"}};
  static struct settings settings;
  static struct frame_table *table;
  struct frame *told = allocate(1, sizeof *told);
  struct code *code = allocate(1, sizeof *code);
  *told = (struct frame){.function = frame->function,
                         .qualified = frame->function,
                         .function_linkage = frame->function,
                         .directory = "/src/project",
                         .file = frame->file,
                         .line = frame->line};
  *code = (struct code){.mapping = &mapping, .told = told, .told_count = 1};
  if (!table)
    frame_table_create(make_settings(&settings), &table);
  frame_table_complete(table, &settings, code);
  return code;
}

static struct stack *make_stack(const struct specimen_frame *frames, size_t count)
{
  static uint64_t ids;
  struct stack *stack = allocate(1, sizeof *stack + count * sizeof(struct code *));
  *stack = (struct stack){.id = ++ids, .count = count, .is_resolved = true};
  for (size_t i = 0; i < count; i++)
    stack->codes[i] = make_code(&frames[i]);
  return stack;
}

/* --- a heap that is being made --- */

struct maker {
  struct heap *heap;
  struct growth *growth;
  struct snapshot *snapshot;
  uint32_t *holders;  /* by block: block, or ~group */
  uint32_t *offsets;
  uint32_t sites_max, groups_max, blocks_max;
};

static struct process *make_process(void)
{
  struct process *process = allocate(1, sizeof *process);
  make_settings(&process->settings);
  process->pid = 4711;
  process->exe = format("/src/project/build/server");
  return process;
}

static struct maker make_maker(uint32_t sites, uint32_t groups, uint32_t blocks, size_t samples)
{
  struct made *made = allocate(1, sizeof *made);
  made->next = all_made;
  all_made = made;
  struct heap *heap = &made->heap;
  struct maker maker = {.heap = heap, .growth = allocate(1, sizeof *maker.growth),
                        .snapshot = allocate(1, sizeof *maker.snapshot), .sites_max = sites, .groups_max = groups,
                        .blocks_max = blocks, .holders = allocate(blocks, sizeof *maker.holders),
                        .offsets = allocate(blocks, sizeof *maker.offsets)};
  heap->retained_is_exact = true;
  heap->process = make_process();
  heap->growth = maker.growth;
  heap->snapshot = maker.snapshot;
  heap->names = allocate(1, sizeof *heap->names);
  heap->names->groups = allocate(groups, sizeof *heap->names->groups);
  heap->sites = allocate(sites, sizeof *heap->sites);
  heap->site_of = allocate(blocks, sizeof *heap->site_of);
  maker.snapshot->blocks = allocate(blocks, sizeof *maker.snapshot->blocks);
  maker.snapshot->is_whole = true;
  maker.growth->points = allocate(samples, sizeof *maker.growth->points);
  maker.growth->point_count = samples;
  maker.growth->sites = allocate(sites, sizeof *maker.growth->sites);
  maker.growth->is_analysed = true;
  for (size_t i = 0; i < samples; i++)
    maker.growth->points[i] = (struct growth_point){.elapsed_ns = (i + 1) * 250000000, .allocations = (i + 1) * 1000};
  return maker;
}

static uint32_t add_group(struct maker *maker, const char *name, const char *file, unsigned line, uint8_t class)
{
  struct root_names *names = maker->heap->names;
  names->groups[names->group_count] = (struct root_group){
    .name = format("%s", name), .object = "/src/project/build/server", .file = format("%s", file ? file : ""),
    .line = line, .start = ROOT_BASE + 64 * names->group_count, .bytes = 8, .class = class};
  return names->group_count++;
}

static uint32_t add_site(struct maker *maker, struct stack *stack, const char *name, const char *type)
{
  struct heap *heap = maker->heap;
  struct heap_site *site = &heap->sites[heap->site_count];
  struct growth_site *growth = &maker->growth->sites[maker->growth->site_count++];
  *growth = (struct growth_site){.stack_id = stack->id, .stack = stack};
  *site = (struct heap_site){.name = format("%s", name), .type = type ? format("%s", type) : NULL,
                             .stack_id = stack->id, .stack = stack, .growth = growth};
  snprintf(site->identity.digits, sizeof site->identity.digits, "%016llx",
           (unsigned long long)(stack->id * 0x9e3779b97f4a7c15u));
  return heap->site_count++;
}

/* `holder`: a block, or ~group, or LOST: nothing. */
enum { LOST = 0x7fffffff };
static uint32_t add_block(struct maker *maker, uint32_t site, uint64_t bytes, uint32_t holder, uint32_t offset)
{
  struct snapshot *snapshot = maker->snapshot;
  uint32_t block = snapshot->block_count++;
  if (block >= maker->blocks_max)
    abort();
  uint64_t start = block > 0 ? snapshot->blocks[block - 1].start + ((snapshot->blocks[block - 1].bytes + 31) & ~15ul)
                             : BLOCK_BASE;
  snapshot->blocks[block] = (struct heap_block){.start = start, .bytes = bytes, .birth = block};
  snapshot->bytes += bytes;
  maker->holders[block] = holder;
  maker->offsets[block] = offset;
  maker->heap->site_of[block] = site;
  maker->heap->sites[site].live_bytes += bytes;
  maker->heap->sites[site].live_blocks++;
  return block;
}

/* --- the graph --- */

static bool is_group(uint32_t holder)
{
  return holder > LOST;
}

static void make_edges(struct maker *maker)
{
  struct snapshot *snapshot = maker->snapshot;
  snapshot->edge_starts = allocate((size_t)snapshot->block_count + 2, sizeof *snapshot->edge_starts);
  snapshot->edges = allocate(snapshot->block_count, sizeof *snapshot->edges);
  snapshot->roots = allocate(snapshot->block_count, sizeof *snapshot->roots);
  uint64_t *starts = snapshot->edge_starts;
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    if (!is_group(maker->holders[i]) && maker->holders[i] != LOST)
      starts[maker->holders[i] + 2]++;
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    starts[i + 2] += starts[i + 1];
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    if (is_group(maker->holders[i]))
      snapshot->roots[snapshot->root_count++] = (struct heap_root){
        .address = ROOT_BASE + 64 * (uint64_t)~maker->holders[i] + maker->offsets[i], .to = i,
        .class = RECORD_ROOT_GLOBAL};
    else if (maker->holders[i] != LOST)
      snapshot->edges[starts[maker->holders[i] + 1]++] = (struct heap_edge){.to = i, .offset = maker->offsets[i]};
  snapshot->edge_count = starts[snapshot->block_count];
}

static int by_address(const void *a, const void *b)
{
  const struct heap_root *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

static void make_graph(struct maker *maker)
{
  struct snapshot *snapshot = maker->snapshot;
  struct root_names *names = maker->heap->names;
  qsort(snapshot->roots, snapshot->root_count, sizeof *snapshot->roots, by_address);
  names->group_of = allocate(snapshot->root_count, sizeof *names->group_of);
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    names->group_of[i] = (uint32_t)((snapshot->roots[i].address - ROOT_BASE) / 64);
  if (graph_create(snapshot, names->group_of, names->group_count, &maker->heap->graph))
    abort();
}

/* --- sites --- */

static int by_retained(const void *a, const void *b)
{
  const struct heap_site *x = a, *y = b;
  if (x->retained_bytes != y->retained_bytes)
    return x->retained_bytes > y->retained_bytes ? -1 : 1;
  return strcmp(x->identity.digits, y->identity.digits);
}

static void sort_sites(struct maker *maker)
{
  struct heap *heap = maker->heap;
  uint64_t id_max = 0;
  for (uint32_t i = 0; i < maker->snapshot->block_count; i++) {
    uint32_t holder = maker->holders[i];
    if (is_group(holder) || holder == LOST || heap->site_of[holder] != heap->site_of[i])
      heap->sites[heap->site_of[i]].retained_bytes += heap->graph->retained_bytes[heap->graph->first_block + i];
  }
  uint64_t *ids = allocate(heap->site_count, sizeof *ids);
  for (uint32_t i = 0; i < heap->site_count; i++)
    if ((ids[i] = heap->sites[i].stack_id) > id_max)
      id_max = ids[i];
  qsort(heap->sites, heap->site_count, sizeof *heap->sites, by_retained);
  uint32_t *numbers = allocate(id_max + 1, sizeof *numbers);
  for (uint32_t i = 0; i < heap->site_count; i++)
    numbers[heap->sites[i].stack_id] = i;
  for (uint32_t i = 0; i < maker->snapshot->block_count; i++)
    heap->site_of[i] = numbers[ids[heap->site_of[i]]];
  free(numbers);
  free(ids);
}

static const struct heap *finish(struct maker *maker)
{
  make_edges(maker);
  make_graph(maker);
  sort_sites(maker);
  maker->snapshot->head = (struct record_snapshot){.id = 1, .elapsed_ns = 15000000000, .allocations = 60000};
  free(maker->holders);
  free(maker->offsets);
  return maker->heap;
}

static void drop_snapshot(struct heap *heap)
{
  heap->snapshot = NULL;
  heap->graph = NULL;
  heap->names = NULL;
  for (uint32_t i = 0; i < heap->site_count; i++)
    heap->sites[i].retained_bytes = heap->sites[i].live_bytes;
}

static void drop_samples(struct maker *maker)
{
  maker->growth->point_count = maker->growth->site_count = maker->growth->mark_count = 0;
  for (uint32_t i = 0; i < maker->heap->site_count; i++)
    maker->heap->sites[i].growth = NULL;
}

/* --- over time --- */

/* What a site has at a sample. */
typedef uint64_t course_function(size_t sample, size_t samples, uint64_t bytes);

static uint64_t grows(size_t sample, size_t samples, uint64_t bytes)
{
  return bytes * (sample + 1) / samples;
}

static uint64_t grows_until_freed(size_t sample, size_t samples, uint64_t bytes)
{
  return sample + 1 == samples ? 0 : grows(sample, samples, bytes);
}

static uint64_t comes_and_goes(size_t sample, size_t samples, uint64_t bytes)
{
  return sample + 1 == samples ? bytes : sample < 4 ? bytes * sample / 4 : bytes / 2 + next_random() % (bytes / 2 + 1);
}

static uint64_t stays(size_t sample, size_t samples, uint64_t bytes)
{
  return sample * 12 < samples ? 0 : bytes;
}

static uint64_t is_freed(size_t sample, size_t samples, uint64_t bytes)
{
  return sample * 3 > samples && sample * 3 < 2 * samples ? bytes : 0;
}

static void set_fits(struct growth_site *site, size_t samples, uint64_t bytes)
{
  double r2 = site->class == GROWTH_GROWING ? 0.987 : site->class == GROWTH_BOUNDED ? 0.31 : 0;
  double seconds = (double)samples / 4;
  for (size_t i = 0; i < GROWTH_CLOCKS; i++)
    site->fits[i] = (struct growth_fit){.slope = r2 * (double)bytes / (i == 0 ? seconds : seconds * 4000), .r2 = r2,
                                        .samples = samples};
}

static void set_course(struct maker *maker, uint32_t number, enum growth_class class, course_function *course,
                       uint64_t bytes)
{
  struct growth_site *site = (struct growth_site *)maker->heap->sites[number].growth;
  size_t samples = maker->growth->point_count;
  uint64_t before = 0;
  site->class = class;
  site->values = allocate(samples, sizeof *site->values);
  site->totals = (struct record_site){.stack_id = site->stack_id, .total_bytes = 3 * bytes, .total_blocks = 30,
                                      .peak_bytes = bytes + bytes / 8, .peak_blocks = 12, .live_bytes = bytes,
                                      .live_blocks = 10, .freed_lifetimes = 50000, .short_blocks = 7};
  for (size_t i = 0; i < samples; i++) {
    uint64_t now = course(i, samples, bytes);
    if (now != before)
      site->values[site->value_count++] = (struct growth_value){.point = i, .bytes = now, .blocks = now / 64 + 1};
    maker->growth->points[i].live_bytes += now;
    before = now;
  }
  set_fits(site, samples, bytes);
}

static void add_marks(struct maker *maker, const char *const *texts, size_t count)
{
  maker->growth->marks = allocate(count, sizeof *maker->growth->marks);
  maker->growth->mark_count = count;
  for (size_t i = 0; i < count; i++) {
    const struct growth_point *point =
      &maker->growth->points[maker->growth->point_count * (i + 1) / (count + 1)];
    maker->growth->marks[i] = (struct growth_mark){.elapsed_ns = point->elapsed_ns, .allocations = point->allocations,
                                                   .tid = 1, .text = format("%s", texts[i])};
  }
}

/* --- the server --- */

static uint32_t add_server_site(struct maker *maker, const char *function, unsigned line, const char *type)
{
  struct specimen_frame frames[] = {{"malloc", NULL, 0}, {function, "server.c", line},
                                    {"handle_request", "server.c", 120}, {"serve", "server.c", 160},
                                    {"main", "main.c", 20}};
  return add_site(maker, make_stack(frames, sizeof frames / sizeof *frames), format("%s (server.c:%u)", function, line),
                  type);
}

static void add_cache(struct maker *maker)
{
  uint32_t cache = add_server_site(maker, "cache_new", 24, "struct cache");
  uint32_t entry = add_server_site(maker, "cache_insert", 40, "struct entry");
  uint32_t body = add_server_site(maker, "read_body", 61, "char[]");
  uint32_t key = add_server_site(maker, "strdup_key", 33, NULL);
  uint32_t group = add_group(maker, "g_cache", "server.c", 12, RECORD_ROOT_GLOBAL);
  uint32_t table = add_block(maker, cache, 4096, ~group, 0);
  for (uint32_t i = 0; i < 120; i++) {
    uint32_t block = add_block(maker, entry, 48, table, 16 + 8 * i);
    add_block(maker, body, 900 + next_random() % 400, block, 16);
    add_block(maker, key, 24, block, 8);
  }
  set_course(maker, cache, GROWTH_SINGLETON, stays, 4096);
  set_course(maker, entry, GROWTH_GROWING, grows, maker->heap->sites[entry].live_bytes);
  set_course(maker, body, GROWTH_GROWING, grows, maker->heap->sites[body].live_bytes);
  set_course(maker, key, GROWTH_GROWING, grows, maker->heap->sites[key].live_bytes);
}

static void add_list(struct maker *maker)
{
  uint32_t node = add_server_site(maker, "log_append", 77, "struct line");
  uint32_t text = add_server_site(maker, "format_line", 81, "char[]");
  uint32_t group = add_group(maker, "log_tail in serve() of thread 2", "server.c", 70, RECORD_ROOT_STACK);
  uint32_t block = ~group;
  for (uint32_t i = 0; i < 300; i++) {
    block = add_block(maker, node, 32, block, i > 0 ? 8 : 24);
    if (i % 3 == 0)
      add_block(maker, text, i < 297 ? 80 : 100, block, 16);
  }
  set_course(maker, node, GROWTH_BOUNDED, comes_and_goes, 32 * 300);
  set_course(maker, text, GROWTH_BOUNDED, comes_and_goes, 80 * 100);
}

static void add_registry(struct maker *maker)
{
  uint32_t registry = add_server_site(maker, "registry_grow", 95, "struct client *[]");
  uint32_t client = add_server_site(maker, "client_new", 101, "struct client");
  uint32_t buffer = add_server_site(maker, "client_buffer", 104, "char[]");
  uint32_t scratch = add_server_site(maker, "parse_config", 15, NULL);
  uint32_t lost = add_server_site(maker, "forget_me", 140, NULL);
  uint32_t group = add_group(maker, "registry", "server.c", 90, RECORD_ROOT_GLOBAL);
  uint32_t table = add_block(maker, registry, 8192, ~group, 8);
  for (uint32_t i = 0; i < 40; i++)
    add_block(maker, buffer, 1024, add_block(maker, client, 64, table, 8 * i), 40);
  add_block(maker, lost, 1337, LOST, 0);
  set_course(maker, registry, GROWTH_ONE_TIME, stays, 8192);
  set_course(maker, client, GROWTH_GROWING, grows, 64 * 40);
  set_course(maker, buffer, GROWTH_ONE_TIME, stays, 1024 * 40);
  set_course(maker, scratch, GROWTH_FREED, grows_until_freed, 3000);
  set_course(maker, lost, GROWTH_SINGLETON, stays, 1337);
}

static struct maker make_server(void)
{
  static const char *const marks[] = {"configuration read", "first client", "reload"};
  struct maker maker = make_maker(16, 4, 2000, 60);
  add_cache(&maker);
  add_list(&maker);
  add_registry(&maker);
  add_marks(&maker, marks, 3);
  return maker;
}

static const struct heap *server(void)
{
  struct maker maker = make_server();
  return finish(&maker);
}

static const struct heap *growth_only(void)
{
  struct maker maker = make_server();
  drop_snapshot((struct heap *)finish(&maker));
  return maker.heap;
}

static const struct heap *snapshot_only(void)
{
  struct maker maker = make_server();
  drop_samples(&maker);
  return finish(&maker);
}

static const struct heap *empty(void)
{
  struct maker maker = make_maker(1, 1, 1, 0);
  return finish(&maker);
}

/* --- hostile --- */

static const struct heap *hostile(void)
{
  uint32_t count = 0;
  while (hostile_texts[count])
    count++;
  struct maker maker = make_maker(count, count, 2 * count, 30);
  for (uint32_t i = 0; i < count; i++) {
    const char *text = hostile_texts[i];
    struct specimen_frame frames[] = {{text, text, 3}, {text, text, 4}};
    uint32_t site = add_site(&maker, make_stack(frames, 2), text, text);
    uint32_t group = add_group(&maker, text, text, 7, (uint8_t)(i * 40));
    add_block(&maker, site, 100 + i, add_block(&maker, site, 50, ~group, 8), 16);
    set_course(&maker, site, (enum growth_class)(i % 5), grows, 150 + i);
  }
  add_marks(&maker, hostile_texts, count);
  maker.heap->sites[0].growth = NULL;
  struct process *process = (struct process *)maker.heap->process;
  process->exe = format("%s", hostile_texts[0]);
  return finish(&maker);
}

/* --- many --- */

static uint32_t add_many_site(struct maker *maker, size_t number)
{
  struct specimen_frame frames[DEPTH] = {{"operator new(unsigned long)", NULL, 0}};
  for (size_t i = 1; i < DEPTH; i++) {
    size_t branch = number / (1u << (2 * i));
    frames[i] = (struct specimen_frame){format("ns::Level%zu<int>::step_%zu(std::vector<int> const&)", i, branch),
                               format("level%zu.cc", i), (unsigned)(branch % 900 + 1)};
  }
  return add_site(maker, make_stack(frames, DEPTH), format("step_%zu (level1.cc:%zu)", number, number % 900 + 1),
                  number % 3 ? NULL : format("struct thing_%zu", number % 50));
}

static void set_many_course(struct maker *maker, uint32_t site)
{
  static const struct {
    enum growth_class class;
    course_function *course;
  } courses[] = {{GROWTH_ONE_TIME, stays}, {GROWTH_SINGLETON, stays}, {GROWTH_BOUNDED, comes_and_goes},
                 {GROWTH_NONE, is_freed}, {GROWTH_GROWING, grows}};
  size_t which = site % 37 == 0 ? 4 : site % 4;
  uint64_t bytes = maker->heap->sites[site].live_bytes + 100;
  set_course(maker, site, courses[which].class, courses[which].course, bytes);
}

/* A wide tree below some roots, and a list of a tenth of all blocks. */
static void add_many_blocks(struct maker *maker, const struct heap_specimen_size *size, uint32_t groups)
{
  uint32_t list = ~0u;
  for (uint32_t i = 0; i < size->blocks; i++) {
    uint32_t site = next_random() % (uint32_t)size->sites, holder = ~(i % groups);
    if (i >= 4 * groups) {
      holder = i / (2 + next_random() % 60);
      site = (uint32_t)((maker->heap->site_of[holder] * 5ul + next_random() % 6) % size->sites);
    }
    if (i % 10 == 9) {
      holder = list == ~0u ? ~1u : list;
      site = 7;
      list = i;
    }
    add_block(maker, site, 16 + next_random() % 500, holder, 8 * (i % 8));
  }
}

static const struct heap *many(const struct heap_specimen_size *size)
{
  static const char *const marks[] = {"started", "loaded", "warm", "request 1,000", "request 10,000", "drain"};
  uint32_t groups = 500;
  struct maker maker = make_maker((uint32_t)size->sites, groups, size->blocks, size->samples);
  for (uint32_t i = 0; i < groups; i++)
    add_group(&maker, format("g_table_%u", i), "tables.cc", i + 1, RECORD_ROOT_GLOBAL);
  for (size_t i = 0; i < size->sites; i++)
    add_many_site(&maker, i);
  add_many_blocks(&maker, size, groups);
  for (uint32_t i = 0; i < size->sites; i++)
    set_many_course(&maker, i);
  add_marks(&maker, marks, 6);
  return finish(&maker);
}

const struct heap *heap_specimen(const char *name, const struct heap_specimen_size *size)
{
  return strcmp(name, "server") == 0     ? server()
         : strcmp(name, "growth") == 0   ? growth_only()
         : strcmp(name, "snapshot") == 0 ? snapshot_only()
         : strcmp(name, "hostile") == 0  ? hostile()
         : strcmp(name, "many") == 0     ? many(size)
         : strcmp(name, "empty") == 0    ? empty()
                                         : NULL;
}
