/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report puts a model and its writers together for each process. */
#include "host/runs/report.h"

#include <stdlib.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/model/frames/frame_table.h"
#include "host/model/process/asked_places.h"
#include "host/model/process/model.h"
#include "host/model/process/writer.h"

enum {
  WRITERS_MAX = 4,
  MONITOR_TEXT_MAX = 1 << 24, /* bytes; what is told beyond is printed */
};

struct report {
  struct report_config config;
  struct frame_table *frames;
  struct report_process *processes;
  struct text_sharers sharers;
  struct asked asked;
  struct asked_places places; /* where blocks are allocated, as far as somebody asks for that */
  size_t running; /* processes that have not ended */
};

/* Text that goes to whoever gave a monitor command, instead of being printed. */
struct monitor_text {
  FILE *stream; /* NULL: nothing is gathered now; it goes through a plain_stream to `memory` */
  FILE *memory;
  char *text;
  size_t size, taken;
};

struct report_process {
  struct report *report;
  struct report_process *next;
  FILE *output, *xml_output;
  bool xml_is_lazy;
  struct process *model; /* NULL: no more frames will come */
  bool has_ended;        /* it is not among the running ones */
  struct text_config text_config;
  struct writer text, xml; /* ops NULL: none */
  struct writer writers[WRITERS_MAX];
  size_t writer_count, borrowed_count; /* the first `borrowed_count` are not the process's own */
  struct monitor_text monitor;
};

void report_create(const struct report_config *config, struct report **ret)
{
  struct report *report = memory_zeroed(1, sizeof *report);
  report->config = *config;
  frame_table_create(config->options, &report->frames);
  *ret = report;
}

/* --- monitor commands --- */

/* Answers are in Memcheck's words; NULL: there is none any more. */
static void redirect(struct report_process *process, const struct text_config *answer)
{
  if (process->report->config.is_for_people)
    screen_writer_redirect(&process->text, answer);
  else
    text_writer_redirect(&process->text, answer ? answer : &process->text_config);
}

static void monitor_end(struct report_process *process)
{
  if (process->xml.ops)
    xml_writer_mute(&process->xml, false);
  if (!process->monitor.stream)
    return;
  redirect(process, NULL);
  fclose(process->monitor.stream);
  fclose(process->monitor.memory);
  process->monitor.stream = NULL;
}

static void monitor_release(struct report_process *process)
{
  monitor_end(process);
  free(process->monitor.text);
  process->monitor = (struct monitor_text){0};
}

static void monitor_begin(struct report_process *process)
{
  monitor_release(process);
  if (process->xml.ops)
    xml_writer_mute(&process->xml, true);
  struct monitor_text *monitor = &process->monitor;
  if (process->text.ops)
    monitor->memory = print_begin(&monitor->text, &monitor->size);
  if (monitor->memory)
    plain_stream_open(monitor->memory, &monitor->stream);
  if (monitor->stream)
    redirect(process, &(struct text_config){.output = monitor->stream});
}

static bool monitor_is_full(const struct monitor_text *monitor)
{
  return monitor->stream && fflush(monitor->stream) == 0 && ftello(monitor->memory) > MONITOR_TEXT_MAX;
}

const char *report_process_text(struct report_process *process, size_t *ret_size)
{
  struct monitor_text *monitor = &process->monitor;
  const char *piece = monitor->text ? monitor->text + monitor->taken : "";
  size_t left = monitor->size - monitor->taken;
  *ret_size = left < RECORD_TEXT_PIECE_BYTES ? left : RECORD_TEXT_PIECE_BYTES;
  monitor->taken += *ret_size;
  return piece;
}

/* --- processes --- */

static void report_process_destroy(struct report_process *process)
{
  monitor_release(process);
  process_destroy(process->model);
  if (process->text.ops)
    process->text.ops->destroy(process->text.context);
  if (process->xml.ops)
    process->xml.ops->destroy(process->xml.context);
  free(process);
}

void report_destroy(struct report *report)
{
  if (!report)
    return;
  while (report->processes) {
    struct report_process *process = report->processes;
    report->processes = process->next;
    report_process_destroy(process);
  }
  frame_table_destroy(report->frames);
  asked_places_release(&report->places);
  free(report);
}

