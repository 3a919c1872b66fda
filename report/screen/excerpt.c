/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/screen/excerpt.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_up_to.h"
#include "base/utf8.h"
#include "report/frames/source_name.h"

enum { LINE_BYTES = 240, TAB_COLUMNS = 8, FILE_BYTES_MAX = 16 << 20 };

static char *make_line(const char *start, size_t bytes)
{
  char text[LINE_BYTES + TAB_COLUMNS + 1];
  size_t column = 0;
  for (size_t i = 0; i < bytes && column < LINE_BYTES; i++)
    if (start[i] == '\t')
      do
        text[column++] = ' ';
      while (column % TAB_COLUMNS != 0);
    else if (start[i] != '\r' && start[i] != '\0')
      text[column++] = start[i];
  while (column > 0 && text[column - 1] == ' ')
    column--;
  text[column] = '\0';
  return utf8_line(text, 0);
}

static bool is_empty_at(const struct excerpt *excerpt, size_t index)
{
  return !excerpt->lines[index] || !*excerpt->lines[index];
}

static void drop_empty_ends(struct excerpt *excerpt, unsigned line)
{
  while (excerpt->count > 0 && excerpt->first + excerpt->count - 1 > line && is_empty_at(excerpt, excerpt->count - 1))
    free(excerpt->lines[--excerpt->count]);
  while (excerpt->first < line && is_empty_at(excerpt, 0)) {
    free(excerpt->lines[0]);
    memmove(excerpt->lines, excerpt->lines + 1, --excerpt->count * sizeof *excerpt->lines);
    excerpt->first++;
  }
}

void excerpt_of_text(const char *text, size_t bytes, unsigned line, unsigned before, unsigned after,
                     struct excerpt *ret)
{
  const unsigned first = line > before ? line - before : 1;
  *ret = (struct excerpt){.first = first};
  unsigned number = 1;
  for (size_t at = 0; at < bytes && number <= line + after && ret->count < EXCERPT_LINES; number++) {
    const char *start = text + at, *end = memchr(start, '\n', bytes - at);
    const size_t size = end ? (size_t)(end - start) : bytes - at;
    at += size + 1;
    if (number >= first)
      ret->lines[ret->count++] = make_line(start, size);
  }
  if (line == 0 || number <= line || first + ret->count <= line || is_empty_at(ret, line - first))
    excerpt_release(ret);
  else
    drop_empty_ends(ret, line);
}

static void excerpt_of_descriptor(int fd, unsigned line, unsigned before, unsigned after, struct excerpt *ret)
{
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > FILE_BYTES_MAX)
    return;
  char *data = malloc((size_t)status.st_size + 1);
  const ssize_t got = data ? read_up_to(fd, data, (size_t)status.st_size) : 0;
  if (got > 0)
    excerpt_of_text(data, (size_t)got, line, before, after, ret);
  free(data);
}

void excerpt_of_file(const char *path, unsigned line, unsigned before, unsigned after, struct excerpt *ret)
{
  *ret = (struct excerpt){0};
  const int fd = line > 0 && *path == '/' && source_name_is(path) ?
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
  if (fd < 0)
    return;
  excerpt_of_descriptor(fd, line, before, after, ret);
  close(fd);
}

void excerpt_release(struct excerpt *excerpt)
{
  for (size_t i = 0; i < excerpt->count; i++)
    free(excerpt->lines[i]);
  *excerpt = (struct excerpt){0};
}
