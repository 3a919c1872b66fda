/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/formats/people_lost.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/words/lost_notes.h"

enum { WAYS_DRAWN = 2 };

/* Count 0: it is not known. */
static struct finding_stack scene_of(const struct finding_explanation *way, enum lost_scene wanted)
{
  const enum lost_scene scene = way->event_count > 0 ? lost_scene_of(way->cause) : LOST_SCENE_NONE;
  if (way->dropped.count > 0)
    return wanted == LOST_SCENE_LOST ? way->dropped : (struct finding_stack){NULL, 0};
  if (scene != wanted)
    return (struct finding_stack){NULL, 0};
  return scene == LOST_SCENE_STORED ? way->events->stored : way->events->stack;
}

static void add_scene(const struct people_page *page, const struct finding_explanation *way, enum lost_scene scene,
                      struct drawing *drawing)
{
  const struct finding_stack stack = scene_of(way, scene);
  if (stack.count > 0)
    people_add_event(page, &stack, lost_scene_label(way->cause, way->dropped.count > 0), drawing);
}

/* Often a place is shown already, by what happened there as well. */
static void drop_repeated(struct drawing *drawing, size_t before)
{
  if (drawing->span_count == before)
    return;
  for (size_t i = 0; i < before; i++)
    if (drawing->spans[i].where && strcmp(drawing->spans[i].where, drawing->spans[before].where) == 0) {
      drawing_drop_span(drawing);
      return;
    }
}

static void add_stored(const struct people_page *page, const struct finding_explanation *way, struct drawing *drawing)
{
  const size_t before = drawing->span_count;
  if (way->event_count == 0 || lost_scene_of(way->cause) != LOST_SCENE_LOST)
    return;
  people_add_event(page, &way->events->stored, "that pointer stored here", drawing);
  drop_repeated(drawing, before);
}

void people_lost_first(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  if (finding->explanation_count > 0)
    add_scene(page, finding->explanations, LOST_SCENE_LOST, drawing);
}

static void add_advice(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  const char *advice = finding->explanations[0].suggestion, *remark = format_remark_of(page->options, finding);
  if (remark && drawing->span_count > 0)
    drawing->spans[0].tried = memory_text(remark);
  if (advice && drawing->span_count > 0)
    drawing->spans[0].help = memory_text(advice);
  else if (advice)
    drawing->help = memory_text(advice);
}

static bool is_same_way(const struct finding_explanation *a, const struct finding_explanation *b)
{
  return a->sentence == b->sentence;
}

/* What an earlier way is said of is left out. */
static void add_other_ways(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  for (size_t i = 1; i < finding->explanation_count && i < WAYS_DRAWN; i++) {
    const size_t before = drawing->span_count;
    if (is_same_way(&finding->explanations[i], &finding->explanations[0]))
      continue;
    add_scene(page, &finding->explanations[i], LOST_SCENE_LOST, drawing);
    drop_repeated(drawing, before);
  }
}

void people_lost_more(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  if (finding->explanation_count == 0)
    return;
  add_advice(page, finding, drawing);
  add_scene(page, finding->explanations, LOST_SCENE_STORED, drawing);
  add_stored(page, finding->explanations, drawing);
  add_other_ways(page, finding, drawing);
  if (finding->siblings.sentence)
    drawing_add_note(drawing, memory_text(finding->siblings.sentence));
}

bool people_lost_tells(const struct finding *finding, const struct finding_note *note)
{
  return finding->explanation_count > 0 &&
         (note->sentence == finding->explanations[0].suggestion || note->sentence == finding->siblings.sentence);
}
