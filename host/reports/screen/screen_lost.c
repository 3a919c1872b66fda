/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places come below that of the allocation, the sentences below the places. */
#include "host/reports/screen/screen_lost.h"

#include <stdlib.h>
#include <string.h>

#include "host/reports/screen/place_span.h"
#include "host/model/words/lost_notes.h"

enum { WAYS_DRAWN = 2 };

static const char *const labels[] = {
  [RECORD_LOST_OVERWRITTEN] = "last pointer overwritten here",
  [RECORD_LOST_FRAME_LEFT] = "last pointer lost here, as the function returns",
  [RECORD_LOST_HOLDER_FREED] = "block with the last pointer freed here",
  [RECORD_LOST_UNMAPPED] = "memory with the last pointer unmapped here",
  [RECORD_LOST_HELD] = "pointer stored here",
};

static void add_span(const struct process *process, const struct stack *stack, const char *label,
                     struct drawing *drawing)
{
  if (drawing->span_count < DRAWING_SPANS &&
      span_of_stack(process, stack, SPAN_BEFORE, label, &drawing->spans[drawing->span_count]))
    drawing->span_count++;
}

/* Often it is the line that has allocated the block, which is shown already. */
static void add_stored(const struct process *process, const struct lost_blocks *lost, struct drawing *drawing)
{
  const size_t before = drawing->span_count;
  if (lost->event_count == 0 || lost->cause == RECORD_LOST_HELD || lost->cause == RECORD_LOST_UNKNOWN)
    return;
  add_span(process, lost->events->stored, "that pointer stored here", drawing);
  if (drawing->span_count > before && before > 0 && drawing->spans[0].where && drawing->spans[before].where &&
      strcmp(drawing->spans[0].where, drawing->spans[before].where) == 0)
    drawing_drop_span(drawing);
}

static void add_way(const struct lost_case *way, uint64_t all_blocks, bool is_first, struct drawing *drawing)
{
  char *sentence = lost_sentence(way);
  add_span(way->process, lost_scene_stack(way->lost), labels[way->lost->cause], drawing);
  if (is_first)
    add_stored(way->process, way->lost, drawing);
  drawing_add_note(drawing, sentence ? lost_sentence_of(sentence, way->lost->blocks, all_blocks) : NULL);
  free(sentence);
}

void screen_lost_draw(const struct process *process, const struct leak *leak, struct drawing *drawing)
{
  struct lost_blocks *ways;
  size_t found;
  const struct stack *allocated = leak->stack;
  struct error *error = lost_ways_gather(process, allocated, leak->records, leak->record_count, &ways, &found);
  if (error) {
    error_free(error);
    return;
  }
  const size_t drawn = found < WAYS_DRAWN ? found : WAYS_DRAWN;
  for (size_t i = 0; i < drawn; i++)
    add_way(&(struct lost_case){process, allocated, &ways[i]}, leak->amounts.blocks, i == 0, drawing);
  drawing_add_note(drawing, lost_rest_sentence(ways + drawn, found - drawn));
  if (found > 0)
    drawing->help = lost_suggestion(&(struct lost_case){process, allocated, ways});
  free(ways);
}
