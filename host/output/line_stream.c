/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cookie stream keeps the unfinished line back until its end arrives. */
#include "host/output/line_stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

struct line_stream {
  void (*write)(void *context, const char *lines, size_t size);
  void *context;
  char *kept; /* the line so far */
  size_t size, capacity;
  bool is_begun; /* and handed on without its end */
};

static int append_to_line(struct line_stream *stream, const char *data, size_t size)
{
  if (stream->size + size + 1 > stream->capacity) {
    size_t capacity = 2 * (stream->size + size + 1);
    stream->kept = memory_resize(stream->kept, capacity, 1);
    stream->capacity = capacity;
  }
  memcpy(stream->kept + stream->size, data, size);
  stream->size += size;
  return 0;
}

static ssize_t line_stream_write(void *cookie, const char *data, size_t size)
{
  struct line_stream *stream = cookie;
  const char *newline = memrchr(data, '\n', size);
  stream->is_begun &= !newline;
  size_t whole = newline ? (size_t)(newline + 1 - data) : 0;
  if (whole && stream->size) {
    if (append_to_line(stream, data, whole) < 0)
      return 0;
    stream->write(stream->context, stream->kept, stream->size);
    stream->size = 0;
  } else if (whole) {
    stream->write(stream->context, data, whole);
  }
  return append_to_line(stream, data + whole, size - whole) < 0 ? 0 : (ssize_t)size;
}

void line_stream_flush_unfinished(struct line_stream *stream)
{
  if (stream->size == 0)
    return;
  stream->write(stream->context, stream->kept, stream->size);
  stream->size = 0;
  stream->is_begun = true;
}

static int line_stream_close(void *cookie)
{
  struct line_stream *stream = cookie;
  if ((stream->size || stream->is_begun) && append_to_line(stream, "\n", 1) == 0)
    stream->write(stream->context, stream->kept, stream->size);
  free(stream->kept);
  free(stream);
  return 0;
}

FILE *line_stream_open(void (*write)(void *context, const char *lines, size_t size), void *context,
                       struct line_stream **ret_stream)
{
  struct line_stream *stream = memory_zeroed(1, sizeof *stream);
  stream->write = write;
  stream->context = context;
  cookie_io_functions_t functions = {.write = line_stream_write, .close = line_stream_close};
  FILE *file = memory_given(fopencookie(stream, "w", functions));
  if (ret_stream)
    *ret_stream = stream;
  return file;
}
