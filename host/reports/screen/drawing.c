/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/drawing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/reports/screen/marked_part.h"

void drawing_add_note(struct drawing *drawing, char *note)
{
  if (note && drawing->note_count < DRAWING_NOTES)
    drawing->notes[drawing->note_count++] = note;
  else
    free(note);
}

void span_add_caller(struct span *span, char *caller)
{
  if (!caller)
    return;
  *NEW_ITEM(span->callers, span->caller_count, span->caller_capacity) = caller;
}

void span_release(struct span *span)
{
  free(span->where);
  free(span->label);
  excerpt_release(&span->excerpt);
  for (size_t i = 0; i < span->caller_count; i++)
    free(span->callers[i]);
  free(span->callers);
  free(span->help);
  free(span->tried);
}

void drawing_drop_span(struct drawing *drawing)
{
  span_release(&drawing->spans[--drawing->span_count]);
}

void drawing_release(struct drawing *drawing)
{
  free(drawing->title);
  for (size_t i = 0; i < drawing->span_count; i++)
    span_release(&drawing->spans[i]);
  for (size_t i = 0; i < drawing->note_count; i++)
    free(drawing->notes[i]);
  free(drawing->help);
  *drawing = (struct drawing){0};
}

void drawing_put_text(const struct drawing_style *style, enum drawing_colour colour, const char *text, FILE *output)
{
  static const char *const begin[] = {
    [DRAWING_PLAIN] = "", [DRAWING_BOLD] = "\033[1m", [DRAWING_RED] = "\033[1;31m", [DRAWING_YELLOW] = "\033[1;33m",
    [DRAWING_GREEN] = "\033[1;32m", [DRAWING_BLUE] = "\033[1;94m",
  };
  const bool has_colour = style->colour && colour != DRAWING_PLAIN;
  if (has_colour)
    fputs(begin[colour], output);
  plain_text_put(text, output);
  if (has_colour)
    fputs("\033[m", output);
}

/* The columns that a text takes, as far as characters take one each. */
static size_t columns_of(const char *text)
{
  size_t columns = 0;
  for (; *text; text++)
    columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

/* The bytes that go into a line with so much room: all, or up to a space, or up to the first one if that is farther. */
static size_t line_bytes(const char *text, size_t room)
{
  size_t bytes = 0, columns = 0;
  for (const char *c = text; *c; c++) {
    columns += ((unsigned char)*c & 0xc0) != 0x80;
    if (*c == ' ' && (columns <= room + 1 || bytes == 0))
      bytes = (size_t)(c - text);
  }
  return columns <= room || bytes == 0 ? strlen(text) : bytes;
}

void drawing_put_wrapped(const struct drawing_style *style, enum drawing_colour colour, const char *text,
                         unsigned column, FILE *output)
{
  const size_t room = style->columns > column + 20 ? style->columns - column : SIZE_MAX - 1;
  for (const char *rest = text;;) {
    const size_t bytes = line_bytes(rest, room);
    char *line = memory_text_begin(rest, bytes);
    drawing_put_text(style, colour, line, output);
    putc('\n', output);
    free(line);
    rest += bytes;
    if (!*rest)
      return;
    rest++;
    fprintf(output, "%*s", (int)column, "");
  }
}

/* --- the parts --- */

/* What all parts of one finding share. */
struct pen {
  const struct drawing_style *style;
  FILE *output;
  int digits; /* of the largest line number */
};

/* "   | ", "41 | " */
static void put_gutter(const struct pen *pen, unsigned number, const char *mark)
{
  char text[32];
  if (number > 0)
    snprintf(text, sizeof text, "%*u %s", pen->digits, number, mark);
  else
    snprintf(text, sizeof text, "%*s %s", pen->digits, "", mark);
  drawing_put_text(pen->style, DRAWING_BLUE, text, pen->output);
}

/* The first `bytes` at most, whole characters. */
static size_t whole_characters(const char *text, size_t bytes)
{
  while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80)
    bytes--;
  return bytes;
}

/* The bytes of a line that are shown, or SIZE_MAX: all of them. */
static size_t bytes_shown(const struct pen *pen, const char *line)
{
  const size_t room = pen->style->columns > (unsigned)pen->digits + 10 ? pen->style->columns - pen->digits - 3 : 0;
  return room > 0 && strlen(line) > room ? whole_characters(line, room - 3) : SIZE_MAX;
}

static void put_source(const struct pen *pen, unsigned number, const char *line)
{
  const size_t shown = bytes_shown(pen, line);
  put_gutter(pen, number, *line ? "| " : "|");
  if (shown < SIZE_MAX)
    fprintf(pen->output, "%.*s...", (int)shown, line);
  else
    fputs(line, pen->output);
  putc('\n', pen->output);
}

/* The columns of part of a line. */
static size_t columns_between(const char *line, size_t start, size_t bytes)
{
  char *part = memory_text_begin(line + start, bytes);
  const size_t columns = columns_of(part);
  free(part);
  return columns;
}

