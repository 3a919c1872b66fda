/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one wants to know first about a heap, and what to ask next. */
#include <inttypes.h>

#include "host/base/order.h"
#include "host/heap/model/site_table.h"
#include "host/heap/questions/ask.h"
#include "host/output/json_text.h"
#include "host/model/words/growth_places.h"
#include "host/model/words/numbers.h"

enum { ROWS = 5 };

static const char *reason_words(const struct record_snapshot *head)
{
  switch (head->reason) {
  case RECORD_SNAPSHOT_AT_EXIT:
    return "at exit";
  case RECORD_SNAPSHOT_PEAK_SO_FAR:
    return "at the peak of the heap";
  case RECORD_SNAPSHOT_BY_REQUEST:
    return "requested by the program";
  case RECORD_SNAPSHOT_BY_MONITOR:
  case RECORD_SNAPSHOT_BY_SIGNAL:
    return "requested";
  default:
    return "periodic";
  }
}

static void put_snapshot(const struct question *question)
{
  const struct snapshot *snapshot = question->heap->snapshot;
  struct view *view = question->view;
  const struct graph *graph = question->heap->graph;
  uint64_t reached = graph->retained_bytes[0];
  view_fact_count(view, "snapshot", snapshot->head.id);
  view_fact_count(view, "elapsed_ns", snapshot->head.elapsed_ns);
  view_fact_count(view, "allocations", snapshot->head.allocations);
  view_fact(view, "is_whole", json_boolean(snapshot->is_whole));
  view_fact_count(view, "bytes", snapshot->bytes);
  view_fact_count(view, "blocks", snapshot->block_count);
  view_fact_count(view, "pointers", snapshot->edge_count);
  view_fact_count(view, "unreached_bytes", snapshot->bytes - reached);
  view_line(view, VIEW_FAINT, 2, "  snapshot %" PRIu64 "%s%.*s%s, %s, after %.1f s and %s", snapshot->head.id,
            snapshot->head.label.size ? " \"" : "", (int)snapshot->head.label.size, snapshot->head.label.data,
            snapshot->head.label.size ? "\"" : "", reason_words(&snapshot->head),
            (double)snapshot->head.elapsed_ns / 1e9,
            grouped_count(snapshot->head.allocations, "allocation", "allocations").digits);
  view_line(view, VIEW_STRONG, 2, "  %s in %s, held by %s", view_bytes_exact(snapshot->bytes).text,
            grouped_count(snapshot->block_count, "block", "blocks").digits,
            grouped_count(graph->group_count, "root", "roots").digits);
  if (snapshot->bytes > reached)
    view_line(view, VIEW_WARNING, 2, "  %s unreachable: leaked", view_bytes_exact(snapshot->bytes - reached).text);
  if (!snapshot->is_whole)
    view_line(view, VIEW_WARNING, 2, "  The snapshot is incomplete; only the part that could be read is shown.");
}

static void put_samples(const struct question *question)
{
  if (question->heap->problem) {
    view_fact_text(question->view, "problem", question->heap->problem);
    view_line(question->view, VIEW_WARNING, 2, "  Its snapshot cannot be read: %s", question->heap->problem);
  }
  const struct growth *growth = question->heap->growth;
  const struct growth_point *last = growth->point_count ? &growth->points[growth->point_count - 1] : NULL;
  if (!last)
    return;
  view_fact_count(question->view, "bytes", last->live_bytes);
  view_fact_count(question->view, "blocks", last->live_blocks);
  view_line(question->view, VIEW_STRONG, 2, "  %s in %s at the last of %s", view_bytes_exact(last->live_bytes).text,
            grouped_count(last->live_blocks, "block", "blocks").digits,
            grouped_count(growth->point_count, "sample", "samples").digits);
}

static void put_head(const struct question *question)
{
  const struct process *process = question->heap->process;
  struct view *view = question->view;
  view_fact_text(view, "program", process->exe);
  view_fact_count(view, "pid", process->pid);
  view_line(view, VIEW_STRONG, 2, "Heap of %s, pid %" PRIu64, process->exe ? process->exe : "a process", process->pid);
  if (question->heap->snapshot)
    put_snapshot(question);
  else
    put_samples(question);
  ask_say_unfinished(question);
}

