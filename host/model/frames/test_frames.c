/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/frames/test_frames.h"

#include <string.h>

#include "suppressions/glob.h"
#include "suppressions/library_name.h"

struct pattern {
  enum frame_test test;
  const char *text;
};

/* The first one that fits holds. */
static const struct pattern functions[] = {
#define BELOW(pattern)   {FRAME_TEST_BELOW, pattern},
#define BETWEEN(pattern) {FRAME_TEST_BETWEEN, pattern},
#include "host/model/frames/test_frames.def"
};

static const struct pattern modules[] = {
#define BELOW_OF(pattern)   {FRAME_TEST_BELOW, pattern},
#define BETWEEN_OF(pattern) {FRAME_TEST_BETWEEN, pattern},
#include "host/model/frames/test_frames.def"
};

static const char *const sources[] = {
#define BELOW_IN(text) text,
#include "host/model/frames/test_frames.def"
};

static enum frame_test find(const struct pattern *patterns, size_t count, const char *text)
{
  for (size_t i = 0; text && i < count; i++)
    if (glob_match(patterns[i].text, text))
      return patterns[i].test;
  return FRAME_TEST_NONE;
}

#define FIND(patterns, text) find(patterns, sizeof patterns / sizeof *patterns, text)

/* A module that is the project's own is what is tested, such as an interpreter. */
enum frame_test test_frames_find(const struct frame *frame, const char *object, const char *source)
{
  const char *name = frame->inlined_linkage ? frame->inlined_linkage : frame->function_linkage;
  enum frame_test test = FIND(functions, name);
  if (test == FRAME_TEST_NONE && object && !frame->is_local)
    test = FIND(modules, library_last_component(object));
  for (size_t i = 0; i < sizeof sources / sizeof *sources && source && test == FRAME_TEST_NONE; i++)
    if (!frame->is_local && strstr(source, sources[i]))
      test = FRAME_TEST_BELOW;
  return test;
}
