/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands below a place that is drawn: its callers, and around it the lines of its source. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SPAN_CALLERS_H
#define SEEP_HOST_REPORTS_SCREEN_SPAN_CALLERS_H

#include <stdbool.h>
#include <stddef.h>

#include "host/model/frames/shown_frames.h"
#include "host/reports/screen/drawing.h"

/* "main (session.c:51)" of frame `number`; malloc'ed. */
typedef char *span_caller(const void *context, size_t number);

/* The callers of frame `place` of a stack, innermost first, as far as people look at them: a run of library functions
 * is one line. Where there are more than a few, `shown_by` says what shows them: "-v shows them". */
void span_add_callers(struct span *span, const struct frame *frames, size_t count, size_t place, span_caller *caller,
                      const void *context, const char *shown_by);

/* The lines of the frame's source, in the file at `path` (taken over; NULL: not known), and those around it if that is
 * asked for. None when the file has changed since the program was built: they would be others. */
void span_read_excerpt(struct span *span, const struct frame *frame, char *path, bool has_lines_around);

#endif
