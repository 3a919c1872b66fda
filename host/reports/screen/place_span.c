/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack is cut in three: what was called from the place, which goes into its label; the place; its callers. */
#include "host/reports/screen/place_span.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/ownership.h"
#include "host/model/frames/place.h"

enum { CALLERS_SHOWN = 5 };

/* --- frames --- */

struct span_frame {
  struct place_frame decides; /* first: see place_find() */
  const struct code *code;
  size_t number; /* of the frame in the code */
};

struct frames {
  struct span_frame *items;
  size_t count, place;
};

static struct error *fill_frames(const struct process *process, const struct stack *stack, size_t codes,
                                 struct frames *frames)
{
  struct error *error = NULL;
  for (size_t i = 0; i < codes; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count && !error; j++) {
      struct span_frame *frame = &frames->items[frames->count++];
      *frame = (struct span_frame){.code = stack->codes[i], .number = j};
      error = place_frame_of(process->settings.place_rules, frame->code, j, &frame->decides);
    }
  return error ? error : place_mark_wrappers(process->symbols, stack, codes, &frames->items->decides,
                                             sizeof *frames->items);
}

/* False: there are none. */
static bool frames_of(const struct process *process, const struct stack *stack, enum span_role role,
                      struct frames *ret)
{
  const size_t codes = stack ? frame_names_shown_codes(&process->settings, stack) : 0;
  const size_t count = codes > 0 ? stack_count_frames(stack, codes) : 0;
  *ret = (struct frames){.items = count > 0 ? calloc(count, sizeof *ret->items) : NULL};
  if (!ret->items)
    return false;
  struct error *error = fill_frames(process, stack, codes, ret);
  if (error) {
    error_free(error);
    free(ret->items);
    return false;
  }
  const bool is_allocation = role == SPAN_LEAKED || role == SPAN_ALLOCATED;
  ret->place = place_find(&ret->items->decides, ret->count, sizeof *ret->items, is_allocation, true).place;
  return true;
}

/* --- names --- */

static char *function_of(const struct process *process, const struct span_frame *frame)
{
  if (process->settings.verbosity > 1 && frame->code->frames[frame->number].is_inlined)
    return strdup(frame_names_qualified(&process->settings, frame->code, frame->number));
  if (process->settings.verbosity > 1)
    return frame_names_shown_function(&process->settings, frame->code, frame->number);
  return frame_names_short(&process->settings, frame->code, frame->number);
}

/* Where the source lies on this machine; malloc'ed, NULL: not known. */
static char *path_of(const struct process *process, const struct frame *frame)
{
  if (!frame->file)
    return NULL;
  if (*frame->file == '/' || !frame->directory)
    return strdup(frame->file);
  char *directory = ownership_map_directory(place_ownership(process->settings.place_rules), frame->directory,
                                            frame->file);
  char *path = directory ? print_text("%s/%s", directory, frame->file) : NULL;
  free(directory);
  return path;
}

static const char *last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

/* Relative to the program's directory, or to the current one where the file is here, if it is below that; of the
 * system's files the name alone. */
static const char *shown_path(const struct process *process, const struct code *code, const char *path)
{
  const size_t bytes = process->cwd ? strlen(process->cwd) : 0;
  if (bytes > 1 && strncmp(path, process->cwd, bytes) == 0 && path[bytes] == '/')
    return path + bytes + 1;
  const struct ownership *ownership = place_ownership(process->settings.place_rules);
  const char *object = code->mapping ? code->mapping->file.path : NULL;
  const char *from_here = ownership_from_here(ownership, path);
  if (from_here)
    return from_here;
  return ownership_is_local(ownership, object, path) ? path : last_component(path);
}

/* "session.c:41"; NULL: not known. */
static char *source_of(const struct process *process, const struct span_frame *frame)
{
  const struct frame *symbols = &frame->code->frames[frame->number];
  if (!symbols->file)
    return NULL;
  if (options_count(process->settings.options, OPTION_fullpath_after) > 0)
    return frame_names_source(&process->settings, symbols);
  char *path = path_of(process, symbols);
  const char *shown = path ? shown_path(process, frame->code, path) : NULL;
  char *source = !shown ? NULL : symbols->line > 0 ? print_text("%s:%u", shown, symbols->line) : strdup(shown);
  free(path);
  return source;
}

static const char *module_of(const struct span_frame *frame)
{
  return frame->code->mapping ? last_component(frame->code->mapping->file.path) : NULL;
}

/* "session.c:41 in f", "f in libz.so.1", "0x1234 in libz.so.1", "0x4a12034 in code made by libz.so.1" */
static char *where_of(const struct process *process, const struct span_frame *frame)
{
  const struct frame *symbols = &frame->code->frames[frame->number];
  const bool is_named = symbols->function || symbols->function_linkage;
  char *function = is_named ? function_of(process, frame) : NULL, *source = source_of(process, frame);
  const char *module = module_of(frame);
  const bool is_in_file = module && !frame->code->mapping->maker;
  char *where;
  if (source)
    where = print_text("%s%s%s", source, function ? " in " : "", function ? function : "");
  else if (function)
    where = print_text("%s%s%s", function, module ? " in " : "", module ? module : "");
  else
    where = print_text("0x%llx%s%s", (unsigned long long)(is_in_file ? code_offset(frame->code) : frame->code->ip),
                        module ? " in " : "", module ? module : "");
  free(function);
  free(source);
  return where;
}

