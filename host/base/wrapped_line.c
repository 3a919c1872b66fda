/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/wrapped_line.h"

#include <stdbool.h>
#include <string.h>

#include "host/base/memory.h"

enum { HANGING = 4, LEAST_ROOM = 20 };

/* The bytes of a colour that begins here; 0: none does. */
static size_t colour_bytes(const char *text, size_t size)
{
  size_t bytes = 2;
  if (size < 3 || text[0] != '\033' || text[1] != '[')
    return 0;
  while (bytes < size && text[bytes] != 'm')
    bytes++;
  return bytes < size ? bytes + 1 : 0;
}

/* A colon at the beginning of a line may be a command for a CI system (host/base/ci_commands.h). */
static bool may_begin_line(const char *text, size_t size)
{
  size_t at = 0;
  for (size_t bytes; at<size; at += bytes> 0 ? bytes : 1) {
    bytes = colour_bytes(text + at, size - at);
    if (bytes == 0 && text[at] != ' ')
      break;
  }
  return at == size || text[at] != ':';
}

/* The bytes that go into a line: all, or up to the last space that fits, or to the first one behind a long word. */
static size_t bytes_that_fit(const char *text, size_t size, size_t room)
{
  size_t fitting = 0, columns = 0;
  for (size_t i = 0, colour; i<size; i += colour> 0 ? colour : 1) {
    colour = colour_bytes(text + i, size - i);
    if (text[i] == ' ' && columns > 0 && (columns <= room || fitting == 0) && may_begin_line(text + i, size - i))
      fitting = i;
    columns += colour == 0 && ((unsigned char)text[i] & 0xc0) != 0x80;
  }
  return columns <= room || fitting == 0 ? size : fitting;
}

char *wrapped_line(const char *line, size_t size, unsigned columns, size_t *ret_size)
{
  size_t indent = 0, used = 0;
  while (indent < size && line[indent] == ' ')
    indent++;
  char *text = memory_allocate((size + 1) * (indent + HANGING + 2));
  memcpy(text, line, indent);
  used = indent;
  line += indent;
  size -= indent;
  for (size_t lead = indent;; lead = indent + HANGING) {
    const size_t bytes = columns >= lead + LEAST_ROOM ? bytes_that_fit(line, size, columns - lead) : size;
    memcpy(text + used, line, bytes);
    used += bytes;
    line += bytes;
    size -= bytes;
    while (size > 0 && *line == ' ') {
      line++;
      size--;
    }
    if (size == 0)
      break;
    text[used++] = '\n';
    memset(text + used, ' ', indent + HANGING);
    used += indent + HANGING;
  }
  text[used] = '\0';
  *ret_size = used;
  return text;
}
