/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of the heap's view, which host/heap/page/html/model.js reads: a list of heaps, as objects with the members
 *
 *   run, problem      name of the run; why there is nothing else, or no snapshot (null: there is)
 *   left              not 0: this is no heap, but tells how many of the run the page has no room for
 *   program, pid      what was looked at
 *   snapshot          [number, label, microseconds, allocations, blocks, bytes, pointers, is whole]; null: there is
 *                     none
 *   sites             [identity, class, fits, live bytes, live blocks, retained bytes, totals, stack, values, name,
 *                     short name, type, short type, moments] most retained bytes first; the page shows them by their
 * place in this list. fits: [slope, R² in thousandths] by clock, samples; slopes are in bytes per 1,000 seconds,
 * 1,000,000 allocations, 1,000,000,000 instructions. totals: [bytes, blocks, peak bytes, blocks, lifetimes of freed
 * ones, short-lived blocks, bytes read, written, never touched]; null: not known. stack: numbers of frames; null: there
 * was no room. values: [step, bytes, step, bytes,
 *                     ...] where they change. moments: bytes at the sample with most bytes, and at the last one;
 *                     null: there are no samples
 *   site_count        how many there are in all
 *   depth             so many calls of a stack were recorded at most
 *   is_exact          whether they retain what is told, or at least that
 *   samples           how many there are; at which of them values stand is told by
 *   clocks            microseconds, allocations, instructions, each one a list by step; all 0: not counted
 *   whole             live bytes of the heap by step
 *   marks, mark_count [microseconds, allocations, instructions, text], and how many there are
 *   tree              dominators: [number of the parent, kind, site or group, blocks, own bytes, retained bytes], see
 *                     host/heap/page/heap_page_tree.c for kinds
 *   paths             by site: [address, bytes, blocks left out, [[node, blocks, offset, into], ...], the path as the
 *                     program would write it (null: not known)] from a root down to the block; null: none. A node is
 *                     the number of a site, or -1 - the number of a group
 *   links, link_count [node, site, pointers, offset (null: several)]
 *   groups            [object, file, line, class of root, retained bytes, name, short name]
 *
 * A short name is null when it is the name itself.
 */
#include "host/heap/page/heap_page_data.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/heap/page/heap_page.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/ownership.h"
#include "host/model/frames/short_name.h"

/* A name and its short form, which is freed, as two items of a list. Of a name that is too long only the short form is
 * kept: what it is cut to might be another's name, too. */
static void add_names(json_t **list, const char *name, char *shorter)
{
  if (name && shorter && strlen(name) > HEAP_PAGE_NAME_BYTES) {
    json_list_add(list, page_short_text(shorter, HEAP_PAGE_NAME_BYTES));
    json_list_add(list, json_null());
    free(shorter);
    return;
  }
  json_list_add(list, page_text(name));
  json_list_add(list, name ? page_shorter_text(name, shorter) : json_null());
}

/* "put (server.cpp:63)" of "store::Cache::put(int) (server.cpp:63)"; malloc'ed. */
static char *short_site_name(const char *name)
{
  const char *place = strrchr(name, '(');
  if (!place || place == name || place[-1] != ' ')
    return memory_text(name);
  char *function = memory_text_begin(name, (size_t)(place - 1 - name)), *text = NULL;
  const bool is_known = strcmp(function, "???") != 0;
  char *shorter = is_known ? short_function_name(function) : memory_text("unknown function");
  text = print_text("%s %s", shorter, place);
  free(shorter);
  free(function);
  return text;
}

/* --- sites --- */

static json_t *make_scaled(double value)
{
  const double max = 9e15; /* scripts hold that without loss; what is no number is 0 */
  if (!(value < max))
    value = value >= max ? max : 0;
  if (value < -max)
    value = -max;
  return json_integer((json_int_t)(value < 0 ? value - 0.5 : value + 0.5));
}

static json_t *make_fits(const struct growth_site *growth)
{
  static const double scales[GROWTH_CLOCKS] = {1e3, 1e6, 1e9};
  json_t *list = json_array();
  if (!growth)
    return list;
  for (size_t i = 0; i < GROWTH_CLOCKS; i++) {
    json_list_add(&list, make_scaled(growth->fits[i].slope * scales[i]));
    json_list_add(&list, make_scaled(growth->fits[i].r2 * 1000));
  }
  json_list_add(&list, json_count(growth->fits[GROWTH_SECONDS].samples));
  return list;
}

