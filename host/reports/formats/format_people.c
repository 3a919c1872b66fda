/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Merged findings as the screen shows those of one process: each drawn with its sources, the worst last, where it is
 * seen first; then what was not looked at, and the verdict. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/findings/finding_kinds.h"
#include "host/model/frames/ownership.h"
#include "host/model/process/leak_parts.h"
#include "host/model/words/cycle_words.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"
#include "host/reports/formats/people_lost.h"
#include "host/reports/screen/verdict.h"

enum { TESTS_SHOWN = 6 };

/* A line of its own: "seep: " and what follows, which is freed. */
static void put_line(const struct people_page *page, enum drawing_colour colour, char *text)
{
  drawing_put_text(&page->style, DRAWING_BOLD, "seep: ", page->output);
  drawing_put_wrapped(&page->style, colour, text, (unsigned)strlen("seep: "), page->output);
  free(text);
}

/* --- a finding --- */

/* Blocks of a cycle come from several places, all of which belong to it. */
static void add_places(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  const char *label = format_label(finding), *word = finding_is_error(finding) ? "in" : "by";
  people_add_span(page, &finding->stack, finding->place, label, word, drawing);
  for (size_t i = 1; i < finding->variant_count && finding->is_cycle; i++)
    people_add_span(page, &finding->variants[i].stack, finding->variants[i].places.place, label, word, drawing);
  if (finding->variant_count > 1 && !finding->is_cycle)
    drawing_add_note(drawing, print_text("%zu call paths lead here", finding->variant_count));
}

/* `has_place`: the place of the note is drawn already. */
static void add_note(const struct people_page *page, const struct finding_note *note, bool has_place,
                     struct drawing *drawing)
{
  char *words = sentence_for_people(note->sentence, note->title);
  char *label = memory_text(note->title ? note->title : words);
  *label = (char)tolower((unsigned char)*label);
  if (!has_place)
    people_add_span(page, &note->stack, format_note_place(note), label, "by", drawing);
  if (has_place || note->stack.count == 0 || (note->title && strcmp(words, note->title) != 0))
    drawing_add_note(drawing, memory_text(words));
  free(label);
  free(words);
}

static void add_tests(const struct people_page *page, const struct finding *finding, struct drawing *drawing)
{
  const char **tests;
  char *text;
  size_t count, size;
  finding_tests(page->findings, finding, &tests, &count);
  count = page->options->is_of_one_test ? 0 : count;
  FILE *stream = print_begin(&text, &size);
  fprintf(stream, "finding %s", finding->identity.digits);
  for (size_t i = 0; i < count && i < TESTS_SHOWN; i++)
    fprintf(stream, "%s%s", i == 0 ? ", hit by " : ", ", tests[i]);
  if (count > TESTS_SHOWN)
    fprintf(stream, " and %zu more", count - TESTS_SHOWN);
  drawing_add_note(drawing, print_end(stream, &text));
  free(tests);
}

static enum drawing_colour colour_of(const struct finding *finding)
{
  if (finding_is_error(finding) || finding->leak_kind == RECORD_LEAK_DEFINITE)
    return DRAWING_RED;
  return finding->leak_kind == RECORD_LEAK_REACHABLE ? DRAWING_BLUE : DRAWING_YELLOW;
}

/* Titles of leaks and of growth begin with their level. */
static void add_title(const struct finding *finding, struct drawing *drawing)
{
  const char *title = finding->title, *level = finding_is_leak(finding) ? loss_level(finding->leak_kind) : "growth";
  const size_t bytes = strlen(level);
  drawing->level = finding_is_error(finding) ? "error" : level;
  if (!finding_is_error(finding) && strncmp(title, level, bytes) == 0 && strncmp(title + bytes, ": ", 2) == 0)
    title += bytes + 2;
  drawing->title = finding_is_error(finding) && finding->count > 1
                     ? print_text("%s (%s times)", title, grouped_number(finding->count).digits)
                     : memory_text(title);
}

