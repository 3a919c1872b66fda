/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JUnit's XML as Ant began it and CI systems read it: a case per test, a failure per finding that counts as an error.
 * What is listed and is none stands in <system-err>, with the processes of the test. A test of which a process did not
 * finish, or ended otherwise than without Seep, has an error, one of which nothing was checked is skipped. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "report/format_parts.h"
#include "report/kinds.h"
#include "report/native.h"

/* A finding and a test that hit it. */
struct pair {
  size_t test, finding;
};

struct sheet {
  const struct findings *findings;
  const struct format_options *options;
  FILE *output;
  struct format_tests tests;
  struct pair *pairs; /* by test, then as findings are sorted; each once */
  size_t pair_count;
  size_t failures, errors, skipped;
};

/* What is known of a test. */
struct outcome {
  size_t checked, unfinished, different; /* processes */
  uint64_t user_time_ns;
  const char *reason; /* of the first process that did not finish, or why it was not checked */
};

/* --- text --- */

static void put_escaped(FILE *output, const char *text)
{
  for (; *text; text++)
    if (strchr("&<>\"'", *text))
      fprintf(output, "&#%d;", *text);
    else
      putc(*text, output);
}

static void put_line(FILE *output, const char *text)
{
  char *line = utf8_line(text, 0);
  put_escaped(output, line ? line : "");
  free(line);
}

/* --- which test hit what --- */

static int by_test(const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  if (x->test != y->test)
    return x->test < y->test ? -1 : 1;
  return (x->finding > y->finding) - (x->finding < y->finding);
}

static size_t test_of_process(const struct sheet *sheet, size_t index)
{
  const struct finding_process *process = &sheet->findings->processes[index];
  return format_test_index(&sheet->tests, process->test, process->exe);
}

static size_t listed_hits(const struct sheet *sheet)
{
  size_t count = 0;
  for (size_t i = 0; i < sheet->findings->count; i++)
    if (format_lists(sheet->options, &sheet->findings->items[i]))
      count += sheet->findings->items[i].hit_count;
  return count;
}

static void drop_doubles(struct sheet *sheet)
{
  size_t kept = 0;
  for (size_t i = 0; i < sheet->pair_count; i++)
    if (kept == 0 || by_test(&sheet->pairs[kept - 1], &sheet->pairs[i]) != 0)
      sheet->pairs[kept++] = sheet->pairs[i];
  sheet->pair_count = kept;
}

static struct error *pair_up(struct sheet *sheet)
{
  sheet->pairs = calloc(listed_hits(sheet) + 1, sizeof *sheet->pairs);
  if (!sheet->pairs)
    return error_no_memory();
  for (size_t i = 0; i < sheet->findings->count; i++) {
    const struct finding *finding = &sheet->findings->items[i];
    if (!format_lists(sheet->options, finding))
      continue;
    for (size_t hit = 0; hit < finding->hit_count; hit++)
      sheet->pairs[sheet->pair_count++] = (struct pair){test_of_process(sheet, finding->hits[hit].process), i};
  }
  qsort(sheet->pairs, sheet->pair_count, sizeof *sheet->pairs, by_test);
  drop_doubles(sheet);
  return NULL;
}

/* --- outcomes --- */

static void see_process(const struct finding_process *process, struct outcome *outcome)
{
  outcome->checked++;
  outcome->user_time_ns += process->user_time_ns;
  outcome->different += native_differs(process);
  if (process->state != FINDING_PROCESS_CUT)
    return;
  if (outcome->unfinished++ == 0)
    outcome->reason = process->cut_reason;
}

/* One that was to be checked and was not is as bad as one that did not finish. */
static void see_unchecked(const struct finding_unchecked *unchecked, struct outcome *outcome)
{
  if (unchecked->is_missing && outcome->unfinished++ == 0)
    outcome->reason = "it was to be checked, but there is no record of it";
  else if (outcome->checked == 0 && !outcome->reason)
    outcome->reason = unchecked->reason;
}

/* One for each test; malloc'ed. */
static struct outcome *make_outcomes(const struct sheet *sheet)
{
  const struct findings *findings = sheet->findings;
  struct outcome *outcomes = calloc(sheet->tests.count + 1, sizeof *outcomes);
  for (size_t i = 0; outcomes && i < findings->process_count; i++)
    see_process(&findings->processes[i], &outcomes[test_of_process(sheet, i)]);
  for (size_t i = 0; outcomes && i < findings->unchecked_count; i++) {
    const struct finding_unchecked *unchecked = &findings->unchecked[i];
    size_t test = format_test_index(&sheet->tests, unchecked->test, unchecked->exe);
    if (test != SIZE_MAX)
      see_unchecked(unchecked, &outcomes[test]);
  }
  return outcomes;
}

