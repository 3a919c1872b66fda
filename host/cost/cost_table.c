/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs are read as reports are, by a writer that prints nothing and takes the costs when a process ends. */
#include "host/cost/cost_table.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/module_table.h"
#include "host/model/process/costs.h"
#include "host/model/process/writer.h"
#include "host/runs/run_parts.h"

void cost_table_destroy(struct cost_table *table)
{
  if (!table)
    return;
  text_pool_destroy(table->texts);
  free(table->rows);
  free(table);
}

/* --- rows --- */

ORDER(by_line, struct cost_row, UP_TEXT(path) ?: UP_TEXT(function) ?: UP(line) ?: UP_TEXT(module))

/* Equal ones become one. */
static void add_up(struct cost_table *table)
{
  if (table->count > 0)
    qsort(table->rows, table->count, sizeof *table->rows, by_line);
  table->count = JOIN_EQUAL(table->rows, table->count, by_line, add_saturated(&x->instructions, y->instructions));
}

/* --- reading --- */

static const char *keep(struct cost_table *table, const char *text)
{
  return text_pool_keep(table->texts, text ? text : "???");
}

static const char *path_of(struct cost_table *table, const struct frame *frame)
{
  return frame->file ? text_pool_take(table->texts, frame_names_path(frame)) : keep(table, NULL);
}

static void add_place(struct cost_table *table, const struct cost_place *place)
{
  const struct frame *const function = place->function;
  *NEW_ITEM(table->rows, table->count, table->capacity) = (struct cost_row){
    .function = keep(table, function->function ? function->function : function->function_linkage),
    .path = path_of(table, place->frame),
    .module = keep(table, place->mapping->file.path),
    .line = place->frame->line,
    .mark = place->frame->mark,
    .instructions = place->instructions,
  };
}

static const char *command_of(struct cost_table *table, const struct process *process)
{
  char *words = memory_text("");
  for (char **word = process->argv; word && *word; word++) {
    char *more = print_text("%s%s%s", words, *words ? " " : "", *word);
    free(words);
    words = more;
  }
  return text_pool_take(table->texts, words);
}

static void take_process(void *context, const struct process *process, const char *cut_reason)
{
  struct cost_table *table = context;
  struct cost_places places;
  if (!process->settings.counts_cost)
    return;
  cost_places_find(process, &places);
  for (size_t i = 0; i < places.line_count; i++)
    add_place(table, &places.lines[i]);
  add_saturated(&table->instructions, places.instructions);
  cost_places_release(&places);
  if (table->processes++ == 0)
    table->command = command_of(table, process);
  table->cut_processes += cut_reason != NULL;
}

/* A process that becomes another program has no end. */
static void take_replaced(void *context, const struct process *process)
{
  if (process->state == PROCESS_REPLACED)
    take_process(context, process, NULL);
}

static struct error *read_part(const struct command *command, struct command_session *session)
{
  RETURN_IF_ERROR(command_session_open(command, session));
  struct error *error = run_reader_read(session->load, report_session_report(session->session), NULL);
  command_session_close(session);
  return error;
}

static struct error *read_parts(const struct command *command, const struct run *run, struct cost_table *table)
{
  static const struct writer_ops ops = {.end = take_process, .close = take_replaced};
  const struct writer listener = {&ops, table};
  struct run_reader *load;
  struct run_parts parts = {0};
  RETURN_IF_ERROR(run_reader_create(run, &load));
  run_parts_make(load, &parts);
  run_reader_destroy(load);
  struct error *error = NULL;
  for (size_t i = 0; i < parts.count && !error; i++) {
    struct command_session session = {
      .run = run, .listener = &listener, .load = parts.items[i], .is_later_part = i > 0};
    parts.items[i] = NULL;
    error = read_part(command, &session);
  }
  run_parts_release(&parts);
  return error;
}

struct error *cost_table_read(const struct command *command, const char *name, struct cost_table **ret)
{
  struct run *run;
  RETURN_IF_ERROR(run_dir_find(name, &run));
  struct cost_table *table = memory_zeroed(1, sizeof *table);
  table->texts = text_pool_create();
  struct error *error = read_parts(command, run, table);
  if (!error && table->count == 0)
    error = error_format("%s: nothing was counted in this run; make one with seep cost PROGRAM", run->name);
  add_up(table);
  run_destroy(run);
  if (error) {
    cost_table_destroy(table);
    return error;
  }
  *ret = table;
  return NULL;
}
