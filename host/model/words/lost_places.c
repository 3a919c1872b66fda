/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/words/lost_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/frames/frame_names.h"

/* Malloc'ed, NULL: not known. */
static char *function_at(const struct process *process, const struct code *code, size_t frame)
{
  const bool is_known = code && (code->frames[frame].function || code->frames[frame].function_linkage);
  return is_known ? frame_names_short(&process->settings, code, frame) : NULL;
}

/* "list.c:88", "libz.so.1"; malloc'ed likewise. */
static char *source_at(const struct process *process, const struct leak_place *place)
{
  if (!place->code)
    return NULL;
  char *source = frame_names_source(&process->settings, &place->code->frames[place->frame]);
  if (*source)
    return source;
  free(source);
  const char *path = place->code->mapping ? place->code->mapping->file.path : NULL;
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? memory_text(slash + 1) : path ? memory_text(path) : NULL;
}

void lost_put_source(const struct process *process, const struct leak_place *place, FILE *stream)
{
  char *source = source_at(process, place);
  if (source)
    fprintf(stream, " (%s)", source);
  free(source);
}

void lost_put_place(const struct process *process, const char *before, const struct leak_place *place, FILE *stream)
{
  char *function = lost_function_at(process, place), *source = source_at(process, place);
  if (function)
    fprintf(stream, "%s%s()", before, function);
  else if (source)
    fprintf(stream, "%san unknown function", before);
  if (source)
    fprintf(stream, " (%s)", source);
  free(function);
  free(source);
}

char *lost_function_at(const struct process *process, const struct leak_place *place)
{
  return function_at(process, place->code, place->frame);
}

char *lost_function_called(const struct process *process, const struct leak_place *place)
{
  return function_at(process, place->called, place->called_frame);
}

void lost_put_return(const struct process *process, const struct stack *stack, FILE *stream)
{
  const struct code *code = stack->codes[0];
  lost_put_source(process, &(struct leak_place){.code = code, .frame = code->frame_count - 1}, stream);
}

bool lost_is_in_function(const struct process *process, const struct leak_place *place, const char *function)
{
  char *name = lost_function_at(process, place);
  const bool is_same = name && function && strcmp(name, function) == 0;
  free(name);
  return is_same;
}

bool lost_is_resized(const struct stack *stack)
{
  const char *name = stack && stack->count > 0 ? stack->codes[0]->frames[0].function : NULL;
  return name && (strcmp(name, "realloc") == 0 || strcmp(name, "reallocarray") == 0);
}
