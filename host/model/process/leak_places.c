/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place_find() chooses the frame that is meant. */
#include "host/model/process/leak_places.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/place.h"
#include "host/model/frames/short_name.h"

static struct leak_place place_of_stack(const struct process *process, const struct stack *stack, bool is_allocation)
{
  struct leak_place place = {0};
  struct frame *frames;
  size_t count;
  place_frames_of(process->symbols, &process->settings, stack, &frames, &count);
  if (count > 0) {
    place.frame = place_find(frames, count, is_allocation, true).place;
    place.is_own = frame_is_own(&frames[place.frame]);
    place.called_frame = place.frame - 1;
    place.called = place.frame > 0 ? stack_code_at(stack, &place.called_frame) : NULL;
    place.code = stack_code_at(stack, &place.frame);
  }
  free(frames);
  return place;
}

struct leak_place leak_place_of_stack(const struct process *process, const struct stack *stack)
{
  return place_of_stack(process, stack, true);
}

struct leak_place leak_place_of_event(const struct process *process, const struct stack *stack)
{
  return place_of_stack(process, stack, false);
}

/* What the call calls by its instruction is not what the stack has. */
char *leak_place_jumped_from(const struct process *process, const struct leak_place *place)
{
  const struct code *code = place->code, *called = place->called;
  struct symbols_call call;
  if (!code || !called || code == called || !code->mapping || !called->mapping)
    return NULL;
  symbols_call(process->symbols, &code->mapping->file, code_offset(code), code->frame_count - 1, &call);
  const int64_t distance = (int64_t)(code_offset(called) - code_offset(code));
  const bool is_there = code->mapping == called->mapping && distance >= call.callee_start && distance < call.callee_end;
  if (!call.callee || is_there)
    return NULL;
  char *demangled = symbols_demangle(call.callee);
  char *name = short_function_name(demangled ? demangled : call.callee);
  free(demangled);
  return name;
}

bool leak_place_takes_pointer(const struct process *process, const struct leak_place *place)
{
  const struct code *code = place->code;
  struct symbols_call call = {0};
  if (code && code->mapping)
    symbols_call(process->symbols, &code->mapping->file, code_offset(code), place->frame, &call);
  return call.takes_pointer;
}

/* The function that a call on both stacks has called; on the first one that is its second frame. */
static const struct code *called_by(const struct stack *stack, const struct stack *allocated)
{
  for (size_t i = 1; allocated && i < allocated->count; i++)
    if (allocated->codes[i] == stack->codes[1])
      return allocated->codes[i - 1];
  return stack->codes[0];
}

/* Of functions that are inlined there, the innermost own one got it. */
struct leak_place leak_place_behind(const struct stack *stack, const struct stack *allocated)
{
  const struct code *code = stack && stack->count > 1 ? stack->codes[1] : NULL;
  const struct code *called = code ? called_by(stack, allocated) : NULL;
  size_t called_frame = called ? called->frame_count - 1 : 0;
  for (size_t i = 0; code && i < code->frame_count; i++) {
    if (frame_is_own(&code->frames[i]))
      return (struct leak_place){code, i, true, called, called_frame};
    called = code;
    called_frame = i;
  }
  return (struct leak_place){0};
}

struct leak_place leak_place_caller(const struct process *process, const struct stack *stack,
                                    const struct leak_place *place)
{
  const size_t codes = frame_names_shown_codes(&process->settings, stack), count = stack_count_frames(stack, codes);
  struct leak_place caller = {0};
  bool is_behind = false;
  for (size_t i = 0; i < count; i++) {
    size_t frame = i;
    const struct code *code = stack_code_at(stack, &frame);
    if (is_behind)
      return (struct leak_place){.code = code, .frame = frame};
    is_behind = code == place->code && frame == place->frame;
  }
  return caller;
}

/* "src/a.c" ends in "a.c", "xa.c" does not. */
static bool ends_in_path(const char *path, const char *end, size_t end_bytes)
{
  const size_t bytes = strlen(path);
  return end_bytes > 0 && end_bytes <= bytes && strncmp(path + bytes - end_bytes, end, end_bytes) == 0
         && (end_bytes == bytes || path[bytes - end_bytes - 1] == '/' || *end == '/');
}

static bool matches_file(const struct frame *frame, const char *name)
{
  char *end;
  const char *colon = strrchr(name, ':');
  const unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
  const bool has_line = colon && colon[1] != '\0' && *end == '\0';
  char *path;
  if (!frame->file)
    return false;
  path = print_text("%s/%s", frame->directory ? frame->directory : "", frame->file);
  const bool is_meant = ends_in_path(path, name, has_line ? (size_t)(colon - name) : strlen(name))
                        && (!has_line || frame->line == line);
  free(path);
  return is_meant;
}

static bool matches_function(const char *function, const char *name)
{
  char *plain =
    memory_text_begin(function, 1 + strcspn(function + 1, "([")); /* "(anonymous namespace)::f" begins with one */
  bool is_meant = fnmatch(name, function, 0) == 0 || fnmatch(name, plain, 0) == 0;
  free(plain);
  return is_meant;
}

bool leak_place_matches(const struct leak_place *place, const struct settings *settings, const char *name)
{
  if (!place->code)
    return false;
  const struct frame *frame = &place->code->frames[place->frame];
  return matches_function(frame_names_function(settings, place->code, place->frame), name) || matches_file(frame, name);
}

char *leak_place_text(const struct leak_place *place, const struct settings *settings)
{
  char *source, *text = NULL;
  if (!place->code)
    return memory_text("???");
  source = frame_names_source(settings, &place->code->frames[place->frame]);
  const char *file = place->code->mapping ? place->code->mapping->file.path : "???";
  text = print_text("%s (%s%s)", frame_names_function(settings, place->code, place->frame), *source ? "" : "in ",
                    *source ? source : file);
  free(source);
  return text;
}
