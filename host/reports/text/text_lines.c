/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each line begins with the process's number between two marks. Control characters of names and messages never get out.
 * */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/reports/text/text.h"

static void put_prefix(struct text *text, char mark)
{
  const struct process *process = text->process;
  if (text->config.is_bare)
    return;
  fprintf(text->config.output, "%c%c", mark, mark);
  if (process->settings.time_stamp) {
    uint64_t ms = process->elapsed_ns / 1000000, s = ms / 1000;
    fprintf(text->config.output, "%02llu:%02llu:%02llu:%02llu.%03llu ", (unsigned long long)(s / 86400),
            (unsigned long long)(s / 3600 % 24), (unsigned long long)(s / 60 % 60), (unsigned long long)(s % 60),
            (unsigned long long)(ms % 1000));
  }
  fprintf(text->config.output, "%llu%c%c ", (unsigned long long)process->pid, mark, mark);
}

/* Names and messages come from files and programs; none of them may steer the terminal. A message may come in pieces,
 * of which one ends within a character: the stream sees to those that are no ASCII. */
static void put_printable(FILE *output, const char *data, size_t size)
{
  char shown[PLAIN_SHOWN_BYTES];
  for (size_t i = 0; i < size; i++)
    if (data[i] == '\t' || data[i] & 0x80) {
      putc(data[i], output);
    } else {
      plain_character(data + i, 1, shown);
      fputs(shown, output);
    }
}

void text_piece(struct text *text, char mark, const char *data, size_t size)
{
  while (size > 0) {
    const char *newline = memchr(data, '\n', size);
    size_t length = newline ? (size_t)(newline - data) : size;
    if (!text->in_line && mark != TEXT_NO_PREFIX)
      put_prefix(text, mark);
    put_printable(text->config.output, data, length);
    text->after_blank = !text->in_line && length == 0;
    text->in_line = !newline;
    if (newline)
      putc('\n', text->config.output);
    data += length + (newline != NULL);
    size -= length + (newline != NULL);
  }
}

void text_end_line(struct text *text)
{
  if (text->in_line)
    putc('\n', text->config.output);
  text->in_line = false;
}

/* Whole lines, in colour when asked for. */
static void put_lines(struct text *text, char mark, enum text_style style, const char *lines)
{
  static const char *const begin[] = {[TEXT_PLAIN] = "", [TEXT_HEADING] = "\033[1m", [TEXT_FINDING] = "\033[1;31m"};
  bool colour = text->config.colour && style != TEXT_PLAIN;
  bool goes_on = text->goes_on;
  if (!goes_on)
    text_end_line(text);
  text->in_line = text->goes_on = false;
  for (const char *line = lines;; goes_on = false) {
    size_t length = strcspn(line, "\n");
    if (!goes_on)
      put_prefix(text, mark);
    if (colour)
      fputs(begin[style], text->config.output);
    put_printable(text->config.output, line, length);
    fputs(colour ? "\033[m\n" : "\n", text->config.output);
    text->after_blank = length == 0;
    if (!line[length])
      break;
    line += length + 1;
  }
}

static void put_format(struct text *text, char mark, enum text_style style, const char *format, va_list args)
{
  char *lines = print_args(format, args);
  put_lines(text, mark, style, lines);
  free(lines);
}

void text_line(struct text *text, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  put_format(text, '=', TEXT_PLAIN, format, args);
  va_end(args);
}

void text_styled_line(struct text *text, enum text_style style, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  put_format(text, '=', style, format, args);
  va_end(args);
}

void text_debug_line(struct text *text, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  put_format(text, '-', TEXT_PLAIN, format, args);
  va_end(args);
}

void text_blank(struct text *text)
{
  put_lines(text, '=', TEXT_PLAIN, "");
}
