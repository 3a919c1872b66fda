/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only the last few are looked at: processes of one program follow each other. */
#include "host/model/findings/findings_contexts.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/model/process/program_facts.h"

enum { LOOKED_AT_MAX = 64 };

/* All strings are interned. */
static bool is_same(const struct suppressions_context *a, const struct suppressions_context *b)
{
  if (memcmp(a->facts, b->facts, sizeof a->facts) != 0 || a->library_count != b->library_count)
    return false;
  for (size_t i = 0; i < a->library_count; i++)
    if (a->libraries[i].name != b->libraries[i].name || a->libraries[i].version != b->libraries[i].version)
      return false;
  return true;
}

/* `libraries` has room for all. */
static void intern_context(struct findings_frames *frames, const struct suppressions_context *context,
                           struct suppressions_library *libraries, struct suppressions_context *ret)
{
  *ret = *context;
  ret->libraries = libraries;
  for (size_t i = 0; i < EXTENSIONS; i++)
    findings_frames_intern(frames, context->facts[i], &ret->facts[i]);
  for (size_t i = 0; i < context->library_count; i++) {
    findings_frames_intern(frames, context->libraries[i].name, &libraries[i].name);
    findings_frames_intern(frames, context->libraries[i].version, &libraries[i].version);
  }
}

/* Keeps what `context` points at. */
static void add_context(struct findings_contexts *contexts, struct findings_frames *frames,
                        const struct suppressions_context *context, const struct suppressions_context **ret)
{
  struct suppressions_context *made = findings_frames_allocate(frames, sizeof *made);
  size_t count = context->library_count;
  struct suppressions_library *libraries = findings_frames_allocate(frames, (count + 1) * sizeof *libraries);
  grow((void **)&contexts->items, contexts->count, &contexts->capacity, sizeof *contexts->items);
  for (size_t i = 0; i < count; i++)
    libraries[i] = context->libraries[i];
  *made = *context;
  made->libraries = libraries;
  *ret = contexts->items[contexts->count++] = made;
}

void findings_contexts_find(struct findings_contexts *contexts, struct findings_frames *frames,
                            const struct process *process, const struct suppressions_context **ret)
{
  const struct suppressions_context *recorded;
  struct suppressions_context context;
  program_facts_for_match(process->context, &recorded);
  struct suppressions_library *libraries = memory_zeroed(recorded->library_count + 1, sizeof *libraries);
  intern_context(frames, recorded, libraries, &context);
  *ret = NULL;
  for (size_t i = contexts->count; !*ret && i-- > 0 && contexts->count - i <= LOOKED_AT_MAX;)
    if (is_same(contexts->items[i], &context))
      *ret = contexts->items[i];
  if (!*ret)
    add_context(contexts, frames, &context, ret);
  free(libraries);
}

void findings_contexts_deinit(struct findings_contexts *contexts)
{
  free(contexts->items);
}
