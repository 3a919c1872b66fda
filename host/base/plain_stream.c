/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cookie stream. A character, or a colour, may come in two pieces: its beginning is kept until the rest comes. So is
 * a colon, as what follows it decides. */
#include "host/base/plain_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/terminal.h"
#include "host/base/utf8.h"
#include "host/base/wrapped_line.h"
#include "host/base/write_all.h"

/* All that Seep's own text uses. */
static const char *const colours[] = {
  "\033[m", "\033[0m", "\033[1m", "\033[2m", "\033[1;31m", "\033[1;32m", "\033[1;33m", "\033[1;94m",
};

/* The bytes of the colour that begins here, or 0; *ret_is_begun: its end has yet to come. */
static size_t colour_bytes(const char *text, size_t size, bool *ret_is_begun)
{
  *ret_is_begun = false;
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
    const size_t bytes = strlen(colours[i]);
    if (size >= bytes && memcmp(text, colours[i], bytes) == 0)
      return bytes;
    *ret_is_begun |= size < bytes && memcmp(text, colours[i], size) == 0;
  }
  return 0;
}

/* What is written for the character or colour that begins here; returns its bytes, 0: it is not complete. */
static size_t take_character(struct job_line *line, const char *text, size_t size, bool is_end,
                             char shown[PLAIN_SHOWN_BYTES])
{
  bool is_begun;
  size_t bytes = *text == '\033' ? colour_bytes(text, size, &is_begun) : 0;
  if (bytes > 0) {
    memcpy(shown, text, bytes);
    shown[bytes] = '\0';
    return bytes;
  }
  const bool decides = *text == ':' && size == 1 && line->has_colon && !line->has_begun;
  if (!is_end && (*text == '\033' ? is_begun : decides || utf8_is_begun(text, size)))
    return 0;
  bytes = plain_character(text, size, shown);
  if (*text == '\n' || *text == '\t')
    snprintf(shown, PLAIN_SHOWN_BYTES, "%c", *text);
  if (job_line_completes(line, shown, strlen(shown), size > bytes ? text[bytes] : '\0'))
    snprintf(shown, PLAIN_SHOWN_BYTES, "\\x%02x", (unsigned)(unsigned char)*text);
  return bytes;
}

/* How many bytes at the beginning, most of all text, need no look: within a line, and no beginning of a command. */
static size_t harmless_bytes(const struct job_line *line, const char *text, size_t size)
{
  size_t bytes = 0;
  while (line->has_begun && line->hashes == 0 && bytes < size && text[bytes] >= ' ' && text[bytes] <= '~' &&
         text[bytes] != '#')
    bytes++;
  return bytes;
}

/* Of text that begins with what was kept. */
static size_t take_text(struct plain_filter *filter, const char *text, size_t size, bool is_end, char *output)
{
  size_t used = 0;
  for (size_t bytes; size > 0; text += bytes, size -= bytes) {
    char shown[PLAIN_SHOWN_BYTES];
    if ((bytes = harmless_bytes(&filter->line, text, size)) > 0) {
      memcpy(output + used, text, bytes);
      used += bytes;
      continue;
    }
    bytes = take_character(&filter->line, text, size, is_end, shown);
    if (bytes == 0)
      break;
    const size_t shown_bytes = strlen(shown);
    memcpy(output + used, shown, shown_bytes);
    used += shown_bytes;
  }
  memcpy(filter->kept, text, size);
  filter->kept_bytes = size;
  return used;
}

enum { GROWTH = 4 }; /* a byte takes at most as many */

char *plain_filter_take(struct plain_filter *filter, const char *text, size_t size, size_t *ret_size)
{
  const size_t kept = filter->kept_bytes;
  char *joined = memory_allocate(kept + size + 1), *output = memory_allocate(GROWTH * (kept + size) + 1);
  memcpy(joined, filter->kept, kept);
  memcpy(joined + kept, text, size);
  *ret_size = take_text(filter, joined, kept + size, false, output);
  free(joined);
  return output;
}

