/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each list names at most a few programs or tests, each once: a suite may have thousands. */
#include "host/verdicts/gate/suite_summary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/model/findings/gaps.h"
#include "host/verdicts/gate/suite_changes.h"
#include "host/verdicts/gate/suite_nothing_checked.h"
#include "host/model/words/numbers.h"

enum { FINDINGS_SHOWN = 5, NAMES_SHOWN = 4, REASONS_MAX = 16, ARGUMENTS_SHOWN = 4, ARGUMENT_BYTES = 40 };

/* --- sets of names --- */

static htab_t names_create(void)
{
  return HASH_TABLE(plain_text, 64, NULL);
}

/* True when the name is new; it is borrowed. */
static bool names_add(htab_t names, const char *name)
{
  void **slot = name && names ? htab_find_slot(names, name, INSERT) : NULL;
  if (!slot || *slot)
    return false;
  *slot = (void *)name;
  return true;
}

static void put_name(FILE *output, size_t index, const char *name)
{
  if (index >= NAMES_SHOWN)
    return;
  fputs(index > 0 ? ", " : "", output);
  plain_text_put(name, output);
}

static void put_more(FILE *output, size_t count)
{
  if (count > NAMES_SHOWN)
    fprintf(output, " and %zu more", count - NAMES_SHOWN);
  fputc('\n', output);
}

/* --- findings --- */

static bool is_listed(const struct finding *finding)
{
  return !finding_is_suppressed(finding) && (finding->is_error || finding_fails_alone(finding));
}

static size_t count_listed(const struct findings *findings)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->count; i++)
    count += is_listed(&findings->items[i]);
  return count;
}

static void put_finding(const struct suite_summary *summary, const struct finding *finding, FILE *output)
{
  const char **tests;
  size_t count;
  finding_tests(summary->findings, finding, &tests, &count);
  const struct frame *frame = finding_place_frame(finding);
  char *place = frame ? finding_frame_text(frame) : NULL;
  fputs("  ", output);
  plain_text_put(finding->title, output);
  fputs("\n      ", output);
  plain_text_put(place ? place : "", output);
  fputs(place ? ", in " : "in ", output);
  for (size_t i = 0; i < count; i++)
    put_name(output, i, tests[i]);
  put_more(output, count);
  free(place);
  free(tests);
}

static void put_findings(const struct suite_summary *summary, size_t listed, FILE *output)
{
  const struct findings *findings = summary->findings;
  size_t shown = 0;
  for (size_t i = 0; i < findings->count && shown < FINDINGS_SHOWN; i++)
    if (is_listed(&findings->items[i])) {
      put_finding(summary, &findings->items[i], output);
      shown++;
    }
  if (listed > shown)
    fprintf(output, "  and %zu more\n", listed - shown);
}

/* --- what was not covered --- */

static void put_words(const struct gap *gap, FILE *output)
{
  const char *words = gap_entry(gap->kind)->words;
  fprintf(output, "%c%s: ", toupper((unsigned char)*words), words + 1);
}

/* The test, and what its program was called with: several processes of a test may have come to an end in the same way.
 * Malloc'ed. */
static char *name_of(const struct gap *gap)
{
  char *text;
  size_t bytes;
  if (!gap->process)
    return memory_text(gap_subject(gap));
  FILE *stream = print_begin(&text, &bytes);
  fputs(finding_process_test(gap->process), stream);
  const char *const *arguments = gap->kind == GAP_killed ? gap->process->argv : NULL;
  for (size_t i = 1; arguments && arguments[0] && arguments[i] && i <= ARGUMENTS_SHOWN; i++)
    fprintf(stream, " %.*s", ARGUMENT_BYTES, arguments[i]);
  return print_end(stream, &text);
}

static size_t count_like(const struct gap *gaps, size_t count, const struct gap *gap, const char *name)
{
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    char *other = name_of(&gaps[i]);
    found += strcmp(other, name) == 0 && strcmp(gaps[i].remark, gap->remark) == 0;
    free(other);
  }
  return found;
}

/* "name (remark), name (remark) and 3 more", each name once, after what is wrong with all of them. */
static void put_gaps_of(const struct gap *gaps, size_t count, FILE *output)
{
  size_t programs = 0;
  char **names = memory_zeroed(count + 1, sizeof *names);
  htab_t seen = names_create();
  for (size_t i = 0; seen && i < count; i++) {
    const struct gap *gap = &gaps[i];
    names[i] = name_of(gap);
    if (!names_add(seen, names[i]))
      continue;
    if (programs == 0)
      put_words(gap, output);
    put_name(output, programs, names[i]);
    if (programs++ < NAMES_SHOWN) {
      const size_t times = gap->kind == GAP_killed ? count_like(gaps, count, gap, names[i]) : 1;
      fputs(" (", output);
      plain_text_put(gap->remark, output);
      if (times > 1)
        fprintf(output, ", %zu times", times);
      fputc(')', output);
    }
  }
  if (programs > 0)
    put_more(output, programs);
  hash_table_delete(seen);
  for (size_t i = 0; i < count; i++)
    free(names[i]);
  free(names);
}

