/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only the last few are looked at: processes of one program follow each other. */
#include "host/model/findings/findings_contexts.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/model/process/program_facts.h"

enum { LOOKED_AT_MAX = 64 };

/* All strings are interned. */
static bool is_same(const struct suppressions_context *a, const struct suppressions_context *b)
{
  if (a->exe != b->exe || a->test != b->test || a->library_count != b->library_count)
    return false;
  for (size_t i = 0; i < a->library_count; i++)
    if (a->libraries[i].name != b->libraries[i].name || a->libraries[i].version != b->libraries[i].version)
      return false;
  return true;
}

/* `libraries` has room for all. */
static struct error *intern_context(struct findings_frames *frames, const struct suppressions_context *context,
                            struct suppressions_library *libraries, struct suppressions_context *ret)
{
  struct error *error;
  *ret = *context;
  ret->libraries = libraries;
  if ((error = findings_frames_intern(frames, context->exe, &ret->exe)) ||
      (error = findings_frames_intern(frames, context->test, &ret->test)))
    return error;
  for (size_t i = 0; i < context->library_count; i++)
    if ((error = findings_frames_intern(frames, context->libraries[i].name, &libraries[i].name)) ||
        (error = findings_frames_intern(frames, context->libraries[i].version, &libraries[i].version)))
      return error;
  return NULL;
}

/* Keeps what `context` points at. */
static struct error *add_context(struct findings_contexts *contexts, struct findings_frames *frames,
                         const struct suppressions_context *context, const struct suppressions_context **ret)
{
  struct suppressions_context *made = findings_frames_allocate(frames, sizeof *made);
  size_t count = context->library_count;
  struct suppressions_library *libraries = findings_frames_allocate(frames, (count + 1) * sizeof *libraries);
  if (!made || !libraries ||
      !grow((void **)&contexts->items, contexts->count, &contexts->capacity, sizeof *contexts->items))
    return error_no_memory();
  for (size_t i = 0; i < count; i++)
    libraries[i] = context->libraries[i];
  *made = *context;
  made->libraries = libraries;
  *ret = contexts->items[contexts->count++] = made;
  return NULL;
}

struct error *findings_contexts_find(struct findings_contexts *contexts, struct findings_frames *frames,
                               const struct process *process, const struct suppressions_context **ret)
{
  const struct suppressions_context *recorded;
  struct suppressions_context context;
  struct error *error = program_facts_for_match(process->context, &recorded);
  if (error)
    return error;
  struct suppressions_library *libraries = calloc(recorded->library_count + 1, sizeof *libraries);
  error = libraries ? intern_context(frames, recorded, libraries, &context) : error_no_memory();
  *ret = NULL;
  for (size_t i = contexts->count; !error && !*ret && i-- > 0 && contexts->count - i <= LOOKED_AT_MAX;)
    if (is_same(contexts->items[i], &context))
      *ret = contexts->items[i];
  if (!error && !*ret)
    error = add_context(contexts, frames, &context, ret);
  free(libraries);
  return error;
}

void findings_contexts_deinit(struct findings_contexts *contexts)
{
  free(contexts->items);
}