static void put_sites(const struct question *question, uint64_t limit)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "retained", CELL_BYTES}, {"bytes", "live", CELL_BYTES}, {"blocks", "blocks", CELL_COUNT},
    {"type", NULL, CELL_EXTRA}, {"identity", NULL, CELL_EXTRA}, {"site", "site", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct table *table = table_open(question->view, "sites", columns, 6);
  uint32_t live = 0;
  for (uint32_t i = 0; i < heap->site_count; i++) {
    const struct heap_site *site = &heap->sites[i];
    if (site->live_blocks == 0 || live++ >= limit)
      continue;
    table_number(table, site->retained_bytes);
    table_number(table, site->live_bytes);
    table_number(table, site->live_blocks);
    table_text(table, site->type);
    table_text(table, site->identity.digits);
    table_text(table, site->name);
  }
  if (live > 0)
    view_gap(question->view);
  table_close(table, "Largest sites", live);
  ask_say_exact(question, !heap->snapshot || heap->retained_is_exact);
}

ORDER_POINTERS(by_slope, struct heap_site, DOWN(growth->fits[GROWTH_SECONDS].slope) ?: UP(stack_id))

static void put_place(const struct heap *heap, struct table *table, const struct growth_place *place)
{
  uint64_t live = 0;
  for (size_t i = 0; i < place->site_count; i++)
    add_saturated(&live, site_table_find(heap, place->sites[i])->live_bytes);
  table_real(table, place->bytes_per_second);
  table_real(table, place->sites[0]->fits[GROWTH_SECONDS].r2);
  table_number(table, live);
  table_text(table, place->identity.digits);
  table_text(table, site_table_find(heap, place->sites[0])->name);
}

static void put_growing(const struct question *question, uint64_t limit)
{
  static const struct table_column columns[] = {
    {"bytes_per_second", "per second", CELL_RATE}, {"r2", "fit", CELL_REAL}, {"bytes", "live", CELL_BYTES},
    {"identity", NULL, CELL_EXTRA}, {"site", "site", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  struct growth_places places;
  growth_places_find(heap->growth, heap->process, growth_findings, &places);
  struct table *table = table_open(question->view, "growing", columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < places.count && i < limit; i++)
    put_place(heap, table, &places.items[i]);
  if (places.count > 0)
    view_gap(question->view);
  table_close(table, "Growing", places.count);
  growth_places_release(&places);
}

/* What is most worth a question: what grows fastest, else what has most live. */
static const struct heap_site *most_suspicious(const struct heap *heap)
{
  const struct heap_site *found = NULL;
  for (uint32_t i = 0; i < heap->site_count; i++) {
    const struct heap_site *site = &heap->sites[i], *const pair[] = {site, found};
    if (site->live_blocks == 0)
      continue;
    if (!found || ask_is_growing(site) > ask_is_growing(found) ||
        (ask_is_growing(site) == ask_is_growing(found) &&
         (ask_is_growing(site) ? by_slope(&pair[0], &pair[1]) < 0 : site->live_bytes > found->live_bytes)))
      found = site;
  }
  return found;
}

static void suggest(const struct question *question)
{
  const struct heap *heap = question->heap;
  const struct heap_site *largest = most_suspicious(heap);
  view_gap(question->view);
  view_line(question->view, VIEW_STRONG, 2, "Ask next");
  if (heap->snapshot && largest)
    ask_suggest(question, "what holds it", "why %s", ask_site_word(largest).text);
  if (heap->snapshot && largest)
    ask_suggest(question, "what each root retains", "retained");
  if (heap->growth->point_count > 0)
    ask_suggest(question, "what grows", "growth");
  if (heap->growth->point_count > 0 && ask_live_blocks(heap) == 0)
    ask_suggest(question, "what was allocated", "lifetimes");
  if (!heap->snapshot && ask_live_blocks(heap) > 0)
    view_line(question->view, VIEW_PLAIN, 2, "Run the program with --snapshot=exit to see what holds its blocks.");
}

struct error *ask_overview(const struct question *question)
{
  uint64_t limit = view_is_json(question->view) || question->limit < ROWS ? question->limit : ROWS;
  put_head(question);
  if (ask_say_empty(question)) {
    suggest(question);
    return NULL;
  }
  if (question->heap->snapshot) {
    view_gap(question->view);
    ask_put_roots(question, "Largest roots", limit);
  }
  put_sites(question, limit);
  put_growing(question, limit);
  suggest(question);
  return NULL;
}