static void put_gap_of_run(const struct gap *gap, FILE *output)
{
  put_words(gap, output);
  plain_text_put(gap->remark, output);
  fputc('\n', output);
}

/* What else is wrong with the suite as a whole has been told, or is told after this. */
static void put_gaps(const struct gaps *gaps, FILE *output)
{
  for (size_t i = 0, end; i < gaps->count; i = end) {
    for (end = i + 1; end < gaps->count && gaps->items[end].kind == gaps->items[i].kind;)
      end++;
    const enum gap_kind kind = gaps->items[i].kind;
    if (gap_entry(kind)->about != GAP_RUN)
      put_gaps_of(&gaps->items[i], end - i, output);
    else if (kind == GAP_in_vain || kind == GAP_no_own_code)
      put_gap_of_run(&gaps->items[i], output);
  }
}

/* Left out by the user, so it is no gap. */
static bool is_left_out(const struct finding_unchecked *unchecked)
{
  return finding_unchecked_was_meant(unchecked) && finding_unchecked_is_left_out(unchecked);
}

static void put_left_out(const struct suite_summary *summary, FILE *output)
{
  const struct findings *findings = summary->findings;
  size_t programs = 0;
  htab_t names = names_create();
  for (size_t i = 0; names && i < findings->unchecked_count; i++) {
    const struct finding_unchecked *unchecked = &findings->unchecked[i];
    if (!is_left_out(unchecked) || !names_add(names, unchecked->exe))
      continue;
    fputs(programs == 0 ? "Ran unchecked: " : "", output);
    put_name(output, programs, unchecked->exe);
    if (programs++ < NAMES_SHOWN)
      fprintf(output, " (%s)", unchecked->reason);
  }
  if (programs > 0)
    put_more(output, programs);
  hash_table_delete(names);
}

/* --- all of it --- */

static size_t count_tests(const struct suite_summary *summary)
{
  size_t count;
  const struct exec_image *const *images = exec_log_images(summary->log, &count);
  htab_t names = names_create();
  for (size_t i = 0; i < summary->findings->process_count; i++)
    names_add(names, summary->findings->processes[i].test);
  for (size_t i = 0; i < count; i++)
    if (images[i]->is_checked)
      names_add(names, images[i]->test);
  size_t tests = names ? htab_elements(names) : 0;
  hash_table_delete(names);
  return tests;
}

static bool has_definite(const struct findings *findings)
{
  for (size_t i = 0; i < findings->count; i++)
    if (findings->items[i].leak_kind == RECORD_LEAK_DEFINITE && !finding_is_suppressed(&findings->items[i]))
      return true;
  return false;
}

static bool has_failing(const struct findings *findings)
{
  for (size_t i = 0; i < findings->count; i++)
    if (finding_fails(&findings->items[i]))
      return true;
  return false;
}

static void put_hints(const struct suite_summary *summary, bool has_listed, FILE *output)
{
  const char *run = summary->run_name;
  fprintf(output, "To show %s:  seep report %s%s\n", has_listed ? "them all" : "the run", run,
          output == stderr && terminal_columns(STDERR_FILENO) > 0
            ? ""
            : " --format=text"); /* a terminal shows findings without that */
  if (has_definite(summary->findings))
    fprintf(output, "To explain leaks:  seep explain %s\n", run);
  if (has_listed)
    fprintf(output, "To suppress them:  seep suppress %s\n", run);
  if (has_failing(summary->findings))
    fprintf(output, "To fail on them:   seep gate %s\n", run);
}

static void put_verdict(const struct suite_summary *summary, size_t processes, size_t listed, bool has_gaps,
                        FILE *output)
{
  const size_t tests = count_tests(summary);
  fprintf(output, "seep suite: %s of %s checked, ", grouped_count(processes, "process", "processes").digits,
          grouped_count(tests, "test", "tests").digits);
  fprintf(output, "%s finding%s%s\n", listed ? grouped_number(listed).digits : "no", listed == 1 ? "" : "s",
          has_gaps && listed == 0 ? ", but not everything was checked" : "");
}

/* That it has ended is written after the summary. */
static bool is_whole(const struct gaps *gaps)
{
  for (size_t i = 0; i < gaps->count; i++)
    if (gaps->items[i].kind != GAP_unfinished_suite)
      return false;
  return true;
}

void suite_summary_print(const struct suite_summary *summary, FILE *output)
{
  const size_t listed = count_listed(summary->findings), processes = findings_process_count(summary->findings);
  struct gaps gaps;
  gaps_find(summary->findings, &gaps);
  put_verdict(summary, processes, listed, !is_whole(&gaps), output);
  if (processes == 0)
    suite_nothing_checked_print(summary->findings, summary->facts, output);
  put_findings(summary, listed, output);
  suite_changes_print(summary->log, NAMES_SHOWN, output);
  put_gaps(&gaps, output);
  gaps_release(&gaps);
  put_left_out(summary, output);
  put_hints(summary, listed > 0, output);
}
