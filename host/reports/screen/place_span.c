/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack is cut in three: what was called from the place, which goes into its label; the place; its callers. */
#include "host/reports/screen/place_span.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/ownership.h"
#include "host/model/frames/place.h"
#include "host/reports/screen/span_callers.h"
#include "host/reports/screen/span_label.h"

/* --- frames --- */

struct frames {
  const struct process *process;
  struct frame *items;
  size_t count, place;
  const struct stack *stack;
};

/* False: there are none. */
static bool frames_of(const struct process *process, const struct stack *stack, enum span_role role,
                      struct frames *ret)
{
  *ret = (struct frames){.process = process, .stack = stack};
  place_frames_of(process->symbols, &process->settings, stack, &ret->items, &ret->count);
  if (ret->count == 0) {
    free(ret->items);
    return false;
  }
  const bool is_allocation = role == SPAN_LEAKED || role == SPAN_ALLOCATED;
  ret->place = place_find(ret->items, ret->count, is_allocation, true).place;
  return true;
}

/* --- names --- */

static char *function_of(const struct process *process, const struct frames *frames, size_t number)
{
  const struct code *code = stack_code_at(frames->stack, &number);
  if (process->settings.verbosity > 1 && code->frames[number].is_inlined)
    return memory_text(frame_names_qualified(&process->settings, code, number));
  if (process->settings.verbosity > 1)
    return frame_names_shown_function(&process->settings, code, number);
  return frame_names_short(&process->settings, code, number);
}

/* Where the source lies on this machine; malloc'ed, NULL: not known. */
static char *path_of(const struct process *process, const struct frame *frame)
{
  if (!frame->file)
    return NULL;
  if (*frame->file == '/' || !frame->directory)
    return memory_text(frame->file);
  char *directory = ownership_map_directory(place_ownership(process->settings.place_rules), frame->directory,
                                            frame->file);
  char *path = print_text("%s/%s", directory, frame->file);
  free(directory);
  return path;
}

/* Relative to the program's directory, or to the current one where the file is here, if it is below that; of the
 * system's files the name alone. */
static const char *shown_path(const struct process *process, const char *object, const char *path)
{
  const size_t bytes = process->cwd ? strlen(process->cwd) : 0;
  if (bytes > 1 && strncmp(path, process->cwd, bytes) == 0 && path[bytes] == '/')
    return path + bytes + 1;
  const struct ownership *ownership = place_ownership(process->settings.place_rules);
  const char *from_here = ownership_from_here(ownership, path);
  if (from_here)
    return from_here;
  return ownership_is_local(ownership, object, path) ? path : last_component(path);
}

/* "session.c:41"; NULL: not known. */
static char *source_of(const struct process *process, const struct frame *frame)
{
  if (!frame->file)
    return NULL;
  if (options_count(process->settings.options, OPTION_fullpath_after) > 0)
    return frame_names_source(&process->settings, frame);
  char *path = path_of(process, frame);
  const char *shown = path ? shown_path(process, frame->object, path) : NULL;
  char *source = !shown ? NULL : frame->line > 0 ? print_text("%s:%u", shown, frame->line) : memory_text(shown);
  free(path);
  return source;
}

static const char *module_of(const struct frame *frame)
{
  return frame->object ? last_component(frame->object) : NULL;
}

/* "session.c:41 in f", "f in libz.so.1", "0x1234 in libz.so.1", "0x4a12034 in code made by libz.so.1" */
static char *where_of(const struct process *process, const struct frames *frames, size_t number)
{
  const struct frame *frame = &frames->items[number];
  const bool is_named = frame->function || frame->function_linkage;
  char *function = is_named ? function_of(process, frames, number) : NULL, *source = source_of(process, frame);
  const struct code *code = stack_code_at(frames->stack, &number);
  const char *module = module_of(frame);
  const bool is_in_file = module && !code->mapping->maker;
  char *where;
  if (source)
    where = print_text("%s%s%s", source, function ? " in " : "", function ? function : "");
  else if (function)
    where = print_text("%s%s%s", function, module ? " in " : "", module ? module : "");
  else
    where = print_text("0x%llx%s%s", (unsigned long long)(is_in_file ? code_offset(code) : code->ip),
                        module ? " in " : "", module ? module : "");
  free(function);
  free(source);
  return where;
}

/* "main (session.c:51)" */
static char *caller_of(const void *context, size_t number)
{
  const struct frames *frames = context;
  const struct process *process = frames->process;
  const struct frame *frame = &frames->items[number];
  char *function = function_of(process, frames, number), *source = source_of(process, frame);
  const char *place = source ? source : module_of(frame);
  const char *name = function ? function : "???";
  char *caller;
  if (process->settings.verbosity > 1)
    caller = print_text("%s (%s) at 0x%llx", name, place ? place : "???",
                        (unsigned long long)stack_code_at(frames->stack, &number)->ip);
  else
    caller = place ? print_text("%s (%s)", name, place) : memory_text(name);
  free(function);
  free(source);
  return caller;
}

/* --- the parts of a span --- */

static char *label_of(const struct process *process, const struct frames *frames, enum span_role role,
                      const char *label, const struct span *span)
{
  if (frames->place == 0)
    return memory_text(label);
  char *called = function_of(process, frames, frames->place - 1);
  char *innermost = function_of(process, frames, 0);
  const char *line = span->excerpt.count > 0 ? span->excerpt.lines[span->line - span->excerpt.first] : NULL;
  char *text = span_label(label, role == SPAN_HAPPENED ? "in" : "by", called, innermost, line);
  free(called);
  free(innermost);
  return text;
}

/* With -v the whole stack. */
static void add_all(const struct frames *frames, struct span *span)
{
  span->has_stack = true;
  for (size_t i = 0; i < frames->count; i++)
    span_add_caller(span, caller_of(frames, i));
}

static bool has_lines_around(enum span_role role)
{
  return role == SPAN_HAPPENED || role == SPAN_LEAKED || role == SPAN_LOST;
}

bool span_of_stack(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                   struct span *ret)
{
  struct frames frames;
  *ret = (struct span){0};
  if (!frames_of(process, stack, role, &frames))
    return false;
  const struct frame *frame = &frames.items[frames.place];
  ret->where = where_of(process, &frames, frames.place);
  span_read_excerpt(ret, frame, path_of(process, frame), has_lines_around(role));
  ret->label = label_of(process, &frames, role, label, ret);
  if (process->settings.verbosity > 1)
    add_all(&frames, ret);
  else
    span_add_callers(ret, frames.items, frames.count, frames.place, caller_of, &frames, "-v shows them");
  free(frames.items);
  return true;
}
