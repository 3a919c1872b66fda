/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A field that does not fit is removed as a whole, so that a line is always valid JSON. Room is reserved for the
 * fields after the arguments. */
#include "suite/preload/suite_line.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include "base/freestanding/raw_syscalls.h"
#include "suite/preload/suite_text.h"

enum { ROOM_BEHIND_ARGUMENTS = 4096, ROOM_FOR_END = 4, ERROR_INTERRUPTED = -4 };

static void put_byte(struct suite_line *line, char byte)
{
  if (line->size >= SUITE_LINE_BYTES - ROOM_FOR_END)
    line->is_full = true;
  else
    line->text[line->size++] = byte;
}

static void put_plain(struct suite_line *line, const char *text)
{
  for (; *text; text++)
    put_byte(line, *text);
}

/* How many bytes the UTF-8 character at `text` has; 0: it is none. Overlong forms and surrogates are none. */
static size_t character_bytes(const unsigned char *text)
{
  if (text[0] < 0x80)
    return 1;
  size_t bytes = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
  if (text[0] < 0xc2 || text[0] > 0xf4)
    return 0;
  unsigned low = text[0] == 0xe0 ? 0xa0 : text[0] == 0xf0 ? 0x90 : 0x80;
  unsigned high = text[0] == 0xed ? 0x9f : text[0] == 0xf4 ? 0x8f : 0xbf;
  for (size_t i = 1; i < bytes; i++, low = 0x80, high = 0xbf)
    if (text[i] < low || text[i] > high)
      return 0;
  return bytes;
}

static void put_escaped(struct suite_line *line, unsigned char byte)
{
  if (byte == '"' || byte == '\\') {
    put_byte(line, '\\');
    put_byte(line, (char)byte);
    return;
  }
  put_plain(line, "\\u00");
  put_byte(line, "0123456789abcdef"[byte >> 4]);
  put_byte(line, "0123456789abcdef"[byte & 15]);
}

static void put_string(struct suite_line *line, const char *value)
{
  const unsigned char *at = (const unsigned char *)value;
  put_byte(line, '"');
  while (*at && !line->is_full) {
    size_t bytes = character_bytes(at);
    if (bytes == 0) {
      put_plain(line, "\\ufffd");
      at++;
    } else if (bytes == 1 && (*at < 0x20 || *at == '"' || *at == '\\' || *at == 0x7f)) {
      put_escaped(line, *at++);
    } else {
      for (; bytes > 0; bytes--)
        put_byte(line, (char)*at++);
    }
  }
  put_byte(line, '"');
}

static void put_name(struct suite_line *line, const char *name)
{
  put_plain(line, line->text[line->size - 1] == '{' ? "\"" : ",\"");
  put_plain(line, name);
  put_plain(line, "\":");
}

void suite_line_begin(struct suite_line *line, const char *event)
{
  line->size = 0;
  line->is_full = false;
  put_byte(line, '{');
  suite_line_text(line, "event", event);
}

/* What was begun at `start` stays or goes as a whole. */
static bool keep_field_if_it_fits(struct suite_line *line, size_t start)
{
  bool fits = !line->is_full;
  if (!fits)
    line->size = start;
  line->is_full = false;
  return fits;
}

void suite_line_text(struct suite_line *line, const char *name, const char *value)
{
  size_t start = line->size;
  if (!value)
    return;
  put_name(line, name);
  put_string(line, value);
  keep_field_if_it_fits(line, start);
}

void suite_line_number(struct suite_line *line, const char *name, uint64_t value)
{
  char digits[24] = "";
  size_t start = line->size;
  text_append_number(digits, sizeof digits, value, 10);
  put_name(line, name);
  put_plain(line, digits);
  keep_field_if_it_fits(line, start);
}

void suite_line_flag(struct suite_line *line, const char *name, bool value)
{
  size_t start = line->size;
  put_name(line, name);
  put_plain(line, value ? "true" : "false");
  keep_field_if_it_fits(line, start);
}

void suite_line_arguments(struct suite_line *line, char *const *arguments)
{
  uint64_t left_out = 0;
  put_name(line, "arguments");
  put_byte(line, '[');
  for (bool is_first = true; *arguments; arguments++, is_first = false) {
    size_t start = line->size;
    if (!is_first)
      put_byte(line, ',');
    put_string(line, *arguments);
    line->is_full |= line->size > SUITE_LINE_BYTES - ROOM_BEHIND_ARGUMENTS || left_out > 0;
    left_out += !keep_field_if_it_fits(line, start);
  }
  put_byte(line, ']');
  if (left_out > 0)
    suite_line_number(line, "arguments_left_out", left_out);
}

bool suite_line_write(struct suite_line *line, const char *path)
{
  line->text[line->size++] = '}';
  line->text[line->size++] = '\n';
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
  if (fd < 0)
    return false;
  long written;
  do
    written = raw_syscall(SYS_write, fd, (long)line->text, (long)line->size, 0, 0, 0);
  while (written == ERROR_INTERRUPTED);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return written == (long)line->size;
}
