/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/frames/shown_frames.h"

#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* The first function of a framework that calls test cases, unless the place is in a framework itself. */
static size_t case_end(const struct frame *frames, size_t count, size_t place)
{
  size_t end = place + 1;
  if (frames[place].test != FRAME_TEST_NONE)
    return count;
  while (end < count && frames[end].test != FRAME_TEST_BELOW)
    end++;
  return end;
}

/* Of "tests::cycle::{{closure}}", which a framework made to call tests::cycle: it stands at the same line. */
static bool is_made_for(const struct frame *frame, const struct frame *called)
{
  const size_t bytes = called->function ? strlen(called->function) : 0;
  return bytes > 0 && frame->function && frame->line == called->line &&
         strncmp(frame->function, called->function, bytes) == 0 && strncmp(frame->function + bytes, "::{", 3) == 0;
}

/* A main() that a language's library made. */
static bool is_made_main(const struct frame *frame)
{
  return !frame->file && frame->function_linkage && strcmp(frame->function_linkage, "main") == 0;
}

size_t shown_frames_end(const struct frame *frames, size_t count, size_t place)
{
  if (place >= count)
    return count;
  size_t end = case_end(frames, count, place);
  const bool is_case = end < count;
  if (end > place + 2 && is_made_main(&frames[end - 1]) && frames[end - 2].role != FRAME_TELLING)
    end--;
  while (end > place + 1 && !frame_is_looked_at(&frames[end - 1]))
    end--;
  if (is_case && end > place + 1 && is_made_for(&frames[end - 1], &frames[end - 2]))
    end--;
  return end;
}

size_t shown_frames_fold(const struct frame *frames, size_t end, size_t from)
{
  size_t to = from;
  while (to < end && !frame_is_looked_at(&frames[to]))
    to++;
  return to - from;
}

char *shown_frames_folded(size_t count)
{
  return count == 1 ? memory_text("... 1 library function") : print_text("... %zu library functions", count);
}
