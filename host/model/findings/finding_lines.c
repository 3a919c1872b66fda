/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from records may hold anything, so all of it goes through plain_text_put(). */
#include "host/model/findings/finding_lines.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/numbers.h"

enum { TESTS_SHOWN = 4 };

static void put_place(const struct finding *finding, FILE *output)
{
  const struct frame *frame = finding_place_frame(finding);
  char *place = frame ? finding_frame_text(frame) : NULL;
  plain_text_put(place ? place : "no stack is known", output);
  free(place);
}

static void put_tests(const struct findings *findings, const struct finding *finding, FILE *output)
{
  const char **tests;
  size_t count;
  finding_tests(findings, finding, &tests, &count);
  fputs(", hit by ", output);
  for (size_t i = 0; i < count && i < TESTS_SHOWN; i++) {
    fputs(i > 0 ? ", " : "", output);
    plain_text_put(tests[i], output);
  }
  if (count > TESTS_SHOWN)
    fprintf(output, " and %zu more", count - TESTS_SHOWN);
  free(tests);
}

void finding_lines_put(const struct findings *findings, const struct finding *finding, const char *remark,
                       FILE *output)
{
  fprintf(output, "    %s  ", finding->identity.digits);
  plain_text_put(finding->title, output);
  if (finding_is_error(finding) && finding->count > 1)
    fprintf(output, " (%s times)", grouped_number(finding->count).digits);
  fputs("\n        ", output);
  put_place(finding, output);
  put_tests(findings, finding, output);
  if (remark) {
    fputs("\n        ", output);
    plain_text_put(remark, output);
  }
  fputc('\n', output);
}

/* --- changes --- */

static void put_amounts(const struct counted_finding *item, const struct finding_amounts *amounts, FILE *output)
{
  if (counted_finding_is_growth(item)) {
    fputs("growing", output);
    return;
  }
  if (!counted_finding_is_leak(item)) {
    fputs(grouped_count(amounts->count, "time", "times").digits, output);
    return;
  }
  const struct leak_amounts lost = {amounts->bytes, amounts->blocks, amounts->indirect_bytes,
                                    amounts->indirect_blocks};
  char *words = loss_amount(&lost, "");
  fputs(words, output);
  free(words);
}

static void put_change(const struct counted_finding *item, const struct finding_amounts *before,
                       const struct finding_amounts *after, FILE *output)
{
  put_amounts(item, after, output);
  fputs(", before ", output);
  put_amounts(item, before, output);
}

static void put_test_changes(const struct counted_finding *before, const struct counted_finding *after, FILE *output)
{
  size_t shown = 0;
  struct common_tests common = {0};
  while (shown < TESTS_SHOWN && common_tests_next(before, after, &common)) {
    if (memcmp(&common.before->amounts, &common.after->amounts, sizeof common.before->amounts) == 0)
      continue;
    fprintf(output, "; in test %s ", common.before->name);
    put_change(after, &common.before->amounts, &common.after->amounts, output);
    shown++;
  }
}

char *finding_lines_change(const struct finding_difference *difference)
{
  const struct counted_finding *before = difference->before, *after = difference->after;
  char *text;
  size_t size;
  FILE *output = print_begin(&text, &size);
  if (difference->is_moved)
    fprintf(output, "its identity was %s, at %s", before->identity.digits, before->place);
  if (difference->is_moved && difference->change != FINDING_CHANGE_MOVED)
    fputs("; ", output);
  if (difference->change != FINDING_CHANGE_MOVED)
    put_change(after, &before->amounts, &after->amounts, output);
  if (difference->change != FINDING_CHANGE_MOVED && (before->test_count > 1 || after->test_count > 1))
    put_test_changes(before, after, output);
  return print_end(output, &text);
}

/* Findings stand in one array, the worst first; what is gone has none here and comes last. */
static int by_importance(const void *a, const void *b)
{
  const struct finding_difference *x = a, *y = b;
  const struct finding *p = x->after ? x->after->finding : NULL, *q = y->after ? y->after->finding : NULL;
  if (p && q)
    return (p > q) - (p < q);
  if (p || q)
    return p ? -1 : 1;
  p = x->before->finding;
  q = y->before->finding;
  return p && q ? (p > q) - (p < q) : strcmp(x->before->identity.digits, y->before->identity.digits);
}

void finding_lines_sort(struct finding_difference *differences, size_t count)
{
  qsort(differences, count, sizeof *differences, by_importance);
}