size_t plain_filter_end(struct plain_filter *filter, char rest[PLAIN_REST_BYTES])
{
  char kept[sizeof filter->kept];
  memcpy(kept, filter->kept, sizeof kept);
  return take_text(filter, kept, filter->kept_bytes, true, rest);
}

/* --- streams --- */

struct plain_stream {
  struct plain_filter filter;
  FILE *output; /* NULL: the descriptor */
  int fd;
  bool is_data;
  unsigned columns; /* where lines are wrapped; 0: nowhere */
  char *line;       /* that is to be wrapped, so far */
  size_t line_bytes, line_capacity;
};

static bool put(const struct plain_stream *stream, const char *data, size_t size)
{
  return stream->output ? fwrite(data, 1, size, stream->output) == size : write_all(stream->fd, data, size);
}

static bool put_line(struct plain_stream *stream)
{
  size_t size;
  char *wrapped = wrapped_line(stream->line, stream->line_bytes, stream->columns, &size);
  const bool is_written = put(stream, wrapped, size);
  stream->line_bytes = 0;
  free(wrapped);
  return is_written;
}

/* Line by line, as the end of a line decides where it is broken. */
static bool put_wrapped(struct plain_stream *stream, const char *data, size_t size)
{
  bool is_written = true;
  for (size_t i = 0; i < size && is_written; i++) {
    if (data[i] == '\n') {
      is_written = put_line(stream) && put(stream, "\n", 1);
      continue;
    }
    grow((void **)&stream->line, stream->line_bytes, &stream->line_capacity, 1);
    stream->line[stream->line_bytes++] = data[i];
  }
  return is_written;
}

static ssize_t stream_write(void *cookie, const char *data, size_t size)
{
  struct plain_stream *stream = cookie;
  if (stream->is_data)
    return put(stream, data, size) ? (ssize_t)size : 0;
  size_t plain_size;
  char *plain = plain_filter_take(&stream->filter, data, size, &plain_size);
  const bool is_written = stream->columns > 0 ? put_wrapped(stream, plain, plain_size) : put(stream, plain, plain_size);
  const int problem = errno;
  free(plain);
  errno = problem;
  return is_written ? (ssize_t)size : 0;
}

static int stream_end(void *cookie)
{
  struct plain_stream *stream = cookie;
  char rest[PLAIN_REST_BYTES];
  const size_t size = plain_filter_end(&stream->filter, rest);
  if (stream->line_bytes > 0 && !put_line(stream))
    return EOF;
  return size == 0 || put(stream, rest, size) ? 0 : EOF;
}

static int stream_close(void *cookie)
{
  const int result = stream_end(cookie);
  free(cookie);
  return result;
}

void plain_stream_open(FILE *output, FILE **ret)
{
  struct plain_stream *stream = memory_allocate(sizeof *stream);
  *stream = (struct plain_stream){.output = output};
  *ret = memory_given(fopencookie(stream, "w", (cookie_io_functions_t){.write = stream_write, .close = stream_close}));
}

static struct plain_stream standard_output = {.fd = STDOUT_FILENO}, standard_error = {.fd = STDERR_FILENO};

void plain_stream_use(void)
{
  const cookie_io_functions_t functions = {.write = stream_write, .close = stream_end};
  FILE *output = memory_given(fopencookie(&standard_output, "w", functions));
  FILE *errors = memory_given(fopencookie(&standard_error, "w", functions));
  setvbuf(output, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
  setvbuf(errors, NULL, _IONBF, 0);
  stdout = output;
  stderr = errors;
}

void plain_stream_wrap(FILE *stream)
{
  struct plain_stream *wrapped = stream == stdout ? &standard_output : &standard_error;
  fflush(stream);
  wrapped->columns = terminal_columns(wrapped->fd);
}

void plain_stream_write_data(void)
{
  fflush(stdout);
  if (standard_output.line_bytes > 0)
    (void)put_line(&standard_output);
  standard_output.is_data = true;
}
