/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Callgrind's profile format, as its manual describes it. The cost of a function is what it allocates itself, that of a
 * call what is allocated below it. A stack counts once for each call in it, however often a recursion repeats the call.
 *
 * Names are written once, as "(1) name", and then as "(1)".
 *
 * An execution tree is written stack by stack, outermost function first: each function calls the next at the stack's
 * full cost, and the innermost function has that cost as its own. A function that calls itself is charged once per
 * call, so the costs do not add up to the total; the total is therefore written, too. The functions are those of the
 * symbol table, at the line of the innermost inlined call. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/text_table.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"
#include "host/heap/exports/xtree_formats.h"
#include "host/model/frames/frame_names.h"

enum { EVENTS = 4 };

/* What is allocated on a line of a function, or below a call on it. */
struct cost {
  const struct profile_function *function, *callee; /* NULL: no call */
  unsigned line;
  uint64_t events[EVENTS];
};

struct costs {
  struct cost *items;
  size_t count, capacity;
};

struct writing {
  FILE *output;
  const struct settings *settings;
  struct text_table *objects, *files, *functions;
  bool *has_name; /* by function: its name was written */
  bool is_plain;  /* names are not written as numbers */
};

static int compare_pointers(const struct profile_function *a, const struct profile_function *b)
{
  if (!a || !b)
    return (a != NULL) - (b != NULL);
  return (a->number > b->number) - (a->number < b->number);
}

ORDER(by_place, struct cost,
      compare_pointers(x->function, y->function) ?: compare_pointers(x->callee, y->callee) ?: UP(line))

/* Put equal neighbours from `start` on together; their events are added up, or counted once. */
static void merge(struct costs *costs, size_t start, bool adds)
{
  size_t count = start;
  if (costs->count == start)
    return;
  qsort(costs->items + start, costs->count - start, sizeof *costs->items, by_place);
  for (size_t i = start; i < costs->count; i++)
    if (count == start || by_place(&costs->items[count - 1], &costs->items[i]) != 0)
      costs->items[count++] = costs->items[i];
    else if (adds)
      for (size_t j = 0; j < EVENTS; j++)
        add_saturated(&costs->items[count - 1].events[j], costs->items[i].events[j]);
  costs->count = count;
}

static void add_site(struct costs *costs, const struct profile_site *site)
{
  size_t start = costs->count;
  for (size_t i = 0; i < site->frame_count; i++) {
    *NEW_ITEM(costs->items, costs->count, costs->capacity) =
      (struct cost){.function = site->frames[i]->function,
                    .callee = i > 0 ? site->frames[i - 1]->function : NULL,
                    .line = site->frames[i]->frame->line,
                    .events = {site->live_bytes, site->live_blocks, site->total_bytes, site->total_blocks}};
  }
  merge(costs, start, false);
}

/* --- writing --- */

/* "fl=(3) /src/cache.c", later "fl=(3)". */
static void put_text(struct writing *writing, struct text_table *table, const char *key, const char *text)
{
  bool is_new = true;
  const uint32_t number = writing->is_plain ? 0 : text_table_add(table, text, &is_new);
  fprintf(writing->output, "%s=", key);
  if (!writing->is_plain)
    fprintf(writing->output, "(%u)%s", number + 1, is_new ? " " : "");
  if (is_new)
    xtree_put_text(text, writing->output);
  putc('\n', writing->output);
}

static void put_function(struct writing *writing, const char *prefix, const struct profile_function *function)
{
  bool *has_name = &writing->has_name[function->number];
  char key[4];
  snprintf(key, sizeof key, "%sob", prefix);
  put_text(writing, writing->objects, key, *function->object ? function->object : "???");
  snprintf(key, sizeof key, "%s%s", prefix, *prefix ? "fi" : "fl");
  put_text(writing, writing->files, key, *function->file ? function->file : "???");
  fprintf(writing->output, "%sfn=(%u)%s%s\n", prefix, function->number + 1, *has_name ? "" : " ",
          *has_name ? "" : function->name);
  *has_name = true;
}

static void put_events(const struct writing *writing, const uint64_t *events, size_t count)
{
  for (size_t i = 0; i < count; i++)
    fprintf(writing->output, " %llu", (unsigned long long)events[i]);
  putc('\n', writing->output);
}

/* The number of calls is how often something was allocated below it. */
static void put_cost(struct writing *writing, const struct cost *cost)
{
  if (cost->callee) {
    put_function(writing, "c", cost->callee);
    fprintf(writing->output, "calls=%llu 0\n", (unsigned long long)cost->events[EVENTS - 1]);
  }
  fprintf(writing->output, "%u", cost->line);
  put_events(writing, cost->events, EVENTS);
}

static void put_costs(struct writing *writing, const struct costs *costs)
{
  for (size_t i = 0; i < costs->count; i++) {
    const struct cost *cost = &costs->items[i];
    if (i == 0 || cost[-1].function != cost->function) {
      putc('\n', writing->output);
      put_function(writing, "", cost->function);
    }
    put_cost(writing, cost);
  }
}

