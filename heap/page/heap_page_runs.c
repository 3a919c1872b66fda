/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page of findings shows the heap of each run that knows of one; of several processes, the largest heap. */
#include <stdlib.h>
#include <string.h>

#include "heap/model/heap.h"
#include "heap/page/heap_page.h"
#include "report/runs/command.h"

enum { RUNS_MAX = 8 }; /* in one page */

struct runs_view {
  struct heap_page_content view; /* first, as it is what the view is given */
  struct heap_page_item items[RUNS_MAX];
  struct heap_run *runs[RUNS_MAX];
};

static void close_view(void *opened)
{
  struct runs_view *view = opened;
  for (size_t i = 0; i < view->view.count; i++) {
    heap_close(view->runs[i]);
    free((char *)view->items[i].problem);
  }
  free(view);
}

static struct error *add_run(struct runs_view *view, const struct command *command, const char *name)
{
  size_t number = view->view.count++;
  struct heap_page_item *item = &view->items[number];
  item->run = name;
  struct error *error = heap_open(command, name, &(struct heap_request){0}, &view->runs[number], &item->heap);
  if (!error)
    return NULL;
  view->runs[number] = NULL;
  item->heap = NULL;
  item->problem = strdup(error_message(error));
  error_free(error);
  return item->problem ? NULL : error_no_memory();
}

static bool has_heap(const struct findings *findings, size_t run)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].run == run && findings->processes[i].knows_heap)
      return true;
  return false;
}

static struct error *add_runs(struct runs_view *view, const struct findings *findings, const struct command *command)
{
  struct error *error = NULL;
  for (size_t i = 0; i < findings->run_count && view->view.count < RUNS_MAX && !error; i++)
    if (has_heap(findings, i))
      error = add_run(view, command, findings->runs[i].name);
  return error;
}

static struct error *open_view(const struct findings *findings, const struct format_options *options, void **ret)
{
  *ret = NULL;
  if (!options->command)
    return NULL;
  struct runs_view *view = calloc(1, sizeof *view);
  if (!view)
    return error_no_memory();
  view->view.items = view->items;
  struct error *error = add_runs(view, findings, options->command);
  if (error || view->view.count == 0)
    close_view(view);
  else
    *ret = view;
  return error;
}

void heap_page_use(void)
{
  static struct page_view view;
  view = heap_page_view;
  view.open = open_view;
  view.close = close_view;
  page_use_view(&view);
}