static json_t *make_totals(const struct growth_site *growth)
{
  if (!growth || growth->totals.total_blocks == 0)
    return json_null();
  const struct record_site *totals = &growth->totals;
  return json_pack("[ooooooooo]", json_count(totals->total_bytes), json_count(totals->total_blocks),
                   json_count(totals->peak_bytes), json_count(totals->peak_blocks),
                   json_count(totals->freed_lifetimes), json_count(totals->short_blocks),
                   json_count(totals->read_bytes), json_count(totals->written_bytes),
                   json_count(totals->untouched_bytes));
}

static void make_stack(struct heap_page *html, const struct stack *stack, json_t **ret)
{
  const struct settings *settings = &html->heap->process->settings;
  struct frame *items;
  struct finding_stack named = {.count = 0};
  if (page_frames_bytes(html->frames) > HEAP_PAGE_FRAMES_BYTES) {
    *ret = json_null();
    return;
  }
  size_t codes = stack && stack->is_resolved ? frame_names_shown_codes(settings, stack) : 0;
  findings_frames_of_stack(html->named, settings, stack, codes, &items, &named.count);
  named.frames = items;
  page_frames_stack(html->frames, &named, ret);
  free(items);
}

static json_t *make_moments(const struct heap_page *html, const struct growth_site *site)
{
  const struct growth *growth = html->heap->growth;
  if (growth->point_count == 0)
    return json_null();
  return json_pack("[oo]", json_count(heap_page_bytes_at(site, heap_page_peak(growth))),
                   json_count(heap_page_bytes_at(site, growth->point_count - 1)));
}

static void write_site(struct heap_page *html, const struct heap_page_grid *grid, uint32_t number, uint32_t stride)
{
  const struct heap_site *site = &html->heap->sites[number];
  const struct growth_site *growth = site->growth;
  json_t *stack;
  page_frames_show_sources(html->frames, number < HEAP_PAGE_SITES_WITH_SOURCES);
  make_stack(html, site->stack, &stack);
  fputs(number > 0 ? ",\n" : "\n", html->output->file);
  json_t *item = json_pack("[siooooooo]", site->identity.digits, growth ? (int)growth->class : (int)GROWTH_NONE,
                           make_fits(growth), json_count(site->live_bytes), json_count(site->live_blocks),
                           json_count(site->retained_bytes), make_totals(growth), stack,
                           heap_page_series(growth, grid, stride));
  add_names(&item, site->name, site->name ? short_site_name(site->name) : NULL);
  add_names(&item, site->type, site->type ? short_type_name(site->type) : NULL);
  json_list_add(&item, make_moments(html, growth));
  json_write(html->output, item);
}

static void write_sites(struct heap_page *html, const struct heap_page_grid *grid)
{
  uint32_t *strides;
  heap_page_strides(html, grid, &strides);
  fputs("\"sites\": [", html->output->file);
  for (uint32_t i = 0; i < html->site_count; i++)
    write_site(html, grid, i, strides[i]);
  page_frames_show_sources(html->frames, true);
  fputs("],\n", html->output->file);
  free(strides);
}

static void write_growth(struct heap_page *html)
{
  struct heap_page_grid grid;
  heap_page_grid_init(html->heap->growth, &grid);
  heap_page_write_samples(html, &grid);
  write_sites(html, &grid);
  heap_page_grid_deinit(&grid);
}

/* --- groups, nodes --- */

uint32_t heap_page_group(struct heap_page *html, uint32_t group)
{
  uint32_t *number = &html->group_numbers[group];
  if (*number == UINT32_MAX && html->group_count < HEAP_PAGE_GROUPS) {
    html->groups[html->group_count] = group;
    *number = html->group_count++;
  }
  return *number;
}

json_t *heap_page_number(uint32_t number)
{
  return number == UINT32_MAX ? json_null() : json_count(number);
}

json_t *heap_page_site_node(const struct heap_page *html, uint32_t site)
{
  return heap_page_number(site < html->site_count ? site : UINT32_MAX);
}