static bool is_skipped(const struct outcome *outcome)
{
  return outcome->checked == 0 && outcome->unfinished == 0;
}

static void count(struct sheet *sheet, const struct outcome *outcomes)
{
  for (size_t i = 0; i < sheet->tests.count; i++) {
    sheet->errors += outcomes[i].unfinished > 0 || outcomes[i].different > 0;
    sheet->skipped += is_skipped(&outcomes[i]);
  }
  size_t last = SIZE_MAX;
  for (size_t i = 0; i < sheet->pair_count; i++)
    if (sheet->findings->items[sheet->pairs[i].finding].is_error && sheet->pairs[i].test != last) {
      last = sheet->pairs[i].test;
      sheet->failures++;
    }
}

/* --- a case --- */

static struct error *put_failure(const struct sheet *sheet, const struct finding *finding)
{
  char *headline = format_headline(finding), *plain = format_plain(finding);
  struct error *error = headline && plain ? NULL : error_no_memory();
  if (!error) {
    fputs("    <failure message=\"", sheet->output);
    put_escaped(sheet->output, headline);
    fputs("\" type=\"", sheet->output);
    put_line(sheet->output, finding->kind);
    fputs("\">", sheet->output);
    put_escaped(sheet->output, plain);
    fprintf(sheet->output, "identity %s</failure>\n", finding->identity.digits);
  }
  free(headline);
  free(plain);
  return error;
}

static struct error *put_note(const struct sheet *sheet, const struct finding *finding)
{
  char *plain = format_plain(finding);
  if (!plain)
    return error_no_memory();
  put_escaped(sheet->output, plain);
  fprintf(sheet->output, "identity %s\n", finding->identity.digits);
  free(plain);
  return NULL;
}

/* Those findings of a test that fail it, or the others. */
static struct error *put_findings(const struct sheet *sheet, const struct pair *pairs, size_t pair_count, bool failing,
                                  struct error *(*put)(const struct sheet *sheet, const struct finding *finding))
{
  struct error *error = NULL;
  for (size_t i = 0; i < pair_count && !error; i++) {
    const struct finding *finding = &sheet->findings->items[pairs[i].finding];
    if (finding->is_error == failing)
      error = put(sheet, finding);
  }
  return error;
}

static void put_process(const struct sheet *sheet, const struct finding_process *process)
{
  fprintf(sheet->output, "process %llu:", (unsigned long long)process->pid);
  for (const char *const *argument = process->argv; argument && *argument; argument++) {
    putc(' ', sheet->output);
    put_line(sheet->output, *argument);
  }
  putc('\n', sheet->output);
}

static struct error *put_system_err(const struct sheet *sheet, const struct pair *pairs, size_t pair_count,
                                    const struct finding_process *const *processes, size_t process_count)
{
  fputs("    <system-err>", sheet->output);
  for (size_t i = 0; i < process_count; i++)
    put_process(sheet, processes[i]);
  struct error *error = put_findings(sheet, pairs, pair_count, false, put_note);
  fputs("</system-err>\n", sheet->output);
  return error;
}

static void put_verdict(const struct sheet *sheet, const struct outcome *outcome)
{
  bool skipped = is_skipped(outcome);
  if (!skipped && outcome->unfinished == 0)
    return;
  fputs(skipped ? "    <skipped message=\"not checked: " : "    <error message=\"a process did not finish: ",
        sheet->output);
  put_line(sheet->output, outcome->reason ? outcome->reason : "?");
  fputs(skipped ? "\"/>\n" : "\" type=\"unfinished\"/>\n", sheet->output);
}

/* A test that fails under the checker alone. */
static struct error *put_different(const struct sheet *sheet, const struct finding_process *process)
{
  char *sentence = native_differs(process) ? native_sentence(process) : NULL;
  if (!native_differs(process))
    return NULL;
  if (!sentence)
    return error_no_memory();
  fprintf(sheet->output, "    <error message=\"process %llu %s\" type=\"other-status\"/>\n", (unsigned long long)process->pid,
          sentence);
  free(sentence);
  return NULL;
}

