/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per cause, in a table, and one for what was dropped from a register. It writes nothing where others may
 * free the block as well as the place that lost the last pointer in memory: where a register still held one, and it is
 * not known whose it was, or in other people's code; nor where a count says that others have references still. */
#include <stdlib.h>

#include "host/base/print.h"
#include "host/model/words/lost_places.h"
#include "host/model/words/lost_words.h"

static void suggest_before_place(const struct lost_case *lost, const char *what, FILE *stream)
{
  const struct leak_place place = leak_place_of_event(lost->process, lost->lost->events->stack);
  if (!place.is_own)
    return;
  fprintf(stream, "Free it before %s", what);
  lost_put_place(lost->process, " in ", &place, stream);
  fputs(", or keep another pointer to it.", stream);
}

static void suggest_before_overwriting(const struct lost_case *lost, FILE *stream)
{
  suggest_before_place(lost, "its pointer is overwritten", stream);
}

static void suggest_before_freeing(const struct lost_case *lost, FILE *stream)
{
  const bool is_resized = lost_is_resized(lost->lost->events->stack);
  suggest_before_place(lost, is_resized ? "the block that points to it is resized"
                                        : "the block that points to it is freed", stream);
}

/* A word of the stack that is no variable may be a register of the caller's that was saved: then its owner is somebody
 * else. */
static void suggest_before_return(const struct lost_case *lost, FILE *stream)
{
  if (lost->lost->events->place.kind == LOST_ON_STACK)
    return;
  const char *function = lost->lost->events->place.function;
  const struct leak_place place = leak_place_of_event(lost->process, lost->lost->events->stack);
  if (!place.is_own || !lost_is_in_function(lost->process, &place, function))
    return;
  fprintf(stream, "Free it before %s() returns", function);
  lost_put_source(lost->process, &place, stream);
  fputs(", or pass its pointer on.", stream);
}

static void put_keeping(const struct lost_case *lost, const struct leak_place *place, FILE *stream)
{
  char *called = lost_function_called(lost->process, place);
  if (called && place->is_own) {
    fprintf(stream, "Keep the pointer that %s() returns", called);
    lost_put_place(lost->process, " to ", place, stream);
    fputs(", and free it when it is no longer needed.", stream);
  }
  free(called);
}

static void suggest_keeping(const struct lost_case *lost, FILE *stream)
{
  const struct leak_place place = leak_place_of_stack(lost->process, lost->allocated);
  put_keeping(lost, &place, stream);
}

/* By whom it was returned to whom it was dropped by, or from whose register. */
static void suggest_for_dropped(const struct lost_case *lost, FILE *stream)
{
  const struct lost_drop *drop = &lost->lost->drop;
  if (drop->kind == LOST_DROP_RESULT) {
    const struct leak_place place = leak_place_behind(drop->got, lost->allocated);
    put_keeping(lost, &place, stream);
    return;
  }
  const struct leak_place holder = leak_place_behind(drop->got, NULL);
  char *function = lost_function_at(lost->process, &holder);
  if (function) {
    fprintf(stream, "Free it before %s() returns", function);
    if (drop->left && holder.frame + 1 == holder.code->frame_count)
      lost_put_return(lost->process, drop->left, stream);
    fputs(", or pass its pointer on.", stream);
  }
  free(function);
}

/* Compilers keep variables in registers; without optimisation they are in memory, where each has its name. */
static void suggest_unoptimised(const struct lost_case *lost, FILE *stream)
{
  const bool is_unnamed = lost->lost->cause == RECORD_LOST_FRAME_LEFT && lost->lost->event_count > 0 &&
                          lost->lost->events->place.kind == LOST_ON_STACK;
  if (is_unnamed || lost->lost->drop.registers != 0)
    fputs("A build with -O0 tells in which variable it was.", stream);
}

static const struct {
  void (*suggest)(const struct lost_case *lost, FILE *stream);
  bool needs_event;
} suggestions[] = {
  [RECORD_LOST_NEVER_STORED] = {suggest_keeping, false},
  [RECORD_LOST_OVERWRITTEN] = {suggest_before_overwriting, true},
  [RECORD_LOST_FRAME_LEFT] = {suggest_before_return, true},
  [RECORD_LOST_HOLDER_FREED] = {suggest_before_freeing, true},
  [RECORD_LOST_HELD] = {NULL, true},
};

static void suggest_by_cause(const struct lost_case *lost, FILE *stream)
{
  const enum record_lost_cause cause = lost->lost->cause;
  if (suggestions[cause].suggest && (!suggestions[cause].needs_event || lost->lost->event_count > 0) &&
      lost->lost->drop.registers == 0)
    suggestions[cause].suggest(lost, stream);
}

char *lost_suggestion(const struct lost_case *lost)
{
  char *text;
  size_t size;
  if (lost->lost->count)
    return NULL;
  FILE *stream = print_begin(&text, &size);
  if (lost->lost->drop.kind != LOST_DROP_NONE)
    suggest_for_dropped(lost, stream);
  else if (!lost->lost->newer)
    suggest_by_cause(lost, stream);
  if (fflush(stream) == 0 && size == 0)
    suggest_unoptimised(lost, stream);
  text = print_end(stream, &text);
  if (*text)
    return text;
  free(text);
  return NULL;
}
