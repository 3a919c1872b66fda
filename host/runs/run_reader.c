/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The beginnings of all records are read first: they tell the order of the processes and the options of the run. */
#include "host/runs/run_reader.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/record/record_file.h"
#include "host/reports/xml/xml_documents.h"

/* --- the beginning --- */

static void copy_text(struct record_string string, char **ret)
{
  *ret = memory_text_begin(string.size > 0 ? string.data : "", string.size);
}

static void take_start(struct run_reader_record *record, const struct record_start *start)
{
  record->is_started = true;
  record->pid = start->pid;
  record->forked_from = start->forked_from;
  record->start_time_ns = start->start_time_ns;
  record->options = memory_zeroed(start->options.count + 1, sizeof *record->options);
  copy_text(start->cwd, &record->cwd);
  copy_text(start->exe, &record->exe);
  for (size_t i = 0; i < start->options.count; i++)
    copy_text(start->options.items[i], &record->options[i]);
}

static struct error *read_beginning(const char *path, struct run_reader_record *record)
{
  struct record_file *file;
  struct record_frame frame;
  bool found = false;
  record->path = memory_text(path);
  RETURN_IF_ERROR(record_file_open(path, &file));
  struct error *error = record_file_next(file, &found, &frame);
  if (!error && found && frame.kind == RECORD_START)
    take_start(record, &frame.start);
  record_file_close(file);
  return error;
}

/* False when it cannot be read; the first reason is kept in *first. */
static bool read_beginning_of(const char *path, struct run_reader_record *record, struct error **first)
{
  struct error *error = read_beginning(path, record);
  if (*first)
    error_free(error);
  else
    *first = error;
  return !error;
}

/* Records of processes that never came to START stand last. */
ORDER(by_start, struct run_reader_record, DOWN(is_started) ?: UP(start_time_ns) ?: UP_TEXT(path))

struct error *run_reader_create(const struct run *run, struct run_reader **ret)
{
  struct run_reader *load = memory_zeroed(1, sizeof *load);
  load->records = memory_zeroed(run->record_count + 1, sizeof *load->records);
  struct error *error = NULL;
  size_t bad = 0;
  for (size_t i = 0; i < run->record_count; i++)
    bad += !read_beginning_of(run->records[i], &load->records[load->count++], &error);
  if (error && bad == run->record_count) {
    run_reader_destroy(load);
    return error;
  }
  error_free(error);
  qsort(load->records, load->count, sizeof *load->records, by_start);
  *ret = load;
  return NULL;
}

static void copy_record(const struct run_reader_record *record, struct run_reader_record *copy)
{
  size_t count = 0;
  while (record->options[count])
    count++;
  *copy = *record;
  copy->path = memory_text(record->path);
  copy->cwd = record->cwd ? memory_text(record->cwd) : NULL;
  copy->exe = record->exe ? memory_text(record->exe) : NULL;
  copy->options = memory_zeroed(count + 1, sizeof *copy->options);
  for (size_t i = 0; i < count; i++)
    copy->options[i] = memory_text(record->options[i]);
}

void run_reader_select(const struct run_reader *load,
                       bool (*is_wanted)(const void *context, const struct run_reader_record *record),
                       const void *context, struct run_reader **ret)
{
  struct run_reader *some = memory_zeroed(1, sizeof *some);
  some->records = memory_zeroed(load->count + 1, sizeof *some->records);
  for (size_t i = 0; i < load->count; i++)
    if (load->records[i].is_started && is_wanted(context, &load->records[i]))
      copy_record(&load->records[i], &some->records[some->count++]);
  *ret = some;
}

void run_reader_record_release(struct run_reader_record *record)
{
  for (char **option = record->options; option && *option; option++)
    free(*option);
  free(record->options);
  free(record->cwd);
  free(record->exe);
  free(record->path);
}

void run_reader_destroy(struct run_reader *load)
{
  if (!load)
    return;
  for (size_t i = 0; i < load->count; i++)
    run_reader_record_release(&load->records[i]);
  free(load->records);
  free(load->children);
  free(load);
}

/* --- options --- */

static const char suppressions_option[] = "--suppressions=";

