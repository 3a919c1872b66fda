/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps growing, and what kinds of allocation sites the reachable blocks have. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/reports/text/text.h"
#include "host/model/words/growth_places.h"
#include "host/model/words/numbers.h"

enum { FINDINGS_SHOWN = 10, DIGEST_SHOWN = 5 };

static void put_suppression(struct text *text, const struct growth_site *site)
{
  struct suppression_match match;
  if (!text_wants_suppression(text))
    return;
  suppression_match_growth(site, &text->process->settings, &match);
  text_suppression(text, &match);
  suppression_match_release(&match);
}

static void put_place(struct text *text, const struct growth_place *place)
{
  char *sentence = growth_place_sentence(place);
  text_finding_begin(text, 1);
  text_styled_line(text, TEXT_FINDING, "%s", sentence ? sentence : "");
  free(sentence);
  text_stack(text, place->sites[0]->stack);
  if (place->site_count > 1)
    text_line(text, "   %zu stacks come here; this one grows fastest", place->site_count);
  text_identity(text, &place->identity);
  text_finding_end(text);
  for (size_t i = 0; i < place->site_count; i++)
    put_suppression(text, place->sites[i]);
}

/* The fastest one last, next to the summary, as the leaks stand too. */
void text_growth(struct text *text)
{
  struct growth_places places;
  growth_places_find(text->process->growth, text->process, growth_findings, &places);
  const size_t count = places.count;
  const size_t shown = count < FINDINGS_SHOWN || text->process->settings.verbosity > 1 ? count : FINDINGS_SHOWN;
  if (shown < count) {
    text_line(text, "%zu places keep growing; these do so fastest (-v: all of them):", count);
    text_blank(text);
  }
  for (size_t i = shown; i-- > 0;)
    put_place(text, &places.items[i]);
  growth_places_release(&places);
}

/* --- still reachable --- */

struct reachable {
  uint64_t bytes[GROWTH_CLASSES];
  const struct growth_site **sites[GROWTH_CLASSES];
  size_t counts[GROWTH_CLASSES];
  struct growth_site *unsampled; /* made up for stacks that are in no sample */
};

static void reachable_init(struct reachable *reachable, size_t record_count)
{
  reachable->unsampled = memory_zeroed(record_count + 1, sizeof *reachable->unsampled);
  for (size_t i = 0; i < GROWTH_CLASSES; i++)
    reachable->sites[i] = memory_zeroed(record_count + 1, sizeof(struct growth_site *));
}

static void reachable_deinit(struct reachable *reachable)
{
  for (size_t i = 0; i < GROWTH_CLASSES; i++)
    free(reachable->sites[i]);
  free(reachable->unsampled);
}

/* By the class of the site that each record's stack has. */
static void sort_records(const struct growth *growth, const struct leak_check *check, struct reachable *reachable)
{
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if (record->kind != RECORD_LEAK_REACHABLE || record->suppression || record->blocks == 0)
      continue;
    const struct growth_site *site = growth_site_of(growth, record->stack ? record->stack->id : 0);
    const enum growth_class class = site ? site->class : GROWTH_NONE;
    reachable->unsampled[i] = (struct growth_site){.stack = record->stack};
    reachable->sites[class][reachable->counts[class]++] = site ? site : &reachable->unsampled[i];
    add_saturated(&reachable->bytes[class], record->bytes);
  }
}

static void put_class(struct text *text, const struct reachable *reachable, enum growth_class class)
{
  struct growth_places places;
  growth_places_of(reachable->sites[class], reachable->counts[class], text->process, &places);
  if (places.count > 0)
    text_line(text, "%25s: %s bytes from %s %s", growth_class_words(class),
              grouped_number(reachable->bytes[class]).digits, grouped_number(places.count).digits,
              places.count == 1 ? "site" : "sites");
  growth_places_release(&places);
}

void text_reachable_classes(struct text *text, const struct leak_check *check)
{
  static const enum growth_class lines[] = {
    GROWTH_GROWING, GROWTH_BOUNDED, GROWTH_ONE_TIME, GROWTH_SINGLETON, GROWTH_NONE,
  };
  const struct growth *growth = text->process->growth;
  struct reachable reachable = {.unsampled = NULL};
  if (!growth->is_analysed || growth->site_count == 0 || check->totals.blocks[RECORD_LEAK_REACHABLE] == 0)
    return;
  reachable_init(&reachable, check->record_count);
  sort_records(growth, check, &reachable);
  text_line(text, "Still reachable, by allocation site:");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    put_class(text, &reachable, lines[i]);
  reachable_deinit(&reachable);
}

/* --- the digest --- */

/* A list of the digest. */
struct list {
  growth_finder *find;
  const char *heading;
};

static void put_places(struct text *text, const struct list *list, const struct growth_places *places)
{
  text_blank(text);
  text_styled_line(text, TEXT_HEADING, "%s", list->heading);
  for (size_t i = 0; i < places->count && i < DIGEST_SHOWN; i++) {
    char *line = growth_place_line(&places->items[i], text->process);
    text_line(text, "  %s", line);
    free(line);
  }
  if (places->count > DIGEST_SHOWN)
    text_line(text, "  and %zu more places", places->count - DIGEST_SHOWN);
}

/* False: there is nothing to put. */
static bool put_list(struct text *text, const struct list *list)
{
  struct growth_places places;
  growth_places_find(text->process->growth, text->process, list->find, &places);
  const bool is_any = places.count > 0;
  if (is_any)
    put_places(text, list, &places);
  growth_places_release(&places);
  return is_any;
}

void text_growth_digest(struct text *text)
{
  static const struct list lists[] = {
    {growth_findings, "Where the heap keeps growing:"},
    {growth_freed, "Grew until the program ended, and was freed at exit:"},
  };
  bool is_any = false;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    is_any |= put_list(text, &lists[i]);
  if (is_any && text->config.run_name)
    text_line(text, "To see all over time: seep heap %s growth", text->config.run_name);
}
