/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page of findings shows the heap of each run that knows of one: first the largest process's newest one, then all
 * other snapshots and processes as long as there is room. They are read and written one at a time, as each may fill
 * the memory. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/model/heap.h"
#include "host/heap/model/heap_list.h"
#include "host/heap/page/heap_page.h"
#include "host/runs/command.h"

enum {
  RUNS_MAX = 8,         /* in one page */
  HEAPS_MAX = 12,       /* of a run */
  SITES_MAX = 60000,    /* of all of them: when there are as many, no more heaps are read */
  BLOCKS_MAX = 20000000,
};

struct runs_view {
  const struct command *command;
  const char *runs[RUNS_MAX]; /* names */
  size_t count;
};

/* One run on its way into the page. */
struct run_writing {
  const struct runs_view *view;
  struct page_frames *frames;
  const struct json_output *output;
  const char *run;
  struct heap_request first; /* what the first heap has turned out to be */
  size_t *written;           /* heaps of all runs */
  uint64_t sites, blocks;
};

static void write_item(struct run_writing *writing, const struct heap_page_item *item)
{
  if ((*writing->written)++ > 0)
    fputs(",\n", writing->output->file);
  heap_page_write_item(item, writing->frames, writing->output);
}

static void note_heap(struct run_writing *writing, const struct heap *heap, bool is_first)
{
  if (is_first)
    writing->first = (struct heap_request){heap->process->pid, heap->snapshot ? heap->snapshot->head.id : 0};
  writing->sites += heap->site_count;
  writing->blocks += heap->snapshot ? heap->snapshot->block_count : 0;
}

/* A heap that cannot be read is told of, unless there are others of the run. */
static void write_heap(struct run_writing *writing, const struct heap_request *request)
{
  const bool is_first = request->pid == 0;
  struct heap_page_item item = {.run = writing->run};
  struct heap_run *run = NULL;
  struct error *problem = heap_open(writing->view->command, writing->run, request, &run, &item.heap);
  if (problem) {
    run = NULL;
    item.heap = NULL;
    item.problem = error_message(problem);
  } else {
    note_heap(writing, item.heap, is_first);
  }
  if (!problem || is_first)
    write_item(writing, &item);
  heap_close(run);
  error_free(problem);
}

static bool has_room(const struct run_writing *writing)
{
  return writing->sites < SITES_MAX && writing->blocks < BLOCKS_MAX;
}

/* Drop the heap that is shown first, and others' when there are too many. Returns how many are left. */
static size_t choose_others(const struct heap_request *first, struct heap_request *others, size_t count)
{
  const bool has_many = count > HEAPS_MAX;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const bool is_first = others[i].pid == first->pid && others[i].snapshot == first->snapshot;
    if (!is_first && (!has_many || others[i].pid == first->pid))
      others[kept++] = others[i];
  }
  return kept;
}

/* When there are too many snapshots, some from beginning to end. */
static void write_others(struct run_writing *writing, struct heap_request *others, size_t count)
{
  const size_t kept = choose_others(&writing->first, others, count);
  const size_t room = kept < HEAPS_MAX - 1 ? kept : HEAPS_MAX - 1;
  size_t done = 0;
  for (; done < room && has_room(writing); done++)
    write_heap(writing, &others[done * kept / room]);
  if (count > done + 1)
    write_item(writing, &(struct heap_page_item){.run = writing->run, .left = count - done - 1});
}

static void write_run(struct run_writing *writing)
{
  struct heap_request *others = NULL;
  size_t count = 0;
  write_heap(writing, &(struct heap_request){0});
  struct error *problem = writing->first.pid == 0 ? NULL : heap_list(writing->run, &others, &count);
  if (problem)
    count = 0; /* what can be read is there */
  error_free(problem);
  if (count > 0)
    write_others(writing, others, count);
  free(others);
}

static struct error *write_view(const void *content, struct page_frames *frames, const struct json_output *output)
{
  const struct runs_view *view = content;
  size_t written = 0;
  putc('[', output->file);
  for (size_t i = 0; i < view->count; i++)
    write_run(&(struct run_writing){view, frames, output, view->runs[i], .written = &written});
  fputs("]\n", output->file);
  return NULL;
}

static bool has_heap(const struct findings *findings, size_t run)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].run == run && findings->processes[i].knows_heap)
      return true;
  return false;
}

static void *open_view(const struct findings *findings, const struct format_options *options)
{
  if (!options->command)
    return NULL;
  struct runs_view *view = memory_zeroed(1, sizeof *view);
  view->command = options->command;
  for (size_t i = 0; i < findings->run_count && view->count < RUNS_MAX; i++)
    if (has_heap(findings, i))
      view->runs[view->count++] = findings->runs[i].name;
  if (view->count > 0)
    return view;
  free(view);
  return NULL;
}

void heap_page_use(void)
{
  static struct page_view view;
  view = heap_page_view;
  view.open = open_view;
  view.close = free;
  view.write = write_view;
  page_use_view(&view);
}
