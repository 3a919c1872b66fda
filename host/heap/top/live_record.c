/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The writer of reports listens, into nothing: it counts what the verdict says. */
#include "host/heap/top/live_record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/heap/model/site_names.h"
#include "host/model/process/writer.h"
#include "host/record/frame_reader.h"
#include "host/runs/command.h"
#include "shared/record/record_watch.h"

enum { READ_BYTES = 1 << 16 };

struct live_record {
  int fd;
  FILE *nowhere;
  struct run *run;
  struct command_session session;
  struct writer writer;
  struct process *process;
  struct record_reader *reader;
  struct live_places *places;
  char buffer[READ_BYTES];
};

/* --- frames --- */

static char *name_of(void *context, uint64_t stack_id)
{
  struct process *const process = context;
  struct stack *stack = NULL;
  error_free(process_stack(process, stack_id, &stack)); /* one that was never sent is an unknown site */
  return stack ? site_name(process, stack) : memory_text("unknown site");
}

static struct error *take_frame(struct live_record *record, const struct record_frame *frame)
{
  RETURN_IF_ERROR(process_take(record->process, frame));
  if (frame->kind == RECORD_SAMPLE)
    live_places_take_sample(record->places, &frame->sample);
  else if (frame->kind == RECORD_CENSUS)
    live_places_take_census(record->places, &frame->census);
  return NULL;
}

static struct error *take_frames(struct live_record *record)
{
  for (;;) {
    struct record_frame frame;
    bool is_found = false;
    struct error *error = record_reader_next(record->reader, &is_found, &frame);
    if (!error && is_found)
      error = take_frame(record, &frame);
    if (error || !is_found)
      return error;
  }
}

struct error *live_record_read(struct live_record *record)
{
  for (;;) {
    const ssize_t size = read(record->fd, record->buffer, sizeof record->buffer);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return error_errno(errno, "cannot read the record");
    if (size == 0)
      return NULL;
    record_reader_feed(record->reader, record->buffer, (size_t)size);
    RETURN_IF_ERROR(take_frames(record));
  }
}

struct error *live_record_watch(struct live_record *record, long every_ms)
{
  struct flock lock = {
    .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = (off_t)RECORD_WATCH_START + every_ms, .l_len = 1};
  if (fcntl(record->fd, F_OFD_SETLK, &lock) < 0)
    return error_errno(errno, "the record cannot be watched on this file system");
  return NULL;
}

/* --- the record --- */

/* Stacks are shown whole. */
static struct error *open_session(struct live_record *record, const char *path)
{
  const char *options[] = {"-v"};
  const struct command command = {.options = options, .option_count = 1};
  RETURN_IF_ERROR(run_dir_find(path, &record->run));
  record->session.run = record->run;
  return command_session_open(&command, &record->session);
}

static void make_process(struct live_record *record)
{
  struct process_config config = report_session_process_config(record->session.session, record->session.options);
  screen_writer_create(&(struct text_config){.output = record->nowhere, .is_bare = true}, &record->writer);
  config.writers = &record->writer;
  config.writer_count = 1;
  process_create(&config, &record->process);
}

struct error *live_record_open(const char *path, struct live_record **ret)
{
  struct live_record *record = memory_zeroed(1, sizeof *record);
  record->fd = -1;
  record->nowhere = fopen("/dev/null", "we");
  struct error *error =
    record->nowhere ? foreign_file_open(path, 0, &record->fd) : error_errno(errno, "cannot open /dev/null");
  if (!error && record->fd < 0)
    error = error_errno(ENOENT, "cannot open %s", path);
  if (!error)
    error = open_session(record, path);
  if (!error) {
    make_process(record);
    record_reader_create(path, &record->reader);
    record->places = live_places_create(name_of, record->process);
    error = live_record_read(record);
  }
  if (error)
    live_record_close(record);
  else
    *ret = record;
  return error;
}

void live_record_close(struct live_record *record)
{
  if (!record)
    return;
  live_places_destroy(record->places);
  if (record->reader)
    record_reader_destroy(record->reader);
  process_destroy(record->process);
  if (record->writer.ops)
    record->writer.ops->destroy(record->writer.context);
  if (record->session.session)
    command_session_close(&record->session);
  if (record->run)
    run_destroy(record->run);
  if (record->nowhere)
    fclose(record->nowhere);
  if (record->fd >= 0)
    close(record->fd);
  free(record);
}

void live_record_finish(struct live_record *record)
{
  error_free(process_finish(record->process, NULL));
}

struct process *live_record_process(const struct live_record *record)
{
  return record->process;
}

struct live_places *live_record_places(const struct live_record *record)
{
  return record->places;
}

char *live_record_verdict(const struct live_record *record)
{
  return screen_writer_verdict(&record->writer, record->process);
}
