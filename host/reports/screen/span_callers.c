/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/span_callers.h"

#include <stdlib.h>

#include "host/base/print.h"
#include "host/model/frames/source_text.h"

enum { CALLERS_SHOWN = 5 };

void span_add_callers(struct span *span, const struct frame *frames, size_t count, size_t place, span_caller *caller,
                      const void *context, const char *shown_by)
{
  const size_t end = shown_frames_end(frames, count, place);
  size_t i = place + 1;
  for (size_t shown = 0; i < end && shown < CALLERS_SHOWN; shown++) {
    const size_t folded = shown_frames_fold(frames, end, i);
    span_add_caller(span, folded > 0 ? shown_frames_folded(folded) : caller(context, i));
    i += folded > 0 ? folded : 1;
  }
  if (end - i == 1)
    span_add_caller(span, caller(context, i));
  else if (i < end)
    span_add_caller(span, print_text("... %zu more callers (%s)", end - i, shown_by));
}

void span_read_excerpt(struct span *span, const struct frame *frame, char *path, bool has_lines_around)
{
  span->line = frame->line;
  if (path && source_text_is_as_built(frame, path))
    excerpt_of_file(path,
                    &(struct excerpt_wanted){frame->line, frame->column, has_lines_around ? EXCERPT_BEFORE : 0,
                                             has_lines_around ? EXCERPT_AFTER : 0},
                    &span->excerpt);
  free(path);
}
