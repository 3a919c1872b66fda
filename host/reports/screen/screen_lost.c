/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/screen_lost.h"

#include <stdlib.h>
#include <string.h>

#include "host/model/words/count_words.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/parting_words.h"
#include "host/reports/screen/place_span.h"

enum { WAYS_DRAWN = 2 };

void screen_lost_find(const struct process *process, const struct leak *leak, struct screen_lost *ret)
{
  *ret = (struct screen_lost){.process = process, .leak = leak};
  lost_ways_gather(process, leak->stack, leak->records, leak->record_count, &ret->ways, &ret->count);
}

void screen_lost_release(struct screen_lost *lost)
{
  free(lost->ways);
}

static struct lost_case case_of(const struct screen_lost *lost, size_t way)
{
  return (struct lost_case){lost->process, lost->leak->stack, &lost->ways[way]};
}

/* NULL: it is not known, or the blocks are still held there. */
static const struct stack *scene_of(const struct lost_blocks *way)
{
  return way->cause == RECORD_LOST_HELD ? NULL : lost_scene_stack(way);
}

bool screen_lost_leads(const struct screen_lost *lost)
{
  return lost->count > 0 && scene_of(lost->ways);
}

/* --- places --- */

static void add_span(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                     struct drawing *drawing)
{
  if (drawing->span_count < DRAWING_SPANS &&
      span_of_stack(process, stack, role, label, &drawing->spans[drawing->span_count]))
    drawing->span_count++;
}

static void add_scene(const struct screen_lost *lost, size_t way, enum span_role role, struct drawing *drawing)
{
  const struct lost_blocks *blocks = &lost->ways[way];
  add_span(lost->process, lost_scene_stack(blocks), role,
           lost_scene_label(blocks->cause, lost_where_dropped(blocks) != NULL), drawing);
}

static void bring_to_front(struct drawing *drawing, size_t number)
{
  const struct span first = drawing->spans[number];
  memmove(drawing->spans + 1, drawing->spans, number * sizeof first);
  drawing->spans[0] = first;
}

/* Often it is a line that is shown already, for what else happened there. */
static void drop_repeated(struct drawing *drawing, size_t before)
{
  const char *where = drawing->span_count > before ? drawing->spans[before].where : NULL;
  for (size_t i = 0; where && i < before; i++)
    if (drawing->spans[i].where && strcmp(drawing->spans[i].where, where) == 0) {
      drawing_drop_span(drawing);
      return;
    }
}

static void add_stored(const struct screen_lost *lost, struct drawing *drawing)
{
  const struct lost_blocks *first = lost->ways;
  const size_t before = drawing->span_count;
  if (first->event_count == 0 || first->cause == RECORD_LOST_HELD || first->cause == RECORD_LOST_UNKNOWN)
    return;
  add_span(lost->process, first->events->stored, SPAN_BEFORE, "that pointer stored here", drawing);
  drop_repeated(drawing, before);
}

static void add_places(const struct screen_lost *lost, size_t drawn, struct drawing *drawing)
{
  const size_t before = drawing->span_count;
  const bool leads = screen_lost_leads(lost);
  add_scene(lost, 0, leads ? SPAN_LOST : SPAN_BEFORE, drawing);
  if (leads && drawing->span_count > before)
    bring_to_front(drawing, before);
  add_stored(lost, drawing);
  for (size_t i = 1; i < drawn; i++) {
    const size_t repeated = drawing->span_count;
    add_scene(lost, i, SPAN_BEFORE, drawing);
    drop_repeated(drawing, repeated);
  }
}

/* --- words --- */

static void add_sentence(const struct screen_lost *lost, size_t way, struct drawing *drawing)
{
  const struct lost_case told = case_of(lost, way);
  char *sentence = lost_sentence(&told);
  if (sentence)
    drawing_add_note(drawing, lost_sentence_of(sentence, lost->ways[way].blocks, lost->leak->amounts.blocks));
  free(sentence);
}

static bool add_advice(const struct screen_lost *lost, struct drawing *drawing)
{
  const struct lost_case first = case_of(lost, 0);
  char *advice = lost_suggestion(&first);
  if (drawing->span_count > 0)
    drawing->spans[0].help = advice;
  else
    drawing->help = advice;
  return advice != NULL;
}

bool screen_lost_add(const struct screen_lost *lost, struct drawing *drawing)
{
  const size_t drawn = lost->count < WAYS_DRAWN ? lost->count : WAYS_DRAWN;
  if (lost->count == 0)
    return false;
  const struct lost_case first = case_of(lost, 0);
  add_places(lost, drawn, drawing);
  drawing_add_note(drawing, parting_sentence(&first, lost->leak->records, lost->leak->record_count));
  for (size_t i = 0; i < drawn; i++)
    add_sentence(lost, i, drawing);
  if (lost->ways->count)
    drawing_add_note(drawing, count_table_text(lost->process, lost->ways->count));
  drawing_add_note(drawing, lost_rest_sentence(lost->ways + drawn, lost->count - drawn));
  return add_advice(lost, drawing);
}
