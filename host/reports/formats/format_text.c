/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Merged findings for people: totals last, as what stands last in a terminal is what is read first. */
#include <stdlib.h>

#include "host/base/plain_text.h"
#include "host/reports/formats/format_parts.h"
#include "host/model/process/model.h"
#include "host/model/words/numbers.h"

enum { TESTS_SHOWN = 6, UNCHECKED_SHOWN = 12 };

struct page {
  const struct findings *findings;
  const struct format_options *options;
  FILE *output;
};

static const char *bold(const struct page *page)
{
  return page->options->is_terminal ? "\033[1m" : "";
}

static const char *plain(const struct page *page)
{
  return page->options->is_terminal ? "\033[0m" : "";
}

static void put_stack(const struct page *page, const struct finding_stack *stack, const char *indent)
{
  for (size_t i = 0; i < stack->count; i++) {
    const struct frame *frame = &stack->frames[i];
    char *place = finding_frame_text(frame);
    fprintf(page->output, "%s%s ", indent, i == 0 ? "at" : "by");
    plain_text_put(place, page->output);
    fputs(frame_is_own(frame) && frame_is_looked_at(frame) ? "  <-- own\n" : "\n", page->output);
    free(place);
  }
}

/* The stacks, and how much came by each when there are several. */
static void put_variants(const struct page *page, const struct finding *finding)
{
  for (size_t i = 0; i < finding->variant_count && i < FORMAT_VARIANTS_SHOWN; i++) {
    char *amount = finding->variant_count > 1 ? finding_variant_amount(finding, i) : NULL;
    if (amount)
      fprintf(page->output, "    %s:\n", amount);
    free(amount);
    put_stack(page, &finding->variants[i].stack, finding->variant_count > 1 ? "      " : "    ");
  }
  if (finding->variant_count > FORMAT_VARIANTS_SHOWN)
    fprintf(page->output, "    and %zu more stacks\n", finding->variant_count - FORMAT_VARIANTS_SHOWN);
}

static void put_tests(const struct page *page, const struct finding *finding)
{
  const char **tests;
  size_t count;
  finding_tests(page->findings, finding, &tests, &count);
  fprintf(page->output, "    hit by %s: ", count == 1 ? "1 test" : "tests");
  for (size_t i = 0; i < count && i < TESTS_SHOWN; i++) {
    fputs(i > 0 ? ", " : "", page->output);
    plain_text_put(tests[i], page->output);
  }
  if (count > TESTS_SHOWN)
    fprintf(page->output, " and %zu more", count - TESTS_SHOWN);
  fputc('\n', page->output);
  free(tests);
}

static void put_finding(const struct page *page, const struct finding *finding)
{
  fprintf(page->output, "%s%s  ", bold(page), finding->identity.digits);
  plain_text_put(finding->title, page->output);
  if (finding_is_error(finding) && finding->count > 1)
    fprintf(page->output, " (%s times)", grouped_number(finding->count).digits);
  fprintf(page->output, "%s\n", plain(page));
  put_variants(page, finding);
  for (size_t i = 0; i < finding->note_count; i++) {
    fputs("     ", page->output);
    plain_text_put(finding->notes[i].sentence, page->output);
    fputc('\n', page->output);
    put_stack(page, &finding->notes[i].stack, "    ");
  }
  const char *remark = format_remark_of(page->options, finding);
  if (remark) {
    fputs("     ", page->output);
    plain_text_put(remark, page->output);
    fputc('\n', page->output);
  }
  if (!page->options->is_of_one_test)
    put_tests(page, finding);
  fputc('\n', page->output);
}

/* --- what was not looked at --- */

static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  const struct page *page = context;
  (void)gap;
  plain_text_put(who, page->output);
  fputs(": ", page->output);
  plain_text_put(what, page->output);
  fputc('\n', page->output);
}

/* --- totals --- */

/* Nothing is at no place. */
static void put_places(const struct page *page, uint64_t places)
{
  fprintf(page->output, places > 0 ? " at %s\n" : "\n", grouped_count(places, "place", "places").digits);
}

static void put_kind(const struct page *page, const char *label, enum record_leak_kind kind)
{
  const struct finding_totals *totals = &page->findings->totals;
  fprintf(page->output, "%18s: %s in %s", label, grouped_bytes(totals->leak_bytes[kind]).digits,
          grouped_count(totals->leak_blocks[kind], "block", "blocks").digits);
  put_places(page, totals->leak_findings[kind]);
}

static void put_unchecked(const struct page *page)
{
  const struct findings *findings = page->findings;
  size_t told = 0;
  for (size_t i = 0; i < findings->unchecked_count && told < UNCHECKED_SHOWN; i++) {
    const struct finding_unchecked *unchecked = &findings->unchecked[i];
    if (!finding_unchecked_was_meant(unchecked) || !finding_unchecked_is_left_out(unchecked))
      continue; /* those that were not left out are gaps */
    fprintf(page->output, "%18s%c ", told == 0 ? "ran unchecked" : "", told == 0 ? ':' : ' ');
    plain_text_put(unchecked->exe, page->output);
    fputs(" (", page->output);
    plain_text_put(unchecked->reason, page->output);
    fputs(")\n", page->output);
    told++;
  }
}

static void put_totals(const struct page *page, size_t listed)
{
  const struct findings *findings = page->findings;
  const struct finding_totals *totals = &findings->totals;
  size_t processes = findings_process_count(findings);
  fprintf(page->output, "%s%zu %s in %zu %s of %zu %s%s\n", bold(page), listed, listed == 1 ? "finding" : "findings",
          processes, processes == 1 ? "process" : "processes", findings->run_count,
          findings->run_count == 1 ? "run" : "runs", plain(page));
  fprintf(page->output, "%18s: %s", "errors", grouped_number(totals->errors).digits);
  put_places(page, totals->error_findings);
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    put_kind(page, leak_kind_words(kind), kind);
  fprintf(page->output, "%18s: %s in %s\n", "suppressed", grouped_bytes(totals->suppressed_bytes).digits,
          grouped_count(totals->suppressed_blocks, "block", "blocks").digits);
  if (totals->growing > 0)
    fprintf(page->output, "%18s: %s %s\n", "keep growing", grouped_number(totals->growing).digits,
            totals->growing == 1 ? "place" : "places");
  put_unchecked(page);
}

void format_text_findings(const struct findings *findings, const struct format_options *options, FILE *output)
{
  const struct page page = {findings, options, output};
  for (size_t i = 0; i < findings->count; i++)
    if (format_is_listed(options, &findings->items[i]))
      put_finding(&page, &findings->items[i]);
}

static size_t count_listed(const struct page *page)
{
  size_t listed = 0;
  for (size_t i = 0; i < page->findings->count; i++)
    listed += format_is_listed(page->options, &page->findings->items[i]);
  return listed;
}

struct error *format_text(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct page page = {findings, options, output};
  format_text_findings(findings, options, output);
  format_tell_gaps(findings, put_problem, &page);
  put_totals(&page, count_listed(&page));
  return NULL;
}