static void add_writers(struct report_process *process)
{
  const struct report_config *config = &process->report->config;
  if (config->listener)
    process->writers[process->writer_count++] = *config->listener;
  if (config->files)
    process->writers[process->writer_count++] = *config->files;
  process->borrowed_count = process->writer_count;
  if (!process->output)
    return;
  process->text_config =
    (struct text_config){.output = process->output, .colour = config->colour, .run_name = config->run_name,
                         .ask = config->ask, .columns = config->columns, .sharers = &process->report->sharers};
  if (config->is_for_people) {
    screen_writer_create(&process->text_config, &process->text);
  } else {
    text_writer_create(&process->text_config, &process->text);
  }
  process->writers[process->writer_count++] = process->text;
}

static void add_model(struct report_process *process)
{
  const struct report_config *config = &process->report->config;
  process_create(
    &(struct process_config){
      .options = config->options,
      .symbols = config->symbols,
      .suppressions = config->suppressions,
      .frames = process->report->frames,
      .writers = process->writers,
      .writer_count = process->writer_count,
      .tree_asked = &process->report->asked,
      .tree_places = &process->report->places,
    },
    &process->model);
}

void report_expect_several(struct report *report)
{
  report->sharers.are_several = true;
}

void report_process_create(struct report *report, FILE *output, struct report_process **ret)
{
  struct report_process *process = memory_zeroed(1, sizeof *process);
  process->report = report;
  process->output = output;
  add_writers(process);
  add_model(process);
  report->running++;
  process->next = report->processes;
  report->processes = process;
  *ret = process;
}

void report_process_add_xml(struct report_process *process, const struct xml_config *config)
{
  xml_writer_create(config, &process->xml);
  process->xml_output = config->output;
  process->xml_is_lazy = config->is_lazy;
  process->writers[process->writer_count++] = process->xml;
  process->model->writer_count = process->writer_count;
  process->text_config.is_log = true;
  if (process->text.ops)
    redirect(process, &process->text_config);
}

/* With --child-silent-after-fork a forked child counts without a word, but a document that has begun is written to its
 * end. */
static void silence(struct report_process *process, bool has_begun)
{
  if (!process->model->settings.child_silent_after_fork)
    return;
  size_t count = process->borrowed_count;
  if (has_begun && process->xml.ops && !process->xml_is_lazy)
    process->writers[count++] = process->xml;
  process->model->writer_count = count;
}

static void flush(struct report_process *process)
{
  if (process->output)
    fflush(process->output);
  if (process->xml_output)
    fflush(process->xml_output);
}

/* The last process of all tells what was asked for in vain: others may still do it. */
static void note_end(struct report_process *process)
{
  struct report *report = process->report;
  struct process *model = process->model;
  if (process->has_ended)
    return;
  process->has_ended = true;
  report->running--;
  if (!report->config.tells_in_vain || report->running > 0 || model->state == PROCESS_REPLACED)
    return;
  const char *fail_alloc = options_value_among(model->options, OPTION_fail_alloc);
  const bool is_first_of_each = fail_alloc && !*fail_alloc; /* whose other runs will come */
  asked_in_vain(is_first_of_each ? NULL : fail_alloc, options_value_among(model->options, OPTION_explain),
                &report->asked, &report->places, &model->in_vain);
}

struct error *report_process_frame(struct report_process *process, const struct record_frame *frame)
{
  if (!process->model)
    return error_format("a frame after the stream was finished");
  if (frame->kind == RECORD_START && frame->start.forked_from != 0)
    silence(process, false);
  if (frame->kind == RECORD_MONITOR)
    monitor_begin(process);
  if (frame->kind == RECORD_END_OF_RUN)
    note_end(process);
  struct error *error = process_take(process->model, frame);
  if (frame->kind == RECORD_OPTION && frame->option.inherited)
    silence(process, true);
  bool is_asked_for = frame->kind == RECORD_QUERY && frame->query.question == RECORD_QUESTION_TEXT;
  if (is_asked_for || monitor_is_full(&process->monitor))
    monitor_end(process);
  flush(process);
  return error;
}

