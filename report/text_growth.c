/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps growing, and what kinds of places the blocks come from that are still reachable. */
#include <stdlib.h>
#include <string.h>

#include "report/growth.h"
#include "report/identify.h"
#include "report/sentences.h"
#include "report/sites.h"
#include "report/text.h"

enum { FINDINGS_SHOWN = 10, DIGEST_SHOWN = 5 };

static void put_suppression(struct text *text, const struct growth_site *site)
{
  struct match match;
  if (text->process->settings.gen_suppressions == GEN_SUPPRESSIONS_NO)
    return;
  struct error *error = match_of_growth(site, &text->process->settings, &match);
  if (!error) {
    text_suppression(text, &match);
    match_release(&match);
  }
  error_free(error);
}

static void put_site(struct text *text, const struct growth_site *site)
{
  char *sentence = growth_sentence(site);
  struct identity identity;
  text_finding_begin(text, 1);
  text_styled_line(text, TEXT_FINDING, "%s", sentence ? sentence : "");
  free(sentence);
  text_stack(text, site->stack);
  struct error *error = identify_growth(site, &text->process->settings, &identity);
  if (!error)
    text_identity(text, &identity);
  error_free(error);
  text_finding_end(text);
  put_suppression(text, site);
}

/* The fastest one last, next to the summary, as the leaks stand too. */
void text_growth(struct text *text)
{
  size_t count;
  const struct growth_site **sites;
  struct error *error = growth_findings(text->process->growth, &sites, &count);
  if (error) {
    error_free(error);
    return;
  }
  const size_t shown = count < FINDINGS_SHOWN || text->process->settings.verbosity > 1 ? count : FINDINGS_SHOWN;
  if (shown < count) {
    text_line(text, "%zu places keep growing; these do so fastest (-v: all of them):", count);
    text_blank(text);
  }
  for (size_t i = shown; i-- > 0;)
    put_site(text, sites[i]);
  free(sites);
}

/* --- still reachable --- */

void text_reachable_classes(struct text *text, const struct leak_check *check)
{
  static const struct {
    enum growth_class class;
    const char *label;
  } lines[] = {
    {GROWTH_GROWING, "growing"}, {GROWTH_BOUNDED, "bounded cache"}, {GROWTH_ONE_TIME, "one-time"},
    {GROWTH_SINGLETON, "singleton"}, {GROWTH_NONE, "not clear"},
  };
  const struct growth *growth = text->process->growth;
  uint64_t bytes[GROWTH_CLASSES] = {0}, places[GROWTH_CLASSES] = {0};
  if (!growth->is_analysed || growth->site_count == 0 || check->totals.blocks[RECORD_LEAK_REACHABLE] == 0)
    return;
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if (record->kind != RECORD_LEAK_REACHABLE || record->suppression || record->blocks == 0)
      continue;
    /* Stacks have sites of their own; a record of several stacks goes with its first. */
    const struct growth_site *site = growth_site_of(growth, record->stack ? record->stack->id : 0);
    const enum growth_class class = site ? site->class : GROWTH_NONE;
    add_up(&bytes[class], record->bytes);
    places[class]++;
  }
  text_line(text, "What is still reachable, by the places it comes from:");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (places[lines[i].class] > 0)
      text_line(text, "%18s: %s bytes from %s %s", lines[i].label, text_number(bytes[lines[i].class]).digits,
                text_number(places[lines[i].class]).digits, places[lines[i].class] == 1 ? "place" : "places");
}

/* --- the digest --- */

/* Stacks that begin at one place, however the program came there. */
struct line {
  char *place;
  double bytes_per_second;
  uint64_t bytes;
};

static int by_place(const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  return strcmp(x->place ? x->place : "", y->place ? y->place : "");
}

static int fastest_first(const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  const int order = (x->bytes_per_second < y->bytes_per_second) - (x->bytes_per_second > y->bytes_per_second);
  return order ? order : by_place(a, b);
}

static uint64_t most_bytes(const struct growth_site *site)
{
  uint64_t most = 0;
  for (size_t i = 0; i < site->value_count; i++)
    most = site->values[i].bytes > most ? site->values[i].bytes : most;
  return most;
}

static struct line line_of(const struct text *text, const struct growth_site *site)
{
  struct site place = site_of_stack(&text->process->settings, site->stack);
  return (struct line){site_place(&place, &text->process->settings), site->fits[GROWTH_SECONDS].slope,
                       site->class == GROWTH_FREED ? most_bytes(site) : growth_last(site).bytes};
}

static size_t merge_lines(struct line *lines, size_t found)
{
  size_t count = 0;
  qsort(lines, found, sizeof *lines, by_place);
  for (size_t i = 0; i < found; i++)
    if (count > 0 && by_place(&lines[count - 1], &lines[i]) == 0) {
      lines[count - 1].bytes_per_second += lines[i].bytes_per_second;
      add_up(&lines[count - 1].bytes, lines[i].bytes);
      free(lines[i].place);
    } else {
      lines[count++] = lines[i];
    }
  qsort(lines, count, sizeof *lines, fastest_first);
  return count;
}

/* A list of the digest. */
struct list {
  struct error *(*find)(const struct growth *growth, const struct growth_site ***ret, size_t *ret_count);
  const char *heading, *amount;
};

static void put_lines(struct text *text, const struct list *list, const struct line *lines, size_t count)
{
  text_blank(text);
  text_styled_line(text, TEXT_HEADING, "%s", list->heading);
  for (size_t i = 0; i < count && i < DIGEST_SHOWN; i++) {
    char *rate = growth_rate_words(lines[i].bytes_per_second);
    text_line(text, "  %s, %s %s bytes: %s", rate ? rate : "", list->amount, text_number(lines[i].bytes).digits,
              lines[i].place ? lines[i].place : "???");
    free(rate);
  }
  if (count > DIGEST_SHOWN)
    text_line(text, "  and %zu more places", count - DIGEST_SHOWN);
}

/* False: there is nothing to put. */
static bool put_list(struct text *text, const struct list *list)
{
  size_t count;
  const struct growth_site **sites;
  struct error *error = list->find(text->process->growth, &sites, &count);
  if (error) {
    error_free(error);
    return false;
  }
  struct line *lines = calloc(count + 1, sizeof *lines);
  for (size_t i = 0; lines && i < count; i++)
    lines[i] = line_of(text, sites[i]);
  count = lines ? merge_lines(lines, count) : 0;
  if (count > 0)
    put_lines(text, list, lines, count);
  for (size_t i = 0; i < count; i++)
    free(lines[i].place);
  free(lines);
  free(sites);
  return count > 0;
}

void text_growth_digest(struct text *text)
{
  static const struct list lists[] = {
    {growth_findings, "Where the heap keeps growing:", "now"},
    {growth_freed, "What grew as long as the program ran, and was freed when it ended:", "up to"},
  };
  bool is_any = false;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    is_any |= put_list(text, &lists[i]);
  if (is_any && text->config.run_name)
    text_line(text, "To see all over time: seep heap %s growth", text->config.run_name);
}
