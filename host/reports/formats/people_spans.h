/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places of merged findings, as they are drawn for people. */
#ifndef SEEP_HOST_REPORTS_FORMATS_PEOPLE_SPANS_H
#define SEEP_HOST_REPORTS_FORMATS_PEOPLE_SPANS_H

#include "host/reports/formats/format_parts.h"
#include "host/reports/screen/drawing.h"

struct people_page {
  const struct findings *findings;
  const struct format_options *options;
  struct drawing_style style;
  FILE *output;
};

/* "session.c:41 in f", "f in libz.so.1"; malloc'ed. */
char *people_where(const struct people_page *page, const struct frame *frame);

/* Frame `place` of a stack, and what happened there, `word` ("in", "by") the function that was called from it; the
 * first span of a drawing has the lines around it, too. Nothing is added where there is no such frame, or no room. */
void people_add_span(const struct people_page *page, const struct finding_stack *stack, size_t place, const char *label,
                     const char *word, struct drawing *drawing);

/* The same of where something happened to a block that was allocated elsewhere. */
void people_add_event(const struct people_page *page, const struct finding_stack *stack, const char *label,
                      struct drawing *drawing);

#endif
