/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each leak (host/model/process/leaks.h) is drawn once, however the program came there: the largest ones, and the
 * largest of all last, where it is seen first. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/process/leaks.h"
#include "host/reports/screen/place_span.h"
#include "host/reports/screen/screen.h"
#include "host/reports/screen/screen_lost.h"
#include "host/model/frames/place.h"
#include "host/model/words/cycle_words.h"
#include "host/model/words/doubt_words.h"
#include "host/model/words/growth_places.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sibling_words.h"
#include "host/model/words/test_words.h"

enum { LEAKS_DRAWN = 10, CYCLE_PLACES_DRAWN = 4, GROWTH_DRAWN = 5 };

/* --- drawing --- */

static const enum drawing_colour colours[LEAK_KINDS] = {
  [RECORD_LEAK_DEFINITE] = DRAWING_RED, [RECORD_LEAK_INDIRECT] = DRAWING_YELLOW,
  [RECORD_LEAK_POSSIBLE] = DRAWING_YELLOW, [RECORD_LEAK_REACHABLE] = DRAWING_BLUE,
};

static void put_suppression(struct screen *screen, const struct process *process, const struct loss_record *record)
{
  struct suppression_match match;
  suppression_match_loss(record, &process->settings, &match);
  screen_put_suppression(screen, &match);
}

/* Each stack needs one of its own. */
static void put_suppressions(struct screen *screen, const struct process *process, const struct leak *leak)
{
  if (!screen_wants_suppression(screen, process))
    return;
  for (size_t i = leak->record_count; i-- > 0;)
    if (leak->records[i]->kind == leak->kind)
      put_suppression(screen, process, leak->records[i]);
}

static void add_doubts(const struct leak *leak, struct drawing *drawing)
{
  for (unsigned cause = 0; cause < RECORD_DOUBT_CAUSES; cause++)
    drawing_add_note(drawing, doubts_sentence(&leak->doubts, (enum record_doubt_cause)cause, leak->amounts.blocks));
}

static void add_siblings(const struct process *process, const struct leak *leak, struct drawing *drawing)
{
  struct sibling_ways ways;
  sibling_ways_find(process, leak->records, leak->record_count, &ways);
  drawing_add_note(drawing, sibling_sentence(&ways, leak->amounts.blocks));
  sibling_ways_release(&ways);
}

static bool is_drawn(const struct drawing *drawing, const char *where)
{
  for (size_t i = 0; i < drawing->span_count; i++)
    if (drawing->spans[i].where && strcmp(drawing->spans[i].where, where) == 0)
      return true;
  return false;
}

/* All blocks of a cycle keep each other, so each of their places is one where it could be broken. */
static void add_cycle(const struct process *process, const struct leak *leak, struct drawing *drawing)
{
  size_t hidden = 0;
  struct span span;
  for (size_t i = 0; i < leak->stack_count; i++) {
    if (!span_of_stack(process, leak->stacks[i], SPAN_ALLOCATED, "allocated here", &span))
      continue;
    const bool is_new = !is_drawn(drawing, span.where ? span.where : "");
    const bool has_room = drawing->span_count < CYCLE_PLACES_DRAWN;
    if (is_new && has_room)
      drawing->spans[drawing->span_count++] = span;
    else
      span_release(&span);
    hidden += is_new && !has_room;
  }
  if (hidden > 0)
    drawing_add_note(drawing,
                     print_text("%zu more %s part of the cycle", hidden, hidden == 1 ? "place is" : "places are"));
}

static void add_cycle_help(const struct process *process, const struct leak *leak, struct drawing *drawing)
{
  struct frame *frames;
  size_t count;
  place_frames_of(process->symbols, &process->settings, leak->stack, &frames, &count);
  drawing->help = cycle_help(frames, count);
  free(frames);
}

static void draw(struct screen *screen, const struct process *process, const struct leak *leak)
{
  struct screen_lost lost;
  const enum loss_trait trait = doubts_trait(&leak->doubts, leak->amounts.blocks, leak->is_cycle);
  struct drawing drawing = {.colour = colours[leak->kind], .level = loss_level(leak->kind),
                            .title = loss_title(leak->kind, &leak->amounts, trait)};
  screen_lost_find(process, leak, &lost);
  const enum span_role role = screen_lost_leads(&lost) ? SPAN_ALLOCATED : SPAN_LEAKED;
  if (span_of_stack(process, leak->stack, role, "allocated here", &drawing.spans[0]))
    drawing.span_count = 1;
  if (leak->kind == RECORD_LEAK_DEFINITE && !leak->suppression)
    screen_note_first(screen, false, loss_level(leak->kind), &drawing);
  if (leak->is_cycle)
    add_cycle(process, leak, &drawing);
  add_siblings(process, leak, &drawing);
  if (!screen_lost_add(&lost, &drawing) && leak->is_cycle)
    add_cycle_help(process, leak, &drawing);
  screen_lost_release(&lost);
  if (trait != LOSS_OF_ENDED_THREADS)
    add_doubts(leak, &drawing);
  if (leak->stack_count > 1 && !leak->is_cycle)
    drawing_add_note(&drawing, print_text("%zu call paths lead here; the one shown loses most", leak->stack_count));
  char *tests = test_words(process, &leak->tests);
  if (tests)
    drawing_add_note(&drawing, print_text("allocated %s", tests));
  free(tests);
  if (process->settings.verbosity > 1)
    drawing_add_note(&drawing, print_text("finding %s", leak->identity.digits));
  screen_draw(screen, process, &drawing);
  put_suppressions(screen, process, leak);
}