/* Files that options name are relative to where the run was started. */
/* The options of other versions that this one lacks change no report. */
static struct error *set_recorded(struct options *options, const char *argument, const char *cwd)
{
  const char *path = text_after(argument, suppressions_option);
  if (!path || *path == '/')
    return options_knows(argument) ? options_set(options, argument, "the record") : NULL;
  char *absolute = print_text("%s%s/%s", suppressions_option, cwd, path);
  struct error *error = options_set(options, absolute, "the record");
  free(absolute);
  return error;
}

struct error *run_reader_set_options(const struct run_reader *load, struct options *options,
                               bool (*is_wanted)(const void *context, const char *option), const void *context)
{
  if (load->count == 0 || !load->records[0].is_started)
    return NULL;
  for (char **option = load->records[0].options; *option; option++) {
    if (!is_wanted(context, *option))
      continue;
    RETURN_IF_ERROR(set_recorded(options, *option, load->records[0].cwd));
  }
  return NULL;
}

/* --- the frames --- */

struct reading {
  struct report_process *process;
  struct run_reader *load;
};

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  const struct reading *reading = context;
  struct run_reader *load = reading->load;
  if (frame->kind == RECORD_FORK) {
    *NEW_ITEM(load->children, load->child_count, load->child_capacity) = frame->fork.child_pid;
  }
  return report_process_frame(reading->process, frame);
}

static struct error *load_process(const char *path, struct report_process *process, struct run_reader *load)
{
  bool is_cut = false;
  struct reading reading = {process, load};
  struct error *damage = record_file_read(path, take_frame, &reading, &is_cut);
  const char *reason = damage ? error_message(damage) : is_cut ? "it was killed; its record is incomplete" : NULL;
  struct error *error = report_process_finish(process, reason);
  if (!damage)
    return error;
  error_free(error);
  return damage;
}

/* A record that ends before it says whose it is has no document. */
static struct error *load_record(const struct run_reader_record *record, struct report *report, FILE *output,
                                 struct xml_documents *documents, struct run_reader *load)
{
  struct report_process *process;
  struct xml_config document = {0};
  report_process_create(report, output, &process);
  struct error *error = NULL;
  if (documents && record->is_started)
    error = xml_documents_open(documents, record->pid, record->forked_from != 0, &document);
  if (!error && document.output)
    report_process_add_xml(process, &document);
  if (!error)
    error = load_process(record->path, process, load);
  if (document.output)
    xml_documents_close(documents, &document, report_process_has_findings(process));
  return error;
}

/* Whose a record is that does not say so: its name does. */
static uint64_t pid_of(const struct run_reader_record *record)
{
  const char *slash = strrchr(record->path, '/');
  const char *name = slash ? slash + 1 : record->path;
  return *name == 'p' ? strtoull(name + 1, NULL, 10) : 0;
}

static bool is_of_child(const struct run_reader *load, uint64_t pid)
{
  for (; load; load = load->before)
    for (size_t i = 0; i < load->child_count; i++)
      if (load->children[i] == pid)
        return true;
  return false;
}

static bool is_missed(const struct run_reader *load, uint64_t pid)
{
  return is_of_child(load, pid) || (load->is_missed && load->is_missed(load->missed_context, pid));
}

/* A process that was killed before it said anything is missed by who forked it, or by the log of its suite: a gap,
 * which is told as one. */
static struct error *check_started(const struct run_reader *load)
{
  for (size_t i = 0; i < load->count; i++) {
    const struct run_reader_record *record = &load->records[i];
    if (!record->is_started && !is_missed(load, pid_of(record)))
      return error_format("%s: the record is incomplete: a process was killed before it could be identified",
                          record->path);
  }
  return NULL;
}

struct error *run_reader_read_with_xml(struct run_reader *load, struct report *report, FILE *output,
                                  struct xml_documents *documents)
{
  struct error *first = NULL;
  if (load->count > 1)
    report_expect_several(report);
  for (size_t i = 0; i < load->count; i++) {
    struct error *error = load_record(&load->records[i], report, output, documents, load);
    if (first)
      error_free(error);
    else
      first = error;
  }
  if (!first)
    first = check_started(load);
  return first;
}

struct error *run_reader_read(struct run_reader *load, struct report *report, FILE *output)
{
  return run_reader_read_with_xml(load, report, output, NULL);
}
