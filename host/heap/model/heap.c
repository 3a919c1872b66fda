/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The run's record gives the process with its stacks, modules and samples, the snapshot beside it the blocks. Roots are
 * given names, and the graph is made of both. */
#include "host/heap/model/heap.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/model/process_choice.h"
#include "host/heap/model/site_table.h"
#include "host/record/record_file.h"
#include "host/runs/command.h"

/* All that a heap stands on, in the order in which it is made. */
struct heap_run {
  struct run *run;
  struct command_session session;
  struct heap heap;
};

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  return process_take(context, frame);
}

/* What of a damaged record can be read is enough. */
static struct error *read_process(const char *path, struct process *process)
{
  bool is_cut;
  struct error *damage = record_file_read(path, take_frame, process, &is_cut);
  error_free(process_finish(process, NULL));
  if (process->state != PROCESS_UNKNOWN) {
    error_free(damage);
    return NULL;
  }
  return damage ? damage : error_format("%s: it ends before it says which process it is of", path);
}

static struct error *make_process(struct heap_run *run, const char *path)
{
  struct process_config config = report_session_process_config(run->session.session, run->session.options);
  process_create(&config, &run->heap.process);
  return read_process(path, run->heap.process);
}

static struct error *make_graph(struct heap *heap, const char *path)
{
  RETURN_IF_ERROR(snapshot_read(path, &heap->snapshot));
  heap->names = root_names_create(heap->snapshot, heap->process);
  return graph_create(heap->snapshot, heap->names->group_of, heap->names->group_count, &heap->graph);
}

static void drop_graph(struct heap *heap)
{
  graph_destroy(heap->graph);
  root_names_destroy(heap->names);
  snapshot_destroy(heap->snapshot);
  heap->graph = NULL;
  heap->names = NULL;
  heap->snapshot = NULL;
}

/* Takes the error over. */
static void go_without_snapshot(struct heap *heap, struct error *error)
{
  drop_graph(heap);
  heap->problem = memory_text(error_message(error));
  error_free(error);
}

static struct error *make_heap(struct heap_run *run, const struct heap_request *request)
{
  struct chosen_process choice;
  RETURN_IF_ERROR(process_choice_find(run->run, run->session.load, request, &choice));
  struct error *error = make_process(run, choice.record->path);
  if (!error && choice.snapshot)
    error = make_graph(&run->heap, choice.snapshot);
  chosen_process_deinit(&choice);
  if (error && request->snapshot == 0 && run->heap.process && run->heap.process->growth->point_count > 0) {
    go_without_snapshot(&run->heap, error);
    error = NULL;
  }
  if (error)
    return error;
  run->heap.growth = run->heap.process->growth;
  site_table_init(&run->heap);
  return NULL;
}

struct error *heap_open(const struct command *command, const char *name, const struct heap_request *request,
                        struct heap_run **ret_run, const struct heap **ret)
{
  struct heap_run *run = memory_zeroed(1, sizeof *run);
  struct error *error = run_dir_find(name, &run->run);
  run->session.run = run->run;
  if (!error)
    error = command_session_open(command, &run->session);
  if (!error)
    error = make_heap(run, request);
  if (error) {
    heap_close(run);
    return error;
  }
  *ret_run = run;
  *ret = &run->heap;
  return NULL;
}

void heap_close(struct heap_run *run)
{
  if (!run)
    return;
  site_table_deinit(&run->heap);
  drop_graph(&run->heap);
  free(run->heap.problem);
  if (run->heap.process)
    process_destroy(run->heap.process);
  if (run->session.session)
    command_session_close(&run->session);
  run_destroy(run->run);
  free(run);
}
