/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A field that does not fit is removed as a whole, so that a line is always valid JSON. Room is reserved for the fields
 * after the arguments. The file may be shown by whatever people show files with, so what must not reach a terminal or
 * the log of a CI system as it is (host/base/plain_text.h, host/base/ci_commands.h) is escaped as JSON has it. */
#include "host/suite/preload/suite_line.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_log_client.h"
#include "shared/base/plain_strings.h"

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

static uint32_t code_point_of(const unsigned char *text, size_t bytes)
{
  static const unsigned char lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  uint32_t code_point = text[0] & lead_bits[bytes];
  for (size_t i = 1; i < bytes; i++)
    code_point = code_point << 6 | (text[i] & 0x3f);
  return code_point;
}

static bool is_unsafe(uint32_t code_point)
{
  static const struct {
    uint32_t first, last;
  } ranges[] = {
#define RANGE(first, last) {first, last},
#include "shared/base/unsafe_characters.def"
  };
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (code_point >= ranges[i].first && code_point <= ranges[i].last)
      return true;
  return false;
}

static void put_unit(struct suite_line *line, uint32_t unit)
{
  put_plain(line, "\\u");
  for (int shift = 12; shift >= 0; shift -= 4)
    put_byte(line, "0123456789abcdef"[unit >> shift & 15]);
}

static void put_escaped(struct suite_line *line, uint32_t code_point)
{
  enum { PLANE = 0x10000, HIGH = 0xd800, LOW = 0xdc00 };
  if (code_point >= PLANE) {
    put_unit(line, HIGH + ((code_point - PLANE) >> 10));
    put_unit(line, LOW + ((code_point - PLANE) & 0x3ff));
  } else {
    put_unit(line, code_point);
  }
}

/* Two hashes begin a command of a CI system. */
static void put_character(struct suite_line *line, const unsigned char *at, size_t bytes)
{
  const uint32_t code_point = code_point_of(at, bytes);
  if (is_unsafe(code_point) || (at[0] == '#' && at[1] == '#')) {
    put_escaped(line, code_point);
    return;
  }
  if (code_point == '"' || code_point == '\\')
    put_byte(line, '\\');
  for (size_t i = 0; i < bytes; i++)
    put_byte(line, (char)at[i]);
}

static void put_string(struct suite_line *line, const char *value)
{
  enum { REPLACEMENT = 0xfffd };
  const unsigned char *at = (const unsigned char *)value;
  put_byte(line, '"');
  while (*at && !line->is_full) {
    const size_t bytes = character_bytes(at);
    if (bytes == 0)
      put_unit(line, REPLACEMENT);
    else
      put_character(line, at, bytes);
    at += bytes + (bytes == 0);
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

/* --- writing it --- */

static bool has_size_limit(void)
{
  struct rlimit limit;
  return raw_syscall(SYS_getrlimit, RLIMIT_FSIZE, (long)&limit, 0, 0, 0, 0) < 0 || limit.rlim_cur != RLIM_INFINITY;
}

static long write_at(long fd, const char *data, size_t size, long offset)
{
  long written;
  do
    written = offset < 0 ? raw_syscall(SYS_write, fd, (long)data, (long)size, 0, 0, 0)
                         : raw_syscall(SYS_pwrite64, fd, (long)data, (long)size, offset, 0, 0);
  while (written == ERROR_INTERRUPTED);
  return written;
}

/* The signal goes to the thread that writes. Blocked, it stays pending, and is taken away before it is unblocked,
 * unless it was pending before. */
long suite_line_put(long fd, const char *data, size_t size, long offset)
{
  static const uint64_t over_limit = UINT64_C(1) << (SIGXFSZ - 1);
  static const struct timespec at_once = {0};
  uint64_t before = 0, pending = 0;
  if (!has_size_limit())
    return write_at(fd, data, size, offset);
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, (long)&over_limit, (long)&before, sizeof before, 0, 0);
  raw_syscall(SYS_rt_sigpending, (long)&pending, sizeof pending, 0, 0, 0, 0);
  long written = write_at(fd, data, size, offset);
  if (!(pending & over_limit))
    raw_syscall(SYS_rt_sigtimedwait, (long)&over_limit, 0, (long)&at_once, sizeof over_limit, 0, 0);
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
  return written;
}

/* Negative: nothing of it was written. */
static long append_to_file(const struct suite_line *line, const char *path)
{
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
  if (fd < 0)
    return fd;
  long written = suite_line_put(fd, line->text, line->size, -1);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return written;
}

bool suite_line_write(struct suite_line *line, const char *path, const char *key)
{
  line->text[line->size++] = '}';
  line->text[line->size++] = '\n';
  /* Part of a line might be within the limit. */
  if (has_size_limit() && suite_log_client_append(key, line->text, line->size))
    return true;
  long written = append_to_file(line, path);
  return written == (long)line->size || (written < 0 && suite_log_client_append(key, line->text, line->size));
}
