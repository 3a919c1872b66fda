/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The title is the same in all that people read (host/model/words/error_titles.h); what is drawn below it follows from
 * the kind, and from where the address lies. */
#include "host/reports/screen/screen_error.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/process/found_later.h"
#include "host/model/process/identify.h"
#include "host/model/process/error_trails.h"
#include "host/reports/screen/place_span.h"
#include "host/model/words/thread_words.h"
#include "host/model/words/error_notes.h"
#include "host/model/words/error_titles.h"
#include "host/model/words/lost_words.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"
#include "host/model/words/test_words.h"

enum { SPANS_DRAWN = 4 };

static const char *label_of(const struct error_context *error)
{
  const struct found_later *const later = found_later_of(error->kind);
  if (later)
    return later->label;
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
    return "read here";
  case RECORD_ERROR_INVALID_WRITE:
    return "written here";
  case RECORD_ERROR_INVALID_FREE:
    return error_name_of(error) == ERROR_NAME_DOUBLE_FREE ? "freed again here" : "freed here";
  case RECORD_ERROR_MISMATCHED_FREE:
  case RECORD_ERROR_SIZE_MISMATCH:
  case RECORD_ERROR_ALIGNMENT_MISMATCH:
    return "freed here";
  case RECORD_ERROR_CONDITION:
  case RECORD_ERROR_VALUE:
    return "used here";
  case RECORD_ERROR_SYSCALL_PARAM:
    return "passed here";
  default:
    return "here";
  }
}

/* --- what stands below --- */

static void add_span(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                     struct drawing *drawing)
{
  if (drawing->span_count < SPANS_DRAWN &&
      span_of_stack(process, stack, role, label, &drawing->spans[drawing->span_count]))
    drawing->span_count++;
}

static void add_block(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  const bool is_double = error_name_of(error) == ERROR_NAME_DOUBLE_FREE;
  if (error_block_of(error) == ERROR_BLOCK_FREED)
    add_span(process, error->free_stack, SPAN_BEFORE, is_double ? "freed first here" : "freed here", drawing);
  add_span(process, error->alloc_stack, SPAN_ALLOCATED, "allocated here", drawing);
}

static bool is_block(enum record_origin origin)
{
  return origin == RECORD_ORIGIN_HEAP || origin == RECORD_ORIGIN_PAST_END;
}

static void add_origin(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  static const char *const labels[] = {
    [RECORD_ORIGIN_NONE] = "comes from here",
    [RECORD_ORIGIN_HEAP] = "allocated here, never initialised",
    [RECORD_ORIGIN_STACK] = "a local variable of this function, which was never set",
    [RECORD_ORIGIN_CLIENT] = "declared uninitialised here",
    [RECORD_ORIGIN_PAST_END] = "allocated here; bytes past its end were loaded",
  };
  const bool is_known = error->origin < sizeof labels / sizeof *labels;
  add_span(process, error->origin_stack, is_block(error->origin) ? SPAN_ALLOCATED : SPAN_BEFORE,
           labels[is_known ? error->origin : RECORD_ORIGIN_NONE], drawing);
}

/* As the stack is not where it happened. */
static void add_found_later(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  if (!found_later_of(error->kind))
    return;
  add_span(process, error->place_stack, SPAN_BEFORE, "found here", drawing);
  drawing_add_note(drawing, found_later_sentence(error));
}

/* In the order of the sentences; the last place is left to the origin of a value. */
static void add_trail(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  const size_t room = SPANS_DRAWN - error_is_of_value(error);
  const size_t count = error->trail ? error->trail->count : 0;
  for (size_t i = 0; i < count && i < TRAIL_NOTES_MAX; i++) {
    if (drawing->span_count < room)
      add_span(process, error->trail->events[i].stored, SPAN_BEFORE,
               error_is_of_value(error) ? "stored here before" : "pointer stored here", drawing);
    drawing_add_note(drawing, trail_sentence(process, error->trail, i, 0));
  }
  if (count > TRAIL_NOTES_MAX)
    drawing_add_note(drawing, print_text("Before that, it was in %s.",
                                         grouped_count(count - TRAIL_NOTES_MAX, "other place", "other places").digits));
}

static void add_notes(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  struct error_notes notes;
  error_notes_describe(process, error, &notes);
  for (size_t i = 0; i < notes.count; i++) {
    const char *sentence = notes.items[i].sentence;
    char *words = process->settings.verbosity > 1 ? memory_text(sentence) : sentence_for_people(sentence, NULL);
    if (notes.items[i].stack)
      add_span(process, notes.items[i].stack, SPAN_BEFORE, words, drawing);
    else
      drawing_add_note(drawing, memory_text(words));
    free(words);
  }
  error_notes_release(&notes);
}

static void add_tests(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  drawing_add_note(drawing, test_words(process, &error->tests));
}

static void add_identity(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  struct identity identity;
  if (process->settings.verbosity < 2)
    return;
  identify_error(error, process, &identity);
  drawing_add_note(drawing, print_text("finding %s", identity.digits));
}

void screen_error_draw(const struct process *process, const struct error_context *error, struct drawing *ret)
{
  *ret = (struct drawing){.colour = DRAWING_RED, .level = "error"};
  error_title(process, error, &ret->title);
  add_span(process, error->stack, SPAN_HAPPENED, label_of(error), ret);
  if (!error_is_of_value(error) && error_block_of(error) != ERROR_BLOCK_NONE && !error_is_of_descriptor(error)) {
    add_block(process, error, ret);
    add_found_later(process, error, ret);
    add_trail(process, error, ret);
  } else if (error_is_of_value(error) && error->origin_stack) {
    add_trail(process, error, ret);
    add_origin(process, error, ret);
  } else if (error_name_of(error) != ERROR_NAME_NULL_POINTER) {
    add_notes(process, error, ret);
  }
  drawing_add_note(ret, thread_words(process, error));
  add_tests(process, error, ret);
  add_identity(process, error, ret);
}
