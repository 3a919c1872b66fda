/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zlib returns uncompressed data unchanged. Truncated compressed data is treated like a truncated file. */
#include "host/record/record_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"

enum { READ_BYTES = 1 << 16 };

struct record_file {
  char *path;
  gzFile data;
  struct record_reader *reader;
  char buffer[READ_BYTES];
};

static struct error *open_data(const char *path, gzFile *ret)
{
  int fd;
  RETURN_IF_ERROR(foreign_file_open(path, 0, &fd));
  if (fd < 0)
    return error_errno(ENOENT, "cannot open %s", path);
  *ret = memory_given(gzdopen(fd, "r"));
  return NULL;
}

struct error *record_file_open(const char *path, struct record_file **ret)
{
  struct record_file *file = memory_zeroed(1, sizeof *file);
  file->path = memory_text(path);
  struct error *error = open_data(path, &file->data);
  if (!error)
    record_reader_create(path, &file->reader);
  if (error)
    record_file_close(file);
  else
    *ret = file;
  return error;
}

void record_file_close(struct record_file *file)
{
  if (!file)
    return;
  record_reader_destroy(file->reader);
  if (file->data)
    gzclose_r(file->data);
  free(file->path);
  free(file);
}

/* From version 1.3.2 on, zlib returns a file as it is when the header is damaged. */
static bool is_damaged_header(struct record_file *file, int size)
{
  return size > 1 && gzdirect(file->data) && memcmp(file->buffer, "\x1f\x8b", 2) == 0;
}

/* *ret_size is 0 at the end. From that version on, zlib also returns what it has made of damaged data before it
 * fails. */
static struct error *read_piece(struct record_file *file, size_t *ret_size)
{
  int code, size = gzread(file->data, file->buffer, sizeof file->buffer);
  const char *message = gzerror(file->data, &code);
  if (code == Z_ERRNO)
    return error_errno(errno, "cannot read %s", file->path);
  if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
    return error_format("%s: its compressed data is damaged: %s", file->path, message);
  if (is_damaged_header(file, size))
    return error_format("%s: its compressed data is damaged: its header", file->path);
  *ret_size = size > 0 ? (size_t)size : 0;
  return NULL;
}

struct error *record_file_next(struct record_file *file, bool *ret_found, struct record_frame *ret)
{
  for (;;) {
    size_t size = 0;
    struct error *error = record_reader_next(file->reader, ret_found, ret);
    if (error || *ret_found)
      return error;
    error = read_piece(file, &size);
    if (error || size == 0)
      return error;
    record_reader_feed(file->reader, file->buffer, size);
  }
}

static struct error *take_all(struct record_file *file,
                              struct error *(*take)(void *context, const struct record_frame *frame), void *context)
{
  for (;;) {
    struct record_frame frame;
    bool found;
    struct error *error = record_file_next(file, &found, &frame);
    if (error || !found)
      return error;
    if ((error = take(context, &frame)))
      return error_context(error, "%s", file->path);
  }
}

struct error *record_file_read(const char *path, struct error *(*take)(void *context, const struct record_frame *frame),
                               void *context, bool *ret_cut)
{
  struct record_file *file;
  RETURN_IF_ERROR(record_file_open(path, &file));
  struct error *error = take_all(file, take, context);
  *ret_cut = record_reader_is_cut(file->reader);
  record_file_close(file);
  return error;
}
