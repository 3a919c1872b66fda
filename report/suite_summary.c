/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/suite_summary.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "report/brief.h"
#include "report/native.h"
#include "report/numbers.h"
#include "report/suite_nothing.h"

enum { FINDINGS_SHOWN = 5, NAMES_SHOWN = 4, REASONS_MAX = 16 };

/* --- sets of names --- */

static int equal_names(const void *a, const void *b)
{
  return strcmp(a, b) == 0;
}

static htab_t names_create(void)
{
  return htab_create_alloc(64, htab_hash_string, equal_names, NULL, calloc, free);
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
  brief_put_text(name, output);
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
  return !finding_is_suppressed(finding) && finding->is_error;
}

static size_t count_listed(const struct findings *findings)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->count; i++)
    count += is_listed(&findings->items[i]);
  return count;
}

static struct error *put_finding(const struct suite_summary *summary, const struct finding *finding, FILE *output)
{
  const char **tests;
  size_t count;
  struct error *error = finding_tests(summary->findings, finding, &tests, &count);
  if (error)
    return error;
  char *place = finding->site < finding->stack.count ? finding_place(&finding->stack.frames[finding->site]) : NULL;
  fputs("  ", output);
  brief_put_text(finding->sentence, output);
  fputs(place ? ": " : "", output);
  brief_put_text(place ? place : "", output);
  fputs("\n      in ", output);
  for (size_t i = 0; i < count; i++)
    put_name(output, i, tests[i]);
  put_more(output, count);
  free(place);
  free(tests);
  return NULL;
}

static struct error *put_findings(const struct suite_summary *summary, size_t listed, FILE *output)
{
  const struct findings *findings = summary->findings;
  struct error *error = NULL;
  size_t shown = 0;
  for (size_t i = 0; !error && i < findings->count && shown < FINDINGS_SHOWN; i++)
    if (is_listed(&findings->items[i])) {
      error = put_finding(summary, &findings->items[i], output);
      shown++;
    }
  if (!error && listed > shown)
    fprintf(output, "  and %zu more\n", listed - shown);
  return error;
}

/* --- what was not covered --- */

/* Programs that are of no interest to the suite are no gap. */
static bool is_gap(const struct exec_image *image)
{
  return !image->is_checked && image->why && strcmp(image->why, "not matched") != 0;
}

static void put_unchecked(const struct suite_summary *summary, FILE *output)
{
  size_t count, programs = 0;
  const struct exec_image *const *images = exec_log_images(summary->log, &count);
  htab_t names = names_create();
  for (size_t i = 0; names && i < count; i++) {
    if (!is_gap(images[i]) || !names_add(names, images[i]->exe))
      continue;
    if (programs == 0)
      fputs("Ran unchecked: ", output);
    put_name(output, programs, images[i]->exe);
    if (programs++ < NAMES_SHOWN) {
      fputs(" (", output);
      brief_put_text(images[i]->why, output);
      fputc(')', output);
    }
  }
  if (programs > 0)
    put_more(output, programs);
  if (names)
    htab_delete(names);
}

static bool is_test(const struct exec_image *image)
{
  return image->test && image->test_source && strcmp(image->test_source, "program") != 0;
}

static void put_tests_without(const struct suite_summary *summary, FILE *output)
{
  size_t count, tests = 0;
  const struct exec_image *const *images = exec_log_images(summary->log, &count);
  htab_t names = names_create();
  for (size_t i = 0; i < count; i++)
    if (images[i]->is_checked)
      names_add(names, images[i]->test);
  for (size_t i = 0; i < count; i++)
    if (is_test(images[i]) && names_add(names, images[i]->test)) {
      if (tests == 0)
        fputs("Tests without a checked process: ", output);
      put_name(output, tests++, images[i]->test);
    }
  if (tests > 0)
    put_more(output, tests);
  if (names)
    htab_delete(names);
}

static void put_unfinished(const struct suite_summary *summary, FILE *output)
{
  size_t unfinished = 0;
  for (size_t i = 0; i < summary->findings->process_count; i++) {
    const struct finding_process *process = &summary->findings->processes[i];
    char name[512];
    if (process->state != FINDING_PROCESS_CUT)
      continue;
    snprintf(name, sizeof name, "process %llu (%s)", (unsigned long long)process->pid,
             process->test ? process->test : process->exe ? process->exe : "?");
    if (unfinished == 0)
      fputs("Did not finish: ", output);
    put_name(output, unfinished++, name);
  }
  if (unfinished > 0)
    put_more(output, unfinished);
}

static void put_different(const struct suite_summary *summary, FILE *output)
{
  size_t different = 0;
  for (size_t i = 0; i < summary->findings->process_count; i++) {
    const struct finding_process *process = &summary->findings->processes[i];
    if (!native_differs(process))
      continue;
    if (different == 0)
      fputs("Ended otherwise than without Seep: ", output);
    put_name(output, different++, finding_process_test(process));
  }
  if (different > 0)
    put_more(output, different);
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
  if (names)
    htab_delete(names);
  return tests;
}

struct error *suite_summary_print(const struct suite_summary *summary, FILE *output)
{
  size_t listed = count_listed(summary->findings), tests = count_tests(summary);
  size_t processes = summary->findings->process_count;
  fprintf(output, "seep suite: %s process%s of %s test%s checked, ", text_number(processes).digits,
          processes == 1 ? "" : "es", text_number(tests).digits, tests == 1 ? "" : "s");
  fprintf(output, "%s finding%s\n", listed ? text_number(listed).digits : "no", listed == 1 ? "" : "s");
  struct error *error = processes == 0 ? suite_nothing_print(summary->log, summary->facts, output) : NULL;
  if (error)
    return error;
  error = put_findings(summary, listed, output);
  if (error)
    return error;
  put_unfinished(summary, output);
  put_different(summary, output);
  put_unchecked(summary, output);
  put_tests_without(summary, output);
  fprintf(output, "To show %s:  seep report %s --format=text\n", listed ? "them all" : "the run", summary->run_name);
  if (listed)
    fprintf(output, "To suppress them:  seep suppress %s\nTo fail on them:   seep gate %s\n", summary->run_name,
            summary->run_name);
  return NULL;
}

/* Records know their pids; a process that becomes another program has one for each. */
const struct exec_image *suite_summary_lost(const struct suite_summary *summary)
{
  size_t count;
  const struct findings *findings = summary->findings;
  const struct exec_image *const *images = exec_log_images(summary->log, &count);
  htab_t recorded = htab_create_alloc(64, htab_hash_pointer, htab_eq_pointer, NULL, calloc, free);
  const struct exec_image *lost = NULL;
  for (size_t i = 0; recorded && i < findings->process_count; i++) {
    void *key = (void *)(uintptr_t)(findings->processes[i].pid + 2); /* 0 and 1 mean something else to the table */
    void **slot = htab_find_slot(recorded, key, INSERT);
    if (slot)
      *slot = key;
  }
  for (size_t i = 0; recorded && !lost && i < count; i++)
    if (images[i]->is_checked && !htab_find(recorded, (void *)(uintptr_t)(images[i]->pid + 2)))
      lost = images[i];
  if (recorded)
    htab_delete(recorded);
  return lost;
}
