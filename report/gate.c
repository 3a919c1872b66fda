/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gate listens to the reports of all runs and keeps, as text, where each process lost what and which errors it had;
 * equal places of different processes are one finding. Totals decide, findings explain. */
#include "report/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/names.h"
#include "report/sites.h"

enum {
  MEASURE_ERRORS = 0, /* the others are enum record_leak_kind */
  MEASURES = LEAK_KINDS,
  FINDINGS_SHOWN = 5,
};

static const struct {
  const char *option, *words;
} measures[MEASURES] = {
  [MEASURE_ERRORS] = {"--errors=", "errors"},
  [RECORD_LEAK_DEFINITE] = {"--definitely-lost=", "definitely lost"},
  [RECORD_LEAK_INDIRECT] = {"--indirectly-lost=", "indirectly lost"},
  [RECORD_LEAK_POSSIBLE] = {"--possibly-lost=", "possibly lost"},
  [RECORD_LEAK_REACHABLE] = {"--reachable=", "still reachable"},
};

struct finding {
  unsigned measure;
  char *place;
  uint64_t amount; /* bytes, or how often */
  uint64_t blocks;
};

struct gate {
  struct writer listener;
  bool has_limit[MEASURES];
  uint64_t limits[MEASURES];
  uint64_t amounts[MEASURES];
  uint64_t processes, unfinished;
  char **runs, **missing;
  size_t run_count, missing_count;
  struct finding *findings;
  size_t finding_count, finding_capacity;
};

/* --- findings --- */

/* Takes `place` over. Without memory a finding is missing from the explanation, not from the verdict. */
static void add_finding(struct gate *gate, struct finding finding)
{
  if (finding.place && gate->finding_count == gate->finding_capacity) {
    size_t capacity = gate->finding_capacity * 2 + 16;
    struct finding *grown = realloc(gate->findings, capacity * sizeof *grown);
    if (grown) {
      gate->findings = grown;
      gate->finding_capacity = capacity;
    }
  }
  if (finding.place && gate->finding_count < gate->finding_capacity)
    gate->findings[gate->finding_count++] = finding;
  else
    free(finding.place);
}

static void add_sites(struct gate *gate, const struct process *process)
{
  struct site *sites;
  size_t count;
  struct error *error = sites_find(&process->check, ~0u, &sites, &count);
  if (error) {
    error_free(error);
    return;
  }
  for (size_t i = 0; i < count; i++)
    add_finding(gate, (struct finding){.measure = sites[i].kind,
                                       .place = site_place(&sites[i], &process->settings),
                                       .amount = sites[i].bytes,
                                       .blocks = sites[i].blocks});
  free(sites);
}

static const char *error_words(uint64_t kind)
{
  switch (kind) {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) \
  case number:                                               \
    return xml_kind;
#include "record/errors.def"
  }
  return "?";
}

/* "InvalidFree: free (leak.c:6)": the first frame outside allocators says more than free() does. */
static char *error_place(const struct error_context *error, const struct settings *settings)
{
  char *place = NULL;
  struct site site = site_of_stack(error->stack);
  char *where = site_place(&site, settings);
  if (asprintf(&place, "%s: %s", error_words(error->kind), where ? where : "???") < 0)
    place = NULL;
  free(where);
  return place;
}

static void add_errors(struct gate *gate, const struct process *process)
{
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (!error->suppression && !error->is_ignored)
      add_finding(gate, (struct finding){.measure = MEASURE_ERRORS,
                                         .place = error_place(error, &process->settings),
                                         .amount = error->count});
  }
}

static void end(void *context, const struct process *process, const char *cut_reason)
{
  (void)cut_reason;
  add_sites(context, process);
  add_errors(context, process);
}

static const struct writer_ops gate_ops = {.end = end};

/* --- the gate --- */

struct error *gate_create(struct gate **ret)
{
  struct gate *gate = calloc(1, sizeof *gate);
  if (!gate)
    return error_no_memory();
  gate->listener = (struct writer){&gate_ops, gate};
  *ret = gate;
  return NULL;
}

void gate_destroy(struct gate *gate)
{
  if (!gate)
    return;
  for (size_t i = 0; i < gate->finding_count; i++)
    free(gate->findings[i].place);
  for (size_t i = 0; i < gate->run_count; i++)
    free(gate->runs[i]);
  for (size_t i = 0; i < gate->missing_count; i++)
    free(gate->missing[i]);
  free(gate->findings);
  free(gate->runs);
  free(gate->missing);
  free(gate);
}

const struct writer *gate_listener(const struct gate *gate)
{
  return &gate->listener;
}

static struct error *parse_limit(const char *argument, const char *digits, uint64_t *ret)
{
  char *rest;
  errno = 0;
  unsigned long long limit = strtoull(digits, &rest, 10);
  if (digits[0] < '0' || digits[0] > '9' || *rest || errno)
    return error_format("%s: expected a whole number", argument);
  *ret = limit;
  return NULL;
}

struct error *gate_set_limit(struct gate *gate, const char *argument, bool *ret_taken)
{
  for (unsigned measure = 0; measure < MEASURES; measure++) {
    size_t length = strlen(measures[measure].option);
    if (strncmp(argument, measures[measure].option, length) != 0)
      continue;
    struct error *error = parse_limit(argument, argument + length, &gate->limits[measure]);
    if (error)
      return error;
    gate->has_limit[measure] = true;
    *ret_taken = true;
    return NULL;
  }
  *ret_taken = false;
  return NULL;
}

