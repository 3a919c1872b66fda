/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Markdown as GitHub and GitLab understand it: totals, then a folded part for each finding, the worst first, as many as
 * fit. A comment on GitHub may have 65,536 characters, a step's summary 1 MiB. */
#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"
#include "host/model/process/model.h"
#include "host/model/words/numbers.h"

enum { COMMENT_BYTES = 60000, SUMMARY_BYTES = 1000000, HEADLINE_BYTES = 400, TESTS_SHOWN = 10, PROBLEMS_SHOWN = 20 };

struct page {
  const struct findings *findings;
  const struct format_options *options;
  FILE *output;
};

/* Text from outside between tags or in a table: nothing in it is markup. */
static void put_text(FILE *output, const char *text)
{
  char *line = utf8_line(text, HEADLINE_BYTES);
  for (const char *at = line; at && *at; at++)
    if (strchr("&<>\"'|`*_[]()#\\~!@:$", *at))
      fprintf(output, "&#%d;", *at);
    else
      putc(*at, output);
  free(line);
}

/* In <pre>, where only tags and entities mean something; blank lines end the HTML block around it. */
static void put_preformatted(FILE *output, const char *text)
{
  for (; *text; text++)
    if (strchr("&<>", *text))
      fprintf(output, "&#%d;", *text);
    else if (text[0] == '\n' && text[1] == '\n')
      fputs("\n&#32;", output);
    else
      putc(*text, output);
}

/* --- totals --- */

static void put_row(const struct page *page, const char *label, uint64_t all_bytes, uint64_t all_blocks,
                    uint64_t own_bytes, uint64_t own_blocks)
{
  if (all_blocks == 0)
    return;
  fprintf(page->output, "| %s | %s in %s |", label, grouped_bytes(all_bytes).digits,
          grouped_count(all_blocks, "block", "blocks").digits);
  fprintf(page->output, " %s in %s |\n", grouped_bytes(own_bytes).digits,
          grouped_count(own_blocks, "block", "blocks").digits);
}

static void put_totals(const struct page *page)
{
  const struct finding_totals *all = &page->findings->totals, *own = &page->findings->own_totals;
  fputs("| | all | own |\n|---|---|---|\n", page->output);
  fprintf(page->output, "| errors | %s at %s |", grouped_number(all->errors).digits,
          grouped_count(all->error_findings, "place", "places").digits);
  fprintf(page->output, " %s at %s |\n", grouped_number(own->errors).digits,
          grouped_count(own->error_findings, "place", "places").digits);
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    put_row(page, leak_kind_words(kind), all->leak_bytes[kind], all->leak_blocks[kind], own->leak_bytes[kind],
            own->leak_blocks[kind]);
  put_row(page, "suppressed", all->suppressed_bytes, all->suppressed_blocks, own->suppressed_bytes,
          own->suppressed_blocks);
  putc('\n', page->output);
}

/* --- findings --- */

static void put_tests(const struct page *page, const struct finding *finding, FILE *output)
{
  const char **tests;
  size_t count;
  finding_tests(page->findings, finding, &tests, &count);
  fputs("<p>hit by ", output);
  for (size_t i = 0; i < count && i < TESTS_SHOWN; i++) {
    fputs(i > 0 ? ", " : "", output);
    put_text(output, tests[i]);
  }
  if (count > TESTS_SHOWN)
    fprintf(output, " and %zu more", count - TESTS_SHOWN);
  fputs("</p>\n", output);
  free(tests);
}

static void put_finding(const struct page *page, const struct finding *finding, FILE *output)
{
  char *headline = format_headline(finding), *plain = format_plain_text(finding);
  fputs("<details><summary>", output);
  put_text(output, headline);
  fprintf(output, " <code>%s</code></summary>\n<pre>\n", finding->identity.digits);
  put_preformatted(output, plain);
  fputs("</pre>\n", output);
  put_tests(page, finding, output);
  fputs("</details>\n", output);
  free(headline);
  free(plain);
}

/* *ret_fits is false, and nothing is written, when it is longer than `room`. */
static void put_if_it_fits(const struct page *page, const struct finding *finding, size_t *room, bool *ret_fits)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  put_finding(page, finding, stream);
  print_end(stream, &text);
  *ret_fits = size <= *room;
  if (*ret_fits) {
    *room -= size;
    fwrite(text, 1, size, page->output);
  }
  free(text);
}

static void put_findings(const struct page *page, size_t room)
{
  size_t left_out = 0;
  bool is_full = false;
  for (size_t i = 0; i < page->findings->count; i++) {
    const struct finding *finding = &page->findings->items[i];
    if (!format_is_listed(page->options, finding))
      continue;
    bool fits = !is_full;
    if (!is_full)
      put_if_it_fits(page, finding, &room, &fits);
    is_full = !fits;
    left_out += !fits;
  }
  if (left_out > 0)
    fprintf(page->output, "\n%s more findings are left out here, as there is no room for them.\n",
            grouped_number(left_out).digits);
}

/* --- what was not looked at --- */

struct problems {
  FILE *output;
  size_t count, limited; /* all; those of which only the first are shown */
};

/* What the user has chosen not to look for is one line for each choice, which no number of others hides. */
static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  struct problems *problems = context;
  problems->count++;
  if (!gap_is_choice(gap) && problems->limited++ >= PROBLEMS_SHOWN)
    return;
  fputs("- ", problems->output);
  put_text(problems->output, who);
  fputs(": ", problems->output);
  put_text(problems->output, what);
  putc('\n', problems->output);
}

static void put_heading(const struct page *page, size_t count, bool is_whole)
{
  const size_t processes = findings_process_count(page->findings);
  fprintf(page->output, "### Memory check: %s %s in %s%s\n\n", count > 0 ? grouped_number(count).digits : "no",
          count == 1 ? "finding" : "findings", grouped_count(processes, "process", "processes").digits,
          is_whole || count > 0 ? "" : ", but not everything was checked");
}

/* The heading says so if there are any, so they are made before it. */
static void put_problems(const struct page *page, size_t count)
{
  char *text;
  size_t size;
  struct problems problems = {.output = print_begin(&text, &size)};
  format_tell_gaps(page->findings, put_problem, &problems);
  if (problems.limited > PROBLEMS_SHOWN)
    fprintf(problems.output, "- and %zu more problems\n", problems.limited - PROBLEMS_SHOWN);
  if (problems.count > 0)
    putc('\n', problems.output);
  print_end(problems.output, &text);
  put_heading(page, count, problems.count == 0);
  fputs(text, page->output);
  free(text);
}

static size_t count_listed(const struct page *page)
{
  size_t count = 0;
  for (size_t i = 0; i < page->findings->count; i++)
    count += format_is_listed(page->options, &page->findings->items[i]);
  return count;
}

static void put_page(const struct findings *findings, const struct format_options *options, FILE *output, size_t room)
{
  struct page page = {findings, options, output};
  put_problems(&page, count_listed(&page));
  put_totals(&page);
  put_findings(&page, room);
}

struct error *format_markdown(const struct findings *findings, const struct format_options *options, FILE *output)
{
  put_page(findings, options, output, COMMENT_BYTES);
  return NULL;
}

struct error *format_github_summary(const struct findings *findings, const struct format_options *options, FILE *output)
{
  put_page(findings, options, output, SUMMARY_BYTES);
  return NULL;
}