/* "main (session.c:51)" */
static char *caller_of(const struct process *process, const struct span_frame *frame)
{
  char *function = function_of(process, frame), *source = source_of(process, frame);
  const char *place = source ? source : module_of(frame);
  const char *name = function ? function : "???";
  char *caller;
  if (process->settings.verbosity > 1)
    caller = print_text("%s (%s) at 0x%llx", name, place ? place : "???", (unsigned long long)frame->code->ip);
  else
    caller = place ? print_text("%s (%s)", name, place) : strdup(name);
  free(function);
  free(source);
  return caller;
}

/* --- the parts of a span --- */

static bool is_of_name(char c)
{
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* The end of "f", "std::vector<int>::f", "f<int>" that sources call the function by; its size is 0 for operators. */
static const char *called_as(const char *function, size_t *ret_size)
{
  const char *end = function + strlen(function);
  size_t depth = 0;
  while (end > function && (end[-1] == '>' || depth > 0)) {
    depth += end[-1] == '>';
    depth -= end[-1] == '<' && depth > 0;
    end--;
  }
  const char *start = end;
  while (start > function && is_of_name(start[-1]))
    start--;
  *ret_size = (size_t)(end - start);
  return start;
}

/* Does the line name the function? */
static bool has_name(const char *line, const char *function)
{
  size_t size;
  const char *name = called_as(function, &size);
  for (const char *c = line; size > 0 && *c; c++)
    if (strncmp(c, name, size) == 0 && !is_of_name(c[size]) && (c == line || !is_of_name(c[-1])))
      return true;
  return false;
}

/* "allocated here by malloc", "read here in memcpy": the function that was called, and the one in which it happened.
 * What stands in the line need not be said. */
static char *label_of(const struct process *process, const struct frames *frames, enum span_role role,
                      const char *label, const struct span *span)
{
  if (frames->place == 0)
    return strdup(label);
  char *called = function_of(process, &frames->items[frames->place - 1]);
  char *innermost = function_of(process, &frames->items[0]);
  const char *word = role == SPAN_HAPPENED ? "in" : "by";
  const char *line = span->excerpt.count > 0 ? span->excerpt.lines[span->line - span->excerpt.first] : NULL;
  const int what = (int)strcspn(label, ","); /* what follows is no part of what the function does */
  char *text;
  if (!called || !innermost || (line && has_name(line, called)))
    text = strdup(label);
  else if (frames->place == 1 || strcmp(called, innermost) == 0)
    text = print_text("%.*s %s %s%s", what, label, word, called, label + what);
  else
    text = print_text("%.*s %s %s (%s)%s", what, label, word, called, innermost, label + what);
  free(called);
  free(innermost);
  return text;
}

static bool is_library(const struct span_frame *frame)
{
  return frame->decides.role != FRAME_TELLING;
}

/* A run of library functions is one line, in which nobody looks for a mistake of theirs. */
static size_t add_library_run(struct span *span, const struct frames *frames, size_t from)
{
  size_t end = from;
  while (end < frames->count && is_library(&frames->items[end]))
    end++;
  span_add_caller(span, end - from == 1 ? strdup("... 1 library function")
                                        : print_text("... %zu library functions", end - from));
  return end;
}

/* What starts programs and threads is left out: the language's library at the end, and a main() that it made. */
static size_t callers_end(const struct frames *frames)
{
  size_t end = frames->count;
  const struct span_frame *last = &frames->items[end - 1];
  const struct frame *symbols = &last->code->frames[last->number];
  if (end > frames->place + 2 && !symbols->file && symbols->function_linkage &&
      strcmp(symbols->function_linkage, "main") == 0 && is_library(last - 1))
    end--;
  while (end > frames->place + 1 && is_library(&frames->items[end - 1]))
    end--;
  return end;
}

static void add_callers(const struct process *process, const struct frames *frames, struct span *span)
{
  const size_t end = callers_end(frames);
  size_t i = frames->place + 1;
  for (size_t shown = 0; i < end && shown < CALLERS_SHOWN; shown++)
    if (is_library(&frames->items[i]))
      i = add_library_run(span, frames, i);
    else
      span_add_caller(span, caller_of(process, &frames->items[i++]));
  if (end - i == 1)
    span_add_caller(span, caller_of(process, &frames->items[i]));
  else if (i < end)
    span_add_caller(span, print_text("... %zu more callers (-v shows them)", end - i));
}

/* With -v the whole stack. */
static void add_all(const struct process *process, const struct frames *frames, struct span *span)
{
  span->has_stack = true;
  for (size_t i = 0; i < frames->count; i++)
    span_add_caller(span, caller_of(process, &frames->items[i]));
}

/* Not when the file has changed since the program was built: the lines would be others. */
static void add_excerpt(const struct process *process, const struct span_frame *frame, enum span_role role,
                        struct span *span)
{
  const struct frame *symbols = &frame->code->frames[frame->number];
  const bool is_first = role == SPAN_HAPPENED || role == SPAN_LEAKED;
  char *path = symbols->mark_kind != FRAME_MARK_LINE ? path_of(process, symbols) : NULL;
  span->line = symbols->line;
  if (path)
    excerpt_of_file(path, symbols->line, is_first ? EXCERPT_BEFORE : 0, is_first ? EXCERPT_AFTER : 0, &span->excerpt);
  free(path);
}

bool span_of_stack(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                   struct span *ret)
{
  struct frames frames;
  *ret = (struct span){0};
  if (!frames_of(process, stack, role, &frames))
    return false;
  const struct span_frame *place = &frames.items[frames.place];
  ret->where = where_of(process, place);
  add_excerpt(process, place, role, ret);
  ret->label = label_of(process, &frames, role, label, ret);
  if (process->settings.verbosity > 1)
    add_all(process, &frames, ret);
  else
    add_callers(process, &frames, ret);
  free(frames.items);
  return true;
}