static void put_head(const struct writing *writing, const struct profile *profile)
{
  uint64_t totals[EVENTS] = {0};
  char *command = profile_command(profile->heap);
  for (size_t i = 0; i < profile->site_count; i++) {
    add_saturated(&totals[0], profile->sites[i].live_bytes);
    add_saturated(&totals[1], profile->sites[i].live_blocks);
    add_saturated(&totals[2], profile->sites[i].total_bytes);
    add_saturated(&totals[3], profile->sites[i].total_blocks);
  }
  fprintf(writing->output,
          "# callgrind format\nversion: 1\ncreator: seep-" PACKAGE_VERSION "\npid: %llu\ncmd: %s\npart: 1\n\n"
          "desc: Trigger: seep heap export\n\npositions: line\n"
          "event: Live : Live Bytes\nevent: Blocks : Live Blocks\n"
          "event: Total : Bytes Ever Allocated\nevent: Allocs : Blocks Ever Allocated\n"
          "events: Live Blocks Total Allocs\nsummary:", (unsigned long long)profile->heap->process->pid, command);
  put_events(writing, totals, EVENTS);
  free(command);
}

static void write_file(struct writing *writing, const struct profile *profile, struct costs *costs)
{
  writing->objects = text_table_create();
  writing->files = text_table_create();
  writing->has_name = memory_zeroed((size_t)profile->function_count + 1, sizeof *writing->has_name);
  for (size_t i = 0; i < profile->site_count; i++)
    add_site(costs, &profile->sites[i]);
  merge(costs, 0, true);
  put_head(writing, profile);
  put_costs(writing, costs);
}

struct error *export_callgrind(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct writing writing = {.output = output};
  struct costs costs = {0};
  struct profile *profile;
  profile_create(heap, &profile);
  write_file(&writing, profile, &costs);
  text_table_destroy(writing.objects);
  text_table_destroy(writing.files);
  free(writing.has_name);
  free(costs.items);
  profile_destroy(profile);
  return NULL;
}

/* --- execution trees --- */

struct place {
  const char *function;
  char *file; /* whole path */
  unsigned line;
};

/* The path of a frame's file, "/src/cache.c"; malloc'ed. */
static char *source_path(const struct frame *frame)
{
  return frame->file ? frame_names_path(frame) : memory_text("UnknownFile???");
}

static void find_place(const struct settings *settings, const struct code *code, struct place *ret)
{
  const struct frame *inner = &code->frames[0];
  const char *function = frame_names_function(settings, code, code->frame_count - 1);
  *ret = (struct place){.function = strcmp(function, "???") == 0 ? "UnknownFn???" : function,
                        .file = source_path(inner),
                        .line = inner->file ? inner->line : 0};
}

static void put_place(struct writing *writing, const char *file_key, const char *function_key,
                      const struct place *place)
{
  put_text(writing, writing->files, file_key, place->file);
  put_text(writing, writing->functions, function_key, place->function);
}

static void put_item(struct writing *writing, const struct xtree_item *item, size_t event_count)
{
  struct place place;
  find_place(writing->settings, item->stack->codes[item->end - 1], &place);
  for (size_t i = item->end; i-- > item->first;) {
    const unsigned line = place.line;
    put_place(writing, "fl", "fn", &place);
    free(place.file);
    fprintf(writing->output, "%u", line);
    if (i > item->first) {
      find_place(writing->settings, item->stack->codes[i - 1], &place);
      putc('\n', writing->output);
      put_place(writing, "cfi", "cfn", &place);
      fprintf(writing->output, "calls=0 %u\n%u", place.line, line);
    }
    put_events(writing, item->values, event_count);
  }
  putc('\n', writing->output);
}

static void put_xtree_head(const struct process *process, const struct xtree *xtree, FILE *output)
{
  fprintf(output, "# callgrind format\nversion: 1\ncreator: xtree-1\npid: %llu\n", (unsigned long long)process->pid);
  xtree_put_command(process, output);
  fputs("\npositions: line\n", output);
  for (size_t i = 0; i < xtree->event_count; i++)
    fprintf(output, "event: %s : %s\n", xtree->events[i].name, xtree->events[i].words);
  fputs("events:", output);
  for (size_t i = 0; i < xtree->event_count; i++)
    fprintf(output, " %s ", xtree->events[i].name);
  putc('\n', output);
}

static void put_items(struct writing *writing, const struct xtree *xtree)
{
  uint64_t totals[XTREE_EVENTS_MAX] = {0};
  for (size_t i = 0; i < xtree->count; i++) {
    put_item(writing, &xtree->items[i], xtree->event_count);
    for (size_t j = 0; j < xtree->event_count; j++)
      add_saturated(&totals[j], xtree->items[i].values[j]);
  }
  fputs("totals:", writing->output);
  put_events(writing, totals, xtree->event_count);
}

void xtree_put_callgrind(const struct process *process, const struct xtree *xtree, FILE *output)
{
  struct writing writing = {
    .output = output, .settings = &process->settings, .files = text_table_create(), .functions = text_table_create(),
    .is_plain = !options_flag(process->settings.options, OPTION_xtree_compress_strings)};
  put_xtree_head(process, xtree, output);
  put_items(&writing, xtree);
  text_table_destroy(writing.files);
  text_table_destroy(writing.functions);
}
