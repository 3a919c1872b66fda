/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ten thousand findings have few different frames. A frame is kept as the JSON that the page will hold, by which equal
 * ones are found; host/reports/page/html/frames.js has the same order of members. The last one, the short name, is
 * there when it differs from the whole. */
#include "host/reports/page/page_frames.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/text_table.h"
#include "host/reports/formats/format_parts.h"
#include "host/model/frames/short_name.h"
#include "host/model/frames/source_text.h"
#include "host/reports/page/page.h"
#include "host/reports/page/page_sources.h"

enum { FLAG_OWN = 1, FLAG_INLINED = 2, FLAG_ALLOCATOR = 4 };

struct page_frames {
  const struct format_options *options;
  struct text_table *texts; /* as JSON */
  struct page_sources *sources;
  bool hides_sources;
  bool *has_source; /* by frame: lines around it were asked for */
  size_t frame_capacity;
  size_t bytes;
};

void page_frames_create(const struct format_options *options, struct page_frames **ret)
{
  struct page_frames *frames = memory_zeroed(1, sizeof *frames);
  frames->options = options;
  frames->texts = text_table_create();
  page_sources_create(&frames->sources);
  *ret = frames;
}

void page_frames_destroy(struct page_frames *frames)
{
  if (!frames)
    return;
  page_sources_destroy(frames->sources);
  text_table_destroy(frames->texts);
  free(frames->has_source);
  free(frames);
}

void page_frames_show_sources(struct page_frames *frames, bool are_shown)
{
  frames->hides_sources = !are_shown;
}

size_t page_frames_bytes(const struct page_frames *frames)
{
  return frames->bytes;
}

/* --- one frame --- */

static void want_source(struct page_frames *frames, const struct frame *frame, const char *name)
{
  char *path;
  struct format_options anywhere = {.source_root = NULL};
  format_source(&anywhere, frame, &path);
  if (!path)
    return;
  if (*path != '/' && frames->options->source_root) {
    char *relative = path;
    format_path(&anywhere, frames->options->source_root, relative, &path);
    free(relative);
  }
  if (source_text_is_as_built(frame, path))
    page_sources_want(frames->sources, path, name, frame->line);
  free(path);
}

static char *frame_text(const struct frame *frame, const char *path)
{
  int flags = (frame_is_own(frame) ? FLAG_OWN : 0) | (frame->is_inlined ? FLAG_INLINED : 0) |
              (frame->role == FRAME_ALLOCATOR ? FLAG_ALLOCATOR : 0);
  json_t *value = json_pack("[ooioi]", page_text(frame->qualified), page_text(path), (int)frame->line,
                            page_text(frame->object), flags);
  char *short_form = frame->qualified ? short_function_name(frame->qualified) : NULL;
  json_t *shorter = frame->qualified ? page_shorter_text(frame->qualified, short_form) : NULL;
  if (value && shorter && !json_is_null(shorter) && json_array_append(value, shorter) != 0) {
    json_decref(value);
    value = NULL;
  }
  json_decref(shorter);
  char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
  json_decref(value);
  return text;
}

static void add_text(struct page_frames *frames, const char *text, uint32_t *ret)
{
  bool is_new;
  grow((void **)&frames->has_source, text_table_size(frames->texts), &frames->frame_capacity,
       sizeof *frames->has_source);
  *ret = text_table_add(frames->texts, text, &is_new);
  if (is_new) {
    frames->bytes += strlen(text);
    frames->has_source[*ret] = false;
  }
}

static void add_frame(struct page_frames *frames, const struct frame *frame, uint32_t *ret)
{
  char *path;
  format_source(frames->options, frame, &path);
  char *text = frame_text(frame, path);
  add_text(frames, text, ret);
  if (path && !frames->hides_sources && !frames->has_source[*ret]) {
    frames->has_source[*ret] = true;
    want_source(frames, frame, path);
  }
  free(path);
  free(text);
}

/* --- all of them --- */

void page_frames_stack(struct page_frames *frames, const struct finding_stack *stack, json_t **ret)
{
  json_t *list = json_array();
  for (size_t i = 0; i < stack->count; i++) {
    uint32_t index;
    add_frame(frames, &stack->frames[i], &index);
    json_list_add(&list, json_index(index));
  }
  *ret = list;
}

static json_t *load_frame(const void *context, size_t index)
{
  return json_loads(text_table_at(context, index), 0, NULL);
}

void page_frames_write(struct page_frames *frames, const struct json_output *output)
{
  fputs("\"frames\": ", output->file);
  json_write_list(output, load_frame, frames->texts, text_table_size(frames->texts));
  fputs(",\n\"sources\": ", output->file);
  page_sources_write(frames->sources, output);
}