json_t *heap_page_group_node(struct heap_page *html, uint32_t group)
{
  uint32_t number = heap_page_group(html, group);
  return number == UINT32_MAX ? json_null() : json_integer(-1 - (json_int_t)number);
}

static json_t *make_group(const void *context, size_t index)
{
  const struct heap_page *html = context;
  uint32_t group = html->groups[index];
  const struct root_group *named = &html->heap->names->groups[group];
  json_t *item = json_pack("[ooiio]", page_short_text(named->object, HEAP_PAGE_NAME_BYTES),
                           page_short_text(named->file, HEAP_PAGE_NAME_BYTES), (int)named->line, (int)named->class,
                           json_count(html->heap->graph->retained_bytes[1 + group]));
  add_names(&item, named->name, named->name ? short_type_name(named->name) : NULL);
  return item;
}

static void write_graph(struct heap_page *html)
{
  heap_page_write_tree(html);
  heap_page_write_paths(html);
  heap_page_write_links(html);
  json_write_list_member(html->output, "groups", make_group, html, html->group_count);
}

/* --- a heap --- */

static json_t *make_snapshot(const struct snapshot *snapshot)
{
  if (!snapshot)
    return json_null();
  const struct record_snapshot *head = &snapshot->head;
  char *label = memory_text_begin(head->label.size > 0 ? head->label.data : "", head->label.size);
  json_t *value = json_pack("[oooooooi]", json_count(head->id), page_text(label), json_count(head->elapsed_ns / 1000),
                            json_count(head->allocations), json_count(snapshot->block_count),
                            json_count(snapshot->bytes), json_count(snapshot->edge_count), (int)snapshot->is_whole);
  free(label);
  return value;
}

static void write_head(const struct heap_page *html)
{
  const struct heap *heap = html->heap;
  json_write_member(html->output, "program", page_text(heap->process->exe));
  json_write_member(html->output, "pid", json_count(heap->process->pid));
  json_write_member(html->output, "snapshot", make_snapshot(heap->snapshot));
  json_write_member(html->output, "is_exact", json_boolean(!heap->snapshot || heap->retained_is_exact));
  json_write_member(html->output, "site_count", json_count(heap->site_count));
  json_write_member(html->output, "depth", json_count(heap->process->settings.num_callers));
}

static void write_parts(struct heap_page *html)
{
  write_head(html);
  write_growth(html);
  if (html->heap->graph)
    write_graph(html);
}

static void write_numbered(struct heap_page *html)
{
  uint32_t groups = html->heap->graph ? html->heap->graph->group_count : 0;
  html->group_numbers = memory_allocate(((size_t)groups + 1) * sizeof *html->group_numbers);
  html->groups = memory_allocate(HEAP_PAGE_GROUPS * sizeof *html->groups);
  memset(html->group_numbers, 0xff, groups * sizeof *html->group_numbers);
  write_parts(html);
  free(html->group_numbers);
  free(html->groups);
}

static void write_heap(const struct heap *heap, struct page_frames *frames, const struct json_output *output)
{
  struct heap_page html = {.heap = heap, .frames = frames, .output = output,
                           .site_count = heap->site_count < HEAP_PAGE_SITES ? heap->site_count : HEAP_PAGE_SITES};
  findings_frames_create(heap->process->settings.place_rules, &html.named);
  write_numbered(&html);
  findings_frames_destroy(html.named);
}

/* --- all heaps --- */

void heap_page_write_item(const struct heap_page_item *item, struct page_frames *frames,
                          const struct json_output *output)
{
  putc('{', output->file);
  if (item->heap)
    write_heap(item->heap, frames, output);
  json_write_member(output, "problem", page_text(item->heap ? item->heap->problem : item->problem));
  json_write_member(output, "left", json_count(item->left));
  fputs("\"run\": ", output->file);
  json_write(output, page_text(item->run));
  putc('}', output->file);
}

void heap_page_write(const struct heap_page_content *view, struct page_frames *frames, const struct json_output *output)
{
  putc('[', output->file);
  for (size_t i = 0; i < view->count; i++) {
    if (i > 0)
      fputs(",\n", output->file);
    heap_page_write_item(&view->items[i], frames, output);
  }
  fputs("]\n", output->file);
}