static void put_finding(const struct people_page *page, const struct finding *finding)
{
  struct drawing drawing = {.colour = colour_of(finding)};
  add_title(finding, &drawing);
  people_lost_first(page, finding, &drawing);
  add_places(page, finding, &drawing);
  people_lost_more(page, finding, &drawing);
  for (size_t i = 0; i < finding->note_count; i++)
    if (!people_lost_tells(finding, &finding->notes[i]))
      add_note(page, &finding->notes[i], finding->explanation_count > 0, &drawing);
  drawing_add_note(&drawing, finding->threads ? memory_text(finding->threads) : NULL);
  add_tests(page, finding, &drawing);
  if (finding->is_cycle && (drawing.span_count == 0 || !drawing.spans[0].help))
    drawing.help = cycle_help(finding->stack.frames, finding->stack.count);
  drawing_put(&drawing, &page->style, page->output);
  drawing_release(&drawing);
}

/* --- the verdict --- */

static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  (void)gap;
  put_line(context, DRAWING_YELLOW, print_text("%s: %s", who, what));
}

static void count(const struct finding *finding, struct verdict_counts *counts)
{
  struct verdict_loss *loss = &counts->losses[finding->leak_kind];
  if (finding_is_error(finding)) {
    counts->errors[finding->name]++;
    counts->error_count++;
  } else if (finding_is_growth(finding)) {
    counts->growing++;
  } else {
    add_saturated(&loss->bytes, finding->bytes);
    add_saturated(&loss->blocks, finding->blocks);
    loss->places++;
  }
}

static void put_verdict(const struct people_page *page)
{
  const size_t processes = findings_process_count(page->findings);
  struct verdict_counts counts = {0};
  struct verdict verdict;
  for (size_t i = 0; i < page->findings->count; i++)
    if (!finding_is_suppressed(&page->findings->items[i]))
      count(&page->findings->items[i], &counts);
  verdict_begin(&verdict);
  verdict_add_counts(&verdict, &counts);
  if (counts.error_count == 0 && !verdict_has_loss(&counts))
    verdict_add(&verdict, memory_text("nothing was found"));
  char *words = verdict_end(&verdict);
  put_line(page, counts.error_count > 0 || counts.losses[RECORD_LEAK_DEFINITE].blocks > 0 ? DRAWING_RED : DRAWING_PLAIN,
           print_text("%s; %s checked", words, grouped_count(processes, "process", "processes").digits));
  free(words);
}

/* As the screen ends: the first of what counts, in a line that can be looked for. */
static void put_first(const struct people_page *page)
{
  const struct finding *first = NULL;
  size_t more = 0;
  for (size_t i = 0; i < page->findings->count; i++) {
    const struct finding *finding = &page->findings->items[i];
    const bool counts = finding_is_error(finding) || finding->leak_kind == RECORD_LEAK_DEFINITE;
    if (!counts || !format_is_listed(page->options, finding))
      continue;
    more += first != NULL;
    first = first ? first : finding;
  }
  if (!first)
    return;
  const struct frame *frame = finding_place_frame(first);
  char *where = frame ? people_where(page, frame) : memory_text("");
  fprintf(page->output, "SUMMARY: Seep: %s%s%s",
          finding_is_error(first) ? error_name_words(first->name, 1) : loss_level(first->leak_kind),
          *where ? " at " : "", where);
  if (more > 0)
    fprintf(page->output, ", and %zu more", more);
  putc('\n', page->output);
  free(where);
}

static struct people_page page_of(const struct findings *findings, const struct format_options *options, FILE *output)
{
  return (struct people_page){findings, options, {.colour = options->is_terminal, .columns = options->columns}, output};
}

void format_people_findings(const struct findings *findings, const struct format_options *options, FILE *output)
{
  const struct people_page page = page_of(findings, options, output);
  for (size_t i = findings->count; i-- > 0;)
    if (format_is_listed(options, &findings->items[i]))
      put_finding(&page, &findings->items[i]);
}

struct error *format_people(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct people_page page = page_of(findings, options, output);
  format_people_findings(findings, options, output);
  format_tell_gaps(findings, put_problem, &page);
  put_verdict(&page);
  put_first(&page);
  return NULL;
}