/* Marks below the expression, and what happens there: after the marks, or below them if there is no room. */
static void put_marks(const struct pen *pen, const struct span *span, const char *line, bool is_first,
                      enum drawing_colour colour)
{
  size_t start, bytes;
  marked_part_find(line, span->excerpt.at, &start, &bytes);
  if (start >= bytes_shown(pen, line))
    marked_part_find(line, SIZE_MAX, &start, &bytes);
  const size_t indent = columns_between(line, 0, start), lead = (size_t)pen->digits + 3 + indent;
  size_t marks = columns_between(line, start, bytes);
  const size_t columns = pen->style->columns;
  if (columns > 0 && lead + marks > columns)
    marks = columns > lead ? columns - lead : 1;
  put_gutter(pen, 0, "| ");
  char *text = memory_allocate(marks + 1);
  memset(text, is_first ? '^' : '-', marks);
  text[marks] = '\0';
  fprintf(pen->output, "%*s", (int)indent, "");
  drawing_put_text(pen->style, colour, text, pen->output);
  free(text);
  if (span->label && columns > 0 && lead + marks + 1 + columns_of(span->label) > columns) {
    putc('\n', pen->output);
    put_gutter(pen, 0, "| ");
    fprintf(pen->output, "%*s", (int)indent, "");
  } else if (span->label) {
    putc(' ', pen->output);
  }
  if (span->label)
    drawing_put_text(pen->style, colour, span->label, pen->output);
  putc('\n', pen->output);
}

static void put_excerpt(const struct pen *pen, const struct span *span, bool is_first, enum drawing_colour colour)
{
  put_gutter(pen, 0, "|");
  putc('\n', pen->output);
  for (size_t i = 0; i < span->excerpt.count; i++) {
    const char *line = span->excerpt.lines[i] ? span->excerpt.lines[i] : "";
    put_source(pen, span->excerpt.first + (unsigned)i, line);
    if (span->excerpt.first + i == span->line)
      put_marks(pen, span, line, is_first, colour);
  }
}

static void put_note(const struct pen *pen, const char *lead, const char *note)
{
  put_gutter(pen, 0, "= ");
  fputs(lead, pen->output);
  drawing_put_wrapped(pen->style, DRAWING_PLAIN, note, (unsigned)pen->digits + 3 + (unsigned)strlen(lead), pen->output);
}

static void put_callers(const struct pen *pen, const struct span *span)
{
  const char *lead = span->has_stack ? "stack: " : "called by ", *below = span->has_stack ? "       " : "          ";
  for (size_t i = 0; i < span->caller_count; i++) {
    const bool is_frame = *span->callers[i] != '.';
    put_note(pen, is_frame ? lead : below, span->callers[i]);
    if (is_frame)
      lead = below;
  }
}

/* Without a source the label stands after the place, or below it if there is no room. */
static void put_label_behind(const struct pen *pen, const struct span *span, enum drawing_colour colour)
{
  const unsigned indent = (unsigned)pen->digits + (unsigned)strlen("--> ");
  const size_t columns = indent + columns_of(span->where ? span->where : "???") + 2 + columns_of(span->label);
  if (pen->style->columns > 0 && columns > pen->style->columns)
    fprintf(pen->output, ":\n%*s", (int)indent, "");
  else
    fputs(": ", pen->output);
  drawing_put_wrapped(pen->style, colour, span->label, indent, pen->output);
}

static void put_span(const struct pen *pen, const struct span *span, bool is_first, enum drawing_colour colour)
{
  fprintf(pen->output, "%*s", pen->digits, "");
  drawing_put_text(pen->style, DRAWING_BLUE, is_first ? "--> " : "::: ", pen->output);
  drawing_put_text(pen->style, DRAWING_PLAIN, span->where ? span->where : "???", pen->output);
  if (span->excerpt.count == 0 && span->label)
    put_label_behind(pen, span, colour);
  else
    putc('\n', pen->output);
  if (span->excerpt.count > 0)
    put_excerpt(pen, span, is_first, colour);
  put_callers(pen, span);
  if (span->help)
    put_note(pen, "help: ", span->help);
  if (span->tried)
    put_note(pen, "tried: ", span->tried);
}

/* --- all of it --- */

static int digits_of(const struct drawing *drawing)
{
  unsigned largest = 10;
  for (size_t i = 0; i < drawing->span_count; i++) {
    const struct excerpt *excerpt = &drawing->spans[i].excerpt;
    const unsigned last = excerpt->first + (unsigned)excerpt->count;
    largest = excerpt->count > 0 && last - 1 > largest ? last - 1 : largest;
  }
  return snprintf(NULL, 0, "%u", largest);
}

void drawing_put(const struct drawing *drawing, const struct drawing_style *style, FILE *output)
{
  const struct pen pen = {.style = style, .output = output, .digits = digits_of(drawing)};
  drawing_put_text(style, drawing->colour, drawing->level, output);
  drawing_put_text(style, DRAWING_BOLD, ": ", output);
  drawing_put_wrapped(style, DRAWING_BOLD, drawing->title ? drawing->title : "", (unsigned)strlen(drawing->level) + 2,
                      output);
  for (size_t i = 0; i < drawing->span_count; i++)
    put_span(&pen, &drawing->spans[i], i == 0, i == 0 ? drawing->colour : DRAWING_BLUE);
  for (size_t i = 0; i < drawing->note_count; i++)
    put_note(&pen, "note: ", drawing->notes[i]);
  if (drawing->help)
    put_note(&pen, "help: ", drawing->help);
  putc('\n', output);
}
