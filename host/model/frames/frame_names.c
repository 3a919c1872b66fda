/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Memcheck shows of a stack decides how much is shown: nothing below main, unless it is asked for. */
#include "host/model/frames/frame_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/identity.h"
#include "host/model/frames/short_name.h"

enum function_kind { FUNCTION_ORDINARY, FUNCTION_MAIN, FUNCTION_BELOW_MAIN };

/* By the name in the symbol table, which may end in a suffix of the compiler's. */
static enum function_kind function_kind(const char *name)
{
  static const char *const below[] = {"__libc_start_main", "__libc_start_call_main", "generic_start_main", "_start"};
  if (!name)
    return FUNCTION_ORDINARY;
  if (strcmp(name, "main") == 0)
    return FUNCTION_MAIN;
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
    size_t length = strlen(below[i]);
    if (strncmp(name, below[i], length) == 0 && (!name[length] || name[length] == '.' || name[length] == '@'))
      return FUNCTION_BELOW_MAIN;
  }
  return FUNCTION_ORDINARY;
}

/* An inlined call does not count: the function that holds the instruction decides. */
static enum function_kind code_kind(const struct code *code)
{
  return function_kind(code->frames[code->frame_count - 1].function_linkage);
}

/* How many codes to show: up to main, or else up to the innermost function below it. */
size_t frame_names_shown_codes(const struct settings *settings, const struct stack *stack)
{
  size_t count = stack->count < settings->num_callers ? stack->count : settings->num_callers;
  if (settings->show_below_main)
    return count;
  for (size_t i = count; i > 0; i--) {
    enum function_kind kind = code_kind(stack->codes[i - 1]);
    if (kind != FUNCTION_ORDINARY)
      count = i;
    if (kind == FUNCTION_MAIN)
      break;
  }
  return count;
}

/* The directory as --fullpath-after wants it: what follows the first TEXT that occurs in it. */
static const char *shown_directory(const struct settings *settings, const char *directory)
{
  const struct options *options = settings->options;
  size_t count = options_count(options, OPTION_fullpath_after);
  if (!directory || count == 0)
    return "";
  for (size_t i = 0; i < count; i++) {
    const char *after = options_at(options, OPTION_fullpath_after, i);
    const char *found = strstr(directory, after);
    if (found) {
      directory = found + strlen(after);
      break;
    }
  }
  return strncmp(directory, "./", 2) == 0 ? directory + 2 : directory;
}

char *frame_names_path(const struct frame *frame)
{
  if (!frame->file || !frame->directory || *frame->file == '/')
    return frame->file ? memory_text(frame->file) : NULL;
  return print_text("%s/%s", frame->directory, frame->file);
}

char *frame_names_source(const struct settings *settings, const struct frame *frame)
{
  char *source;
  if (!frame->file)
    return memory_text("");
  const char *directory = shown_directory(settings, frame->directory);
  source = print_text("%s%s%s:%u", directory, *directory ? "/" : "", frame->file, frame->line);
  return source;
}

bool frame_names_is_below_main(const struct settings *settings, const struct frame *outermost)
{
  return !settings->show_below_main && function_kind(outermost->function_linkage) == FUNCTION_BELOW_MAIN;
}

const char *frame_names_function(const struct settings *settings, const struct code *code, size_t frame)
{
  const struct frame *shown = &code->frames[frame];
  if (frame == code->frame_count - 1 && frame_names_is_below_main(settings, shown))
    return "(below main)";
  const char *name = settings->demangle ? shown->function : shown->function_linkage;
  return name ? name : "???";
}

const char *frame_names_qualified(const struct settings *settings, const struct code *code, size_t frame)
{
  const struct frame *shown = &code->frames[frame];
  const bool is_other = shown->is_inlined && shown->qualified && settings->demangle;
  return is_other ? shown->qualified : frame_names_function(settings, code, frame);
}

char *frame_names_shown_function(const struct settings *settings, const struct code *code, size_t frame)
{
  const char *function = frame_names_function(settings, code, frame);
  const struct frame *shown = &code->frames[frame];
  const bool has_offset = settings->sym_offsets && shown->function_linkage && !shown->is_inlined && shown->offset != 0;
  char *name;
  if (!has_offset)
    return memory_text(function);
  name = print_text("%s+%llu", function, (unsigned long long)shown->offset);
  return name;
}

/* Made by one of the functions for frames of host/model/frames/identity.h. */
static char *make_name(const struct settings *settings, const struct code *code, size_t frame,
                       char *(*make)(const char *function, const char *inlined_linkage, const char *object))
{
  const struct frame *from = &code->frames[frame];
  bool is_known = from->function || from->function_linkage;
  return make(is_known ? frame_names_function(settings, code, frame) : NULL, from->inlined_linkage,
              code->mapping ? code->mapping->file.path : NULL);
}

char *frame_names_normalised(const struct settings *settings, const struct code *code, size_t frame)
{
  return make_name(settings, code, frame, identity_frame_name);
}

char *frame_names_signature(const struct settings *settings, const struct code *code, size_t frame)
{
  return make_name(settings, code, frame, identity_frame_signature);
}

char *frame_names_short(const struct settings *settings, const struct code *code, size_t frame)
{
  const struct frame *from = &code->frames[frame];
  const bool is_known = from->function || from->function_linkage;
  char *name = identity_frame_name(is_known ? frame_names_qualified(settings, code, frame) : NULL, NULL,
                                   code->mapping ? code->mapping->file.path : NULL);
  char *shorter = name ? short_name(name) : NULL;
  free(name);
  return shorter;
}