void report_process_keep(struct report_process *process, const struct record_module *module, int fd)
{
  const struct mapping *mapping =
    process->model ? module_table_find(process->model->modules, module->epoch, module->start) : NULL;
  if (mapping)
    symbols_keep_file(process->report->config.symbols, &mapping->file, fd);
  else
    close(fd);
}

bool report_process_has_findings(const struct report_process *process)
{
  return process->xml.ops && xml_writer_has_findings(&process->xml);
}

/* --- answers --- */

static void answer_leaks(const struct process *model, struct record_reply *reply)
{
  const struct leak_totals *totals = &model->check.totals;
  reply->leak_bytes[0] = totals->bytes[RECORD_LEAK_DEFINITE] + totals->bytes[RECORD_LEAK_INDIRECT];
  reply->leak_blocks[0] = totals->blocks[RECORD_LEAK_DEFINITE] + totals->blocks[RECORD_LEAK_INDIRECT];
  reply->leak_bytes[1] = totals->bytes[RECORD_LEAK_POSSIBLE];
  reply->leak_blocks[1] = totals->blocks[RECORD_LEAK_POSSIBLE];
  reply->leak_bytes[2] = totals->bytes[RECORD_LEAK_REACHABLE];
  reply->leak_blocks[2] = totals->blocks[RECORD_LEAK_REACHABLE];
  reply->leak_bytes[3] = totals->suppressed_bytes;
  reply->leak_blocks[3] = totals->suppressed_blocks;
}

/* --error-exitcode, at the end of the run or, with --exit-on-first-error, at once. */
static void answer_exit(const struct process *model, enum record_question question, struct record_reply *reply)
{
  const struct settings *settings = &model->settings;
  bool has_status = settings->error_exitcode > 0 && (model->counts.errors > 0 || model->in_vain);
  reply->exit_status = (uint64_t)settings->error_exitcode;
  if (model->ends_by_error)
    reply->flags |= RECORD_REPLY_EXIT_NOW | RECORD_REPLY_USE_STATUS;
  else if (has_status && question == RECORD_QUESTION_EXIT)
    reply->flags |= RECORD_REPLY_USE_STATUS;
}

void report_process_answer(struct report_process *process, enum record_question question, struct record_reply *ret)
{
  const struct process *model = process->model;
  struct record_reply reply = {.magic = RECORD_REPLY_MAGIC, .token = ret->token};
  if (!model) {
    *ret = reply;
    return;
  }
  reply.errors = model->counts.errors;
  reply.leak_errors = model->counts.leak_errors;
  reply.suppressed_leaks = model->counts.suppressed_leaks;
  answer_leaks(model, &reply);
  answer_exit(model, question, &reply);
  if (model->asked_loss) {
    reply.loss_kind = model->asked_loss->kind;
    reply.loss_stack_id = model->asked_loss->stack ? model->asked_loss->stack->id : 0;
  }
  reply.loss_count = model->check.record_count;
  if (question == RECORD_QUESTION_FAIL_ALLOC && model->asked_fails)
    reply.flags |= RECORD_REPLY_FAILS;
  if (question == RECORD_QUESTION_EXPLAIN && model->asked_is_followed)
    reply.flags |= RECORD_REPLY_FOLLOWED;
  if (question == RECORD_QUESTION_EXPLAIN)
    reply.items = model->asked_items;
  if (model->last_is_suppressed)
    reply.flags |= RECORD_REPLY_SUPPRESSED;
  if (model->last_is_refused)
    reply.flags |= RECORD_REPLY_REFUSED;
  *ret = reply;
}

/* --- the end --- */

struct error *report_process_finish(struct report_process *process, const char *reason)
{
  if (!process->model)
    return NULL;
  monitor_release(process);
  note_end(process);
  struct error *error = process_finish(process->model, reason);
  if (!error) {
    process_count_uses(process->model);
    stack_table_resolve_leaving(process->model->stacks);
  }
  flush(process);
  process_destroy(process->model);
  process->model = NULL;
  return error;
}