static struct error *put_case(const struct sheet *sheet, size_t test, const struct outcome *outcome,
                              const struct pair *pairs, size_t pair_count,
                              const struct finding_process *const *processes)
{
  fputs("  <testcase name=\"", sheet->output);
  put_line(sheet->output, sheet->tests.names[test]);
  fprintf(sheet->output, "\" classname=\"seep\" time=\"%.3f\">\n", (double)outcome->user_time_ns / 1e9);
  put_verdict(sheet, outcome);
  struct error *error = NULL;
  for (size_t i = 0; i < outcome->checked && !error; i++)
    error = put_different(sheet, processes[i]);
  if (!error)
    error = put_findings(sheet, pairs, pair_count, true, put_failure);
  if (!error)
    error = put_system_err(sheet, pairs, pair_count, processes, outcome->checked);
  fputs("  </testcase>\n", sheet->output);
  return error;
}

/* --- the whole --- */

/* Pointers to the processes of test 0, then of test 1, and so on; malloc'ed. */
static const struct finding_process **sort_processes(const struct sheet *sheet, const struct outcome *outcomes)
{
  const struct finding_process **sorted = calloc(sheet->findings->process_count + 1, sizeof *sorted);
  size_t *next = calloc(sheet->tests.count + 1, sizeof *next);
  for (size_t i = 0; next && i < sheet->tests.count; i++)
    next[i + 1] = next[i] + outcomes[i].checked;
  for (size_t i = 0; sorted && next && i < sheet->findings->process_count; i++)
    sorted[next[test_of_process(sheet, i)]++] = &sheet->findings->processes[i];
  if (!next) {
    free(sorted);
    sorted = NULL;
  }
  free(next);
  return sorted;
}

static struct error *put_cases(const struct sheet *sheet, const struct outcome *outcomes)
{
  const struct finding_process **sorted = sort_processes(sheet, outcomes), **processes = sorted;
  struct error *error = sorted ? NULL : error_no_memory();
  const struct pair *pairs = sheet->pairs, *end = pairs + sheet->pair_count;
  for (size_t i = 0; i < sheet->tests.count && !error; i++) {
    size_t pair_count = 0;
    while (pairs + pair_count < end && pairs[pair_count].test == i)
      pair_count++;
    error = put_case(sheet, i, &outcomes[i], pairs, pair_count, processes);
    pairs += pair_count;
    processes += outcomes[i].checked;
  }
  free(sorted);
  return error;
}

static uint64_t first_start(const struct findings *findings)
{
  uint64_t first = UINT64_MAX;
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].start_time_ns < first)
      first = findings->processes[i].start_time_ns;
  return findings->process_count > 0 ? first : 0;
}

static void put_head(const struct sheet *sheet, const struct outcome *outcomes)
{
  uint64_t time_ns = 0;
  time_t start = (time_t)(first_start(sheet->findings) / 1000000000);
  char stamp[64] = "1970-01-01T00:00:00";
  struct tm tm;
  for (size_t i = 0; i < sheet->tests.count; i++)
    time_ns += outcomes[i].user_time_ns;
  if (gmtime_r(&start, &tm))
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &tm);
  char counts[128];
  snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", sheet->tests.count, sheet->failures,
           sheet->errors);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", sheet->output);
  fprintf(sheet->output, "<testsuites name=\"seep\" %s time=\"%.3f\">\n", counts, (double)time_ns / 1e9);
  fprintf(sheet->output,
          "<testsuite name=\"seep\" %s skipped=\"%zu\" time=\"%.3f\" timestamp=\"%s\" hostname=\"localhost\">\n",
          counts, sheet->skipped, (double)time_ns / 1e9, stamp);
}

static struct error *put_sheet(struct sheet *sheet)
{
  struct outcome *outcomes = make_outcomes(sheet);
  if (!outcomes)
    return error_no_memory();
  count(sheet, outcomes);
  put_head(sheet, outcomes);
  struct error *error = put_cases(sheet, outcomes);
  fputs("</testsuite>\n</testsuites>\n", sheet->output);
  free(outcomes);
  return error;
}

struct error *format_junit(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct sheet sheet = {.findings = findings, .options = options, .output = output};
  struct error *error = format_tests_of(findings, &sheet.tests);
  if (error)
    return error;
  if (!(error = pair_up(&sheet)))
    error = put_sheet(&sheet);
  free(sheet.pairs);
  format_tests_release(&sheet.tests);
  return error;
}
