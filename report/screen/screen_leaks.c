/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loss records of one kind and one place are one leak, however the program came there. The largest are drawn, the
 * largest of all last, where it is seen first. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/print.h"
#include "report/model/identify.h"
#include "report/model/leak_places.h"
#include "report/screen/place_span.h"
#include "report/screen/screen.h"
#include "report/screen/screen_lost.h"
#include "report/words/growth_places.h"
#include "report/words/loss_title.h"
#include "report/words/numbers.h"
#include "report/words/test_words.h"

enum { LEAKS_DRAWN = 10, GROWTH_DRAWN = 5 };

struct leak {
  const struct loss_record *largest;
  const struct loss_record **records; /* all of them */
  size_t record_count, record_capacity;
  char *place;
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
  struct test_ids tests;
};

static uint64_t all_bytes(const struct leak *leak)
{
  uint64_t bytes = leak->bytes;
  add_saturated(&bytes, leak->indirect_bytes);
  return bytes;
}

/* --- putting records together --- */

static int by_place(const void *a, const void *b)
{
  const struct leak *x = a, *y = b;
  if (x->largest->kind != y->largest->kind)
    return x->largest->kind < y->largest->kind ? -1 : 1;
  const int order = strcmp(x->place ? x->place : "", y->place ? y->place : "");
  if (order != 0)
    return order;
  return (x->largest->number > y->largest->number) - (x->largest->number < y->largest->number);
}

/* What is worst comes last: definitely lost, and of a kind what has most bytes. */
static int by_weight(const void *a, const void *b)
{
  static const int weights[LEAK_KINDS] = {
    [RECORD_LEAK_REACHABLE] = 0, [RECORD_LEAK_INDIRECT] = 1, [RECORD_LEAK_POSSIBLE] = 2, [RECORD_LEAK_DEFINITE] = 3,
  };
  const struct leak *x = a, *y = b;
  if (x->largest->kind != y->largest->kind)
    return weights[x->largest->kind] - weights[y->largest->kind];
  if (all_bytes(x) != all_bytes(y))
    return all_bytes(x) < all_bytes(y) ? -1 : 1;
  return by_place(a, b);
}

static struct leak leak_of(const struct process *process, const struct loss_record *record)
{
  const struct leak_place place = leak_place_of_stack(process, record->stack);
  return (struct leak){
    .largest = record, .place = leak_place_text(&place, &process->settings), .bytes = record->bytes,
    .blocks = record->blocks, .indirect_bytes = record->indirect_bytes, .indirect_blocks = record->indirect_blocks,
  };
}

/* Without memory fewer records and tests are told of. */
static void add_record(struct leak *leak, const struct loss_record *record)
{
  for (size_t i = 0; i < record->tests.count; i++)
    error_free(test_ids_add(&leak->tests, record->tests.items[i]));
  if (grow((void **)&leak->records, leak->record_count, &leak->record_capacity, sizeof *leak->records))
    leak->records[leak->record_count++] = record;
}

/* Records come in the order of size, so of neighbours that are one leak the later is the larger. */
static size_t merge(struct leak *leaks, size_t found)
{
  size_t count = 0;
  for (size_t i = 0; i < found; i++) {
    struct leak *last = count > 0 ? &leaks[count - 1] : NULL;
    if (!last || last->largest->kind != leaks[i].largest->kind || !last->place || !leaks[i].place ||
        strcmp(last->place, leaks[i].place) != 0) {
      leaks[count] = leaks[i];
      add_record(&leaks[count], leaks[i].largest);
      count++;
      continue;
    }
    free(leaks[i].place);
    last->largest = leaks[i].largest;
    add_saturated(&last->bytes, leaks[i].bytes);
    add_saturated(&last->blocks, leaks[i].blocks);
    add_saturated(&last->indirect_bytes, leaks[i].indirect_bytes);
    add_saturated(&last->indirect_blocks, leaks[i].indirect_blocks);
    add_record(last, leaks[i].largest);
  }
  return count;
}

/* Malloc'ed, NULL without memory. */
static struct leak *leaks_of(const struct process *process, const struct leak_check *check, size_t *ret_count)
{
  struct leak *leaks = calloc(check->record_count + 1, sizeof *leaks);
  size_t found = 0;
  for (size_t i = 0; leaks && i < check->record_count; i++)
    if (check->records[i].is_shown)
      leaks[found++] = leak_of(process, &check->records[i]);
  if (leaks)
    qsort(leaks, found, sizeof *leaks, by_place);
  *ret_count = leaks ? merge(leaks, found) : 0;
  if (leaks)
    qsort(leaks, *ret_count, sizeof *leaks, by_weight);
  return leaks;
}

/* --- drawing --- */

