/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/formats/people_spans.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/place.h"
#include "host/model/frames/short_name.h"
#include "host/reports/screen/span_callers.h"
#include "host/reports/screen/span_label.h"

enum { SPANS_DRAWN = 6 };

static char *name_of(const struct frame *frame)
{
  return frame->qualified ? short_function_name(frame->qualified) : NULL;
}

/* "src/session.c:41"; of the system's files the name alone; malloc'ed, NULL: not known. */
static char *source_of(const struct people_page *page, const struct frame *frame)
{
  char *path;
  format_source(page->options, frame, &path);
  const char *shown = !path || frame->is_local ? path : last_component(path);
  char *source = !shown ? NULL : frame->line > 0 ? print_text("%s:%u", shown, frame->line) : memory_text(shown);
  free(path);
  return source;
}

char *people_where(const struct people_page *page, const struct frame *frame)
{
  char *name = name_of(frame), *source = source_of(page, frame);
  const char *module = frame->object ? last_component(frame->object) : NULL;
  char *where = source ? print_text("%s%s%s", source, name ? " in " : "", name ? name : "")
                       : print_text("%s%s%s", name ? name : "???", module ? " in " : "", module ? module : "");
  free(name);
  free(source);
  return where;
}

/* Of a span: whose callers, and for which page. */
struct drawn_stack {
  const struct people_page *page;
  const struct finding_stack *stack;
};

/* "main (session.c:51)" */
static char *caller_of(const void *context, size_t number)
{
  const struct drawn_stack *drawn = context;
  const struct people_page *page = drawn->page;
  const struct frame *frame = &drawn->stack->frames[number];
  char *name = name_of(frame), *source = source_of(page, frame);
  const char *place = source ? source : frame->object ? last_component(frame->object) : NULL;
  char *caller = print_text("%s%s%s%s", name ? name : "???", place ? " (" : "", place ? place : "", place ? ")" : "");
  free(name);
  free(source);
  return caller;
}

void people_add_span(const struct people_page *page, const struct finding_stack *stack, size_t place, const char *label,
                     const char *word, struct drawing *drawing)
{
  if (stack->count == 0 || place >= stack->count || drawing->span_count == SPANS_DRAWN)
    return;
  static const struct format_options anywhere = {.source_root = NULL};
  const struct drawn_stack drawn = {page, stack};
  const bool is_first = drawing->span_count == 0;
  char *path;
  struct span *span = &drawing->spans[drawing->span_count++];
  *span = (struct span){.where = people_where(page, &stack->frames[place])};
  format_source(&anywhere, &stack->frames[place], &path);
  span_read_excerpt(span, &stack->frames[place], path, is_first);
  const char *line = span->excerpt.count > 0 ? span->excerpt.lines[span->line - span->excerpt.first] : NULL;
  char *called = place > 0 ? name_of(&stack->frames[place - 1]) : NULL, *innermost = name_of(&stack->frames[0]);
  span->label = span_label(label, word, called, innermost, line);
  free(called);
  free(innermost);
  span_add_callers(span, stack->frames, stack->count, place, caller_of, &drawn, "--format=text shows them");
}

void people_add_event(const struct people_page *page, const struct finding_stack *stack, const char *label,
                      struct drawing *drawing)
{
  people_add_span(page, stack, place_find(stack->frames, stack->count, false, true).place, label, "by", drawing);
}