static struct error *add_string(char ***strings, size_t *count, const char *string)
{
  char **grown = realloc(*strings, (*count + 1) * sizeof *grown);
  if (!grown)
    return error_no_memory();
  *strings = grown;
  if (!(grown[*count] = strdup(string)))
    return error_no_memory();
  (*count)++;
  return NULL;
}

struct error *gate_add(struct gate *gate, const char *run, const struct report_totals *totals)
{
  struct error *error = add_string(&gate->runs, &gate->run_count, run);
  if (error)
    return error;
  add_up(&gate->processes, totals->processes);
  add_up(&gate->unfinished, totals->unfinished);
  add_up(&gate->amounts[MEASURE_ERRORS], totals->errors);
  for (int kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    add_up(&gate->amounts[kind], totals->leak_bytes[kind]);
  return NULL;
}

struct error *gate_add_missing(struct gate *gate, const char *why)
{
  return add_string(&gate->missing, &gate->missing_count, why);
}

/* --- the verdict --- */

static uint64_t limit_of(const struct gate *gate, unsigned measure)
{
  if (gate->has_limit[measure])
    return gate->limits[measure];
  for (unsigned i = 0; i < MEASURES; i++)
    if (gate->has_limit[i])
      return UINT64_MAX;
  return measure == RECORD_LEAK_DEFINITE ? 0 : UINT64_MAX;
}

static bool is_over(const struct gate *gate, unsigned measure)
{
  return gate->amounts[measure] > limit_of(gate, measure);
}

static int by_place(const void *a, const void *b)
{
  const struct finding *x = a, *y = b;
  return x->measure != y->measure ? (x->measure < y->measure ? -1 : 1) : strcmp(x->place, y->place);
}

static int by_amount(const void *a, const void *b)
{
  const struct finding *x = a, *y = b;
  return x->amount != y->amount ? (x->amount < y->amount ? 1 : -1) : by_place(a, b);
}

/* Findings of one measure, each place once, largest first; malloc'ed, places borrowed. */
static struct finding *gather(const struct gate *gate, unsigned measure, size_t *ret_count)
{
  struct finding *gathered = calloc(gate->finding_count + 1, sizeof *gathered);
  size_t found = 0, count = 0;
  for (size_t i = 0; gathered && i < gate->finding_count; i++)
    if (gate->findings[i].measure == measure)
      gathered[found++] = gate->findings[i];
  if (gathered)
    qsort(gathered, found, sizeof *gathered, by_place);
  for (size_t i = 0; i < found; i++)
    if (count > 0 && by_place(&gathered[count - 1], &gathered[i]) == 0) {
      add_up(&gathered[count - 1].amount, gathered[i].amount);
      add_up(&gathered[count - 1].blocks, gathered[i].blocks);
    } else {
      gathered[count++] = gathered[i];
    }
  if (gathered)
    qsort(gathered, count, sizeof *gathered, by_amount);
  *ret_count = count;
  return gathered;
}

static void explain(const struct gate *gate, unsigned measure, FILE *output)
{
  size_t count;
  struct finding *findings = gather(gate, measure, &count);
  for (size_t i = 0; i < count && i < FINDINGS_SHOWN; i++)
    if (measure == MEASURE_ERRORS)
      fprintf(output, "    %llu times %s\n", (unsigned long long)findings[i].amount, findings[i].place);
    else
      fprintf(output, "    %llu bytes in %llu blocks: %s\n", (unsigned long long)findings[i].amount,
              (unsigned long long)findings[i].blocks, findings[i].place);
  if (count > FINDINGS_SHOWN)
    fprintf(output, "    and %zu more places\n", count - FINDINGS_SHOWN);
  free(findings);
}

static void put_amount(const struct gate *gate, unsigned measure, FILE *output)
{
  unsigned long long amount = gate->amounts[measure], limit = limit_of(gate, measure);
  const char *words = measures[measure].words;
  if (measure == MEASURE_ERRORS)
    fprintf(output, "  %llu %s, at most %llu allowed\n", amount, words, limit);
  else
    fprintf(output, "  %s: %llu bytes, at most %llu allowed\n", words, amount, limit);
}

static void put_failure(const struct gate *gate, FILE *output)
{
  for (unsigned i = 0; i < MEASURES; i++) {
    unsigned measure = (i + 1) % MEASURES;
    if (!is_over(gate, measure))
      continue;
    put_amount(gate, measure, output);
    explain(gate, measure, output);
  }
  if (gate->unfinished > 0)
    fprintf(output, "  did not finish: %llu of %llu processes\n", (unsigned long long)gate->unfinished,
            (unsigned long long)gate->processes);
  for (size_t i = 0; i < gate->missing_count; i++)
    fprintf(output, "  %s\n", gate->missing[i]);
  if (gate->processes == 0)
    fprintf(output, "  there is no run to judge\n");
  for (size_t i = 0; i < gate->run_count; i++)
    fprintf(output, "  to look at it: seep report %s\n", gate->runs[i]);
}

bool gate_judge(const struct gate *gate, FILE *output)
{
  bool passes = gate->processes > 0 && gate->unfinished == 0 && gate->missing_count == 0;
  for (unsigned measure = 0; measure < MEASURES; measure++)
    passes = passes && !is_over(gate, measure);
  fprintf(output, "seep gate: %s (%llu process%s)\n", passes ? "passed" : "failed",
          (unsigned long long)gate->processes, gate->processes == 1 ? "" : "es");
  if (!passes)
    put_failure(gate, output);
  return passes;
}