static void put_rest(struct screen *screen, const struct leak *leaks, size_t count)
{
  struct leak_amounts sum = {0};
  for (size_t i = 0; i < count; i++)
    leak_amounts_add(&sum, &leaks[i].amounts);
  add_saturated(&sum.blocks, sum.indirect_blocks);
  screen_line(screen, DRAWING_PLAIN, "%s not shown, with %s in %s (-v shows all)",
              grouped_count(count, "smaller leak is", "smaller leaks are").digits,
              grouped_bytes(leak_amounts_all_bytes(&sum)).digits, grouped_count(sum.blocks, "block", "blocks").digits);
  putc('\n', screen->config.output);
}

/* Shown or not. */
static void keep_totals(struct screen *screen, const struct leak_check *check, const struct leaks *leaks)
{
  for (int kind = 0; kind < LEAK_KINDS; kind++)
    screen->found.losses[kind] = (struct verdict_loss){check->totals.bytes[kind], check->totals.blocks[kind], 0};
  for (size_t i = 0; i < leaks->count; i++)
    screen->found.losses[leaks->items[i].kind].places += !leaks->items[i].suppression;
}

/* Puts those that are to be shown first, in their order; how many there are. */
static size_t keep_shown(struct leaks *leaks)
{
  struct leak *shown = memory_zeroed(leaks->count + 1, sizeof *shown);
  size_t count = 0, hidden = 0;
  for (size_t i = 0; i < leaks->count; i++)
    count += leaks->items[i].is_shown;
  for (size_t i = 0, next = 0; i < leaks->count; i++)
    shown[leaks->items[i].is_shown ? next++ : count + hidden++] = leaks->items[i];
  memcpy(leaks->items, shown, leaks->count * sizeof *shown);
  free(shown);
  return count;
}

static void draw_shown(struct screen *screen, const struct process *process, struct leaks *leaks)
{
  const size_t count = keep_shown(leaks);
  const bool draws_all = process->settings.verbosity > 1 || process->settings.gen_suppressions != GEN_SUPPRESSIONS_NO;
  const size_t first = draws_all || count <= LEAKS_DRAWN ? 0 : count - LEAKS_DRAWN;
  if (first > 0)
    put_rest(screen, leaks->items, first);
  for (size_t i = first; i < count; i++)
    draw(screen, process, &leaks->items[i]);
}

void screen_leaks(struct screen *screen, const struct process *process, const struct leak_check *check)
{
  struct leaks leaks;
  if (!check->is_complete)
    screen_line(screen, DRAWING_YELLOW, "the search for leaks did not end; more may be lost");
  leaks_find(process, check, &leaks);
  draw_shown(screen, process, &leaks);
  keep_totals(screen, check, &leaks);
  leaks_release(&leaks);
}

/* --- growth --- */

static void draw_growth(struct screen *screen, const struct process *process, const struct growth_place *place)
{
  struct drawing drawing = {.colour = DRAWING_YELLOW, .level = "growth", .title = growth_place_sentence(place)};
  if (span_of_stack(process, place->sites[0]->stack, SPAN_LEAKED, "allocated here", &drawing.spans[0]))
    drawing.span_count = 1;
  if (place->site_count > 1)
    drawing_add_note(&drawing, print_text("%zu call paths lead here; the one shown grows fastest", place->site_count));
  screen_draw(screen, process, &drawing);
}

void screen_growth(struct screen *screen, const struct process *process)
{
  struct growth_places places;
  growth_places_find(process->growth, process, growth_findings, &places);
  const size_t drawn = places.count < GROWTH_DRAWN || process->settings.verbosity > 1 ? places.count : GROWTH_DRAWN;
  for (size_t i = drawn; i-- > 0;)
    draw_growth(screen, process, &places.items[i]);
  screen->found.growing = places.count;
  growth_places_release(&places);
}