static const enum drawing_colour colours[LEAK_KINDS] = {
  [RECORD_LEAK_DEFINITE] = DRAWING_RED, [RECORD_LEAK_INDIRECT] = DRAWING_YELLOW,
  [RECORD_LEAK_POSSIBLE] = DRAWING_YELLOW, [RECORD_LEAK_REACHABLE] = DRAWING_BLUE,
};

static void add_identity(const struct process *process, const struct loss_record *record, struct drawing *drawing)
{
  struct identity identity;
  if (process->settings.verbosity < 2)
    return;
  struct error *error = identify_loss(record, process, &identity);
  if (!error)
    drawing_add_note(drawing, print_text("finding %s", identity.digits));
  error_free(error);
}

static void put_suppression(struct screen *screen, const struct process *process, const struct loss_record *record)
{
  struct suppression_match match;
  if (!screen_wants_suppression(screen, process))
    return;
  struct error *error = suppression_match_loss(record, &process->settings, &match);
  if (!error)
    screen_put_suppression(screen, &match);
  error_free(error);
}

static void draw(struct screen *screen, const struct process *process, const struct leak *leak)
{
  const enum record_leak_kind kind = leak->largest->kind;
  struct drawing drawing = {
    .colour = colours[kind], .level = loss_level(kind),
    .title = loss_title(kind, leak->bytes, leak->blocks, leak->indirect_bytes, leak->indirect_blocks)};
  if (span_of_stack(process, leak->largest->stack, SPAN_LEAKED, "allocated here", &drawing.spans[0]))
    drawing.span_count = 1;
  screen_lost_draw(process, leak->records, leak->record_count, &drawing);
  if (leak->record_count > 1)
    drawing_add_note(&drawing, print_text("%zu call paths lead here; the one shown loses most", leak->record_count));
  char *tests = test_words(process, &leak->tests);
  if (tests)
    drawing_add_note(&drawing, print_text("allocated %s", tests));
  free(tests);
  add_identity(process, leak->largest, &drawing);
  screen_draw(screen, process, &drawing);
  put_suppression(screen, process, leak->largest);
}

static void put_rest(struct screen *screen, const struct leak *leaks, size_t count)
{
  uint64_t bytes = 0, blocks = 0;
  for (size_t i = 0; i < count; i++) {
    add_saturated(&bytes, all_bytes(&leaks[i]));
    add_saturated(&blocks, leaks[i].blocks);
    add_saturated(&blocks, leaks[i].indirect_blocks);
  }
  screen_line(screen, DRAWING_PLAIN, "%s not shown, with %s in %s (-v shows all)",
              grouped_count(count, "smaller leak is", "smaller leaks are").digits, grouped_bytes(bytes).digits,
              grouped_count(blocks, "block", "blocks").digits);
  putc('\n', screen->config.output);
}

/* Places are those of the leaks; bytes and blocks also count what is not shown. */
static void keep_totals(struct screen *screen, const struct leak_check *check, const struct leak *leaks, size_t count)
{
  for (int kind = 0; kind < LEAK_KINDS; kind++)
    screen->losses[kind] = (struct screen_loss){check->totals.bytes[kind], check->totals.blocks[kind], 0};
  for (size_t i = 0; i < count; i++)
    screen->losses[leaks[i].largest->kind].places++;
}

void screen_leaks(struct screen *screen, const struct process *process, const struct leak_check *check)
{
  size_t count;
  struct leak *leaks = leaks_of(process, check, &count);
  const bool draws_all = process->settings.verbosity > 1 || process->settings.gen_suppressions != GEN_SUPPRESSIONS_NO;
  const size_t first = draws_all || count <= LEAKS_DRAWN ? 0 : count - LEAKS_DRAWN;
  if (!check->is_complete)
    screen_line(screen, DRAWING_YELLOW, "the search for leaks did not end; more may be lost");
  if (first > 0)
    put_rest(screen, leaks, first);
  for (size_t i = first; i < count; i++)
    draw(screen, process, &leaks[i]);
  keep_totals(screen, check, leaks, count);
  for (size_t i = 0; i < count; i++) {
    free(leaks[i].place);
    free(leaks[i].records);
    test_ids_release(&leaks[i].tests);
  }
  free(leaks);
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
  struct error *error = growth_places_find(process->growth, process, growth_findings, &places);
  if (error) {
    error_free(error);
    return;
  }
  const size_t drawn = places.count < GROWTH_DRAWN || process->settings.verbosity > 1 ? places.count : GROWTH_DRAWN;
  for (size_t i = drawn; i-- > 0;)
    draw_growth(screen, process, &places.items[i]);
  screen->growing = places.count;
  growth_places_release(&places);
}
