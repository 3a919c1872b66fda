/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JUnit's XML as Ant began it and CI systems read it: a case per test, a failure for each finding that would also fail
 * the gate, unless an option lets it pass. All other listed findings go to <system-err>, with the processes of the
 * test. Every gap (host/model/findings/gaps.h) is an error of its test; a gap of the whole run gets a case of its own,
 * and one that the user asked for goes to <system-err>. A test that was left out is skipped. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/ci_commands.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/utf8.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"

/* A test and a finding that it hit, or a gap that it has. */
struct pair {
  size_t test, item;
};
struct pairs {
  struct pair *items; /* by test, then in the order of findings or gaps; each once */
  size_t count;
};

struct sheet {
  const struct findings *findings;
  const struct format_options *options;
  FILE *output;
  struct format_tests tests;
  struct gaps gaps;
  size_t run_gaps;    /* those of runs, which are the first */
  struct pairs found, missed; /* findings, gaps of tests */
  size_t failures, errors, skipped;
};

/* What is known of a test. */
struct outcome {
  size_t checked, gaps; /* processes, gaps */
  bool is_case;         /* one that ran in a process beside others, and has a finding */
  uint64_t user_time_ns;
  const char *reason; /* why nothing of it was checked */
};

/* What a case is made of. */
struct case_parts {
  const char *name;
  const struct outcome *outcome;
  const struct pair *found, *missed;
  size_t found_count, missed_count;
  const struct finding_process *const *processes;
};

/* --- text --- */

static void put_escaped(FILE *output, const char *text)
{
  struct job_line line = {0};
  for (; *text; text++)
    if (job_line_completes(&line, text, 1, text[1]) || strchr("&<>\"'", *text))
      fprintf(output, "&#%d;", *text);
    else
      putc(*text, output);
}

static void put_line(FILE *output, const char *text)
{
  char *line = utf8_line(text, 0);
  put_escaped(output, line);
  free(line);
}

/* --- which test has what --- */

ORDER(by_test, struct pair, UP(test) ?: UP(item))

static size_t test_of_process(const struct sheet *sheet, const struct finding_process *process)
{
  return format_test_index(&sheet->tests, finding_process_test(process));
}

static size_t test_of_gap(const struct sheet *sheet, const struct gap *gap)
{
  if (gap->process)
    return test_of_process(sheet, gap->process);
  return format_test_index(&sheet->tests, finding_test_name(gap->unchecked->test, gap->unchecked->exe));
}

static bool is_listed(const struct sheet *sheet, const struct finding *finding)
{
  return format_is_listed(sheet->options, finding) || format_is_failing(sheet->options, finding);
}

static size_t tests_of_listed(const struct sheet *sheet)
{
  size_t count = 0;
  for (size_t i = 0; i < sheet->findings->count; i++)
    if (is_listed(sheet, &sheet->findings->items[i]))
      for (size_t hit = 0; hit < sheet->findings->items[i].hit_count; hit++)
        count += finding_hit_tests(sheet->findings, &sheet->findings->items[i].hits[hit], NULL);
  return count;
}

static void sort_pairs(struct pairs *pairs)
{
  size_t kept = 0;
  qsort(pairs->items, pairs->count, sizeof *pairs->items, by_test);
  for (size_t i = 0; i < pairs->count; i++)
    if (kept == 0 || by_test(&pairs->items[kept - 1], &pairs->items[i]) != 0)
      pairs->items[kept++] = pairs->items[i];
  pairs->count = kept;
}

static void pair_finding(struct sheet *sheet, size_t index)
{
  const char **tests;
  size_t count;
  finding_tests(sheet->findings, &sheet->findings->items[index], &tests, &count);
  for (size_t i = 0; i < count; i++)
    sheet->found.items[sheet->found.count++] = (struct pair){format_test_index(&sheet->tests, tests[i]), index};
  free(tests);
}

static void pair_findings(struct sheet *sheet)
{
  const struct findings *findings = sheet->findings;
  for (size_t i = 0; i < findings->count; i++) {
    if (is_listed(sheet, &findings->items[i]))
      pair_finding(sheet, i);
  }
  sort_pairs(&sheet->found);
}

static void pair_gaps(struct sheet *sheet)
{
  for (size_t i = 0; i < sheet->gaps.count; i++) {
    const struct gap *gap = &sheet->gaps.items[i];
    enum gap_about about = gap_entry(gap->kind)->about;
    if (about == GAP_RUN)
      sheet->run_gaps++;
    else
      sheet->missed.items[sheet->missed.count++] = (struct pair){test_of_gap(sheet, gap), i};
  }
  sort_pairs(&sheet->missed);
}

static void find_pairs(struct sheet *sheet)
{
  gaps_find(sheet->findings, &sheet->gaps);
  sheet->found.items = memory_zeroed(tests_of_listed(sheet) + 1, sizeof *sheet->found.items);
  sheet->missed.items = memory_zeroed(sheet->gaps.count + 1, sizeof *sheet->missed.items);
  pair_gaps(sheet);
  pair_findings(sheet);
}

/* --- outcomes --- */

static void count_process(const struct finding_process *process, struct outcome *outcome)
{
  outcome->checked++;
  outcome->user_time_ns += process->user_time_ns;
}

static void note_unchecked(const struct sheet *sheet, const struct finding_unchecked *unchecked,
                          struct outcome *outcomes)
{
  size_t test = format_test_index(&sheet->tests, finding_test_name(unchecked->test, unchecked->exe));
  if (test != SIZE_MAX && !outcomes[test].reason)
    outcomes[test].reason = unchecked->reason;
}

/* One for each test; malloc'ed. */
static struct outcome *make_outcomes(const struct sheet *sheet)
{
  const struct findings *findings = sheet->findings;
  struct outcome *outcomes = memory_zeroed(sheet->tests.count + 1, sizeof *outcomes);
  for (size_t i = 0; i < findings->process_count; i++)
    count_process(&findings->processes[i], &outcomes[test_of_process(sheet, &findings->processes[i])]);
  for (size_t i = 0; i < findings->unchecked_count; i++)
    note_unchecked(sheet, &findings->unchecked[i], outcomes);
  for (size_t i = 0; i < sheet->found.count; i++)
    outcomes[sheet->found.items[i].test].is_case = true;
  for (size_t i = 0; i < sheet->missed.count; i++)
    outcomes[sheet->missed.items[i].test].gaps += !gap_is_choice(&sheet->gaps.items[sheet->missed.items[i].item]);
  return outcomes;
}

static bool is_skipped(const struct outcome *outcome)
{
  return outcome->checked == 0 && outcome->gaps == 0 && !outcome->is_case;
}

static void count(struct sheet *sheet, const struct outcome *outcomes)
{
  sheet->errors = sheet->run_gaps;
  for (size_t i = 0; i < sheet->tests.count; i++) {
    sheet->errors += outcomes[i].gaps > 0;
    sheet->skipped += is_skipped(&outcomes[i]);
  }
  size_t last = SIZE_MAX;
  for (size_t i = 0; i < sheet->found.count; i++)
    if (format_is_failing(sheet->options, &sheet->findings->items[sheet->found.items[i].item]) &&
        sheet->found.items[i].test != last) {
      last = sheet->found.items[i].test;
      sheet->failures++;
    }
}

/* --- a case --- */

static void put_failure(const struct sheet *sheet, const struct finding *finding)
{
  char *headline = format_headline(finding), *plain = format_plain_text(finding);
  fputs("    <failure message=\"", sheet->output);
  put_escaped(sheet->output, headline);
  fputs("\" type=\"", sheet->output);
  put_line(sheet->output, finding->kind);
  fputs("\">", sheet->output);
  put_escaped(sheet->output, plain);
  fprintf(sheet->output, "identity %s</failure>\n", finding->identity.digits);
  free(headline);
  free(plain);
}

static void put_note(const struct sheet *sheet, const struct finding *finding)
{
  char *plain = format_plain_text(finding);
  put_escaped(sheet->output, plain);
  fprintf(sheet->output, "identity %s\n", finding->identity.digits);
  free(plain);
}

/* Those findings of a test that fail it, or the others. */
static void put_findings(const struct sheet *sheet, const struct pair *pairs, size_t pair_count, bool failing,
                         void (*put)(const struct sheet *sheet, const struct finding *finding))
{
  for (size_t i = 0; i < pair_count; i++) {
    const struct finding *finding = &sheet->findings->items[pairs[i].item];
    if (format_is_failing(sheet->options, finding) == failing)
      put(sheet, finding);
  }
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

static void put_choice(const struct sheet *sheet, const struct gap *gap)
{
  char *sentence = gap_sentence(gap);
  put_line(sheet->output, sentence);
  putc('\n', sheet->output);
  free(sentence);
}

/* Those gaps of a test that the user has asked for, or the others. */
static void put_missed(const struct sheet *sheet, const struct case_parts *parts, bool chosen,
                       void (*put)(const struct sheet *sheet, const struct gap *gap))
{
  for (size_t i = 0; i < parts->missed_count; i++) {
    const struct gap *gap = &sheet->gaps.items[parts->missed[i].item];
    if (gap_is_choice(gap) == chosen)
      put(sheet, gap);
  }
}

static void put_system_err(const struct sheet *sheet, const struct case_parts *parts)
{
  fputs("    <system-err>", sheet->output);
  for (size_t i = 0; i < parts->outcome->checked; i++)
    put_process(sheet, parts->processes[i]);
  put_missed(sheet, parts, true, put_choice);
  put_findings(sheet, parts->found, parts->found_count, false, put_note);
  fputs("</system-err>\n", sheet->output);
}

static void put_gap(const struct sheet *sheet, const struct gap *gap)
{
  char *sentence = gap_sentence(gap);
  fputs("    <error message=\"", sheet->output);
  put_line(sheet->output, sentence);
  fprintf(sheet->output, "\" type=\"%s\"/>\n", gap_entry(gap->kind)->code);
  free(sentence);
}

static void put_skipped(const struct sheet *sheet, const struct outcome *outcome)
{
  fputs("    <skipped message=\"not checked: ", sheet->output);
  put_line(sheet->output, outcome->reason ? outcome->reason : "?");
  fputs("\"/>\n", sheet->output);
}

/* --- what a case is called --- */

/* A process of the test, or of the case, as its findings have it; NULL: none was checked. */
static const struct finding_process *process_of(const struct sheet *sheet, const struct case_parts *parts)
{
  if (parts->outcome->checked > 0)
    return parts->processes[0];
  for (size_t i = 0; i < parts->found_count; i++) {
    const struct finding *finding = &sheet->findings->items[parts->found[i].item];
    for (size_t hit = 0; hit < finding->hit_count; hit++)
      for (size_t test = 0; test < finding->hits[hit].test_count; test++)
        if (strcmp(finding->hits[hit].tests[test], parts->name) == 0)
          return &sheet->findings->processes[finding->hits[hit].process];
  }
  return NULL;
}

/* "kvr" of "target/debug/deps/kvr-fdf86b03e7dc0a24": what cargo adds is another one for each build; malloc'ed. */
static char *program_of(const struct finding_process *process)
{
  const char *path = process->program ? process->program : process->exe;
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dash = strrchr(name, '-');
  const bool has_sum = dash && strlen(dash + 1) == 16 && strspn(dash + 1, "0123456789abcdef") == 16;
  return memory_text_begin(name, has_sum ? (size_t)(dash - name) : strlen(name));
}

/* What follows "PROGRAM::" in the name of a case of the program, as its framework prints it. With a folder before the
 * program there may be several of that name. */
static const char *case_name(const char *name, const char *program)
{
  const size_t bytes = program ? strlen(program) : 0;
  const bool begins = bytes > 0 && strncmp(name, program, bytes) == 0 && strncmp(name + bytes, "::", 2) == 0;
  return begins && name[bytes + 2] ? name + bytes + 2 : name;
}

static void put_name(const struct sheet *sheet, const struct case_parts *parts)
{
  const struct finding_process *process = process_of(sheet, parts);
  char *program = process ? program_of(process) : NULL;
  fputs("  <testcase name=\"", sheet->output);
  put_line(sheet->output, case_name(parts->name, program));
  fputs("\" classname=\"", sheet->output);
  put_line(sheet->output, program ? program : "seep");
  fprintf(sheet->output, "\" time=\"%.3f\">\n", (double)parts->outcome->user_time_ns / 1e9);
  free(program);
}

static void put_case(const struct sheet *sheet, const struct case_parts *parts)
{
  put_name(sheet, parts);
  if (is_skipped(parts->outcome))
    put_skipped(sheet, parts->outcome);
  put_missed(sheet, parts, false, put_gap);
  put_findings(sheet, parts->found, parts->found_count, true, put_failure);
  put_system_err(sheet, parts);
  fputs("  </testcase>\n", sheet->output);
}

static void put_run(const struct sheet *sheet, const struct gap *gap)
{
  fputs("  <testcase name=\"", sheet->output);
  put_line(sheet->output, gap_subject(gap));
  fputs("\" classname=\"seep.run\" time=\"0.000\">\n", sheet->output);
  put_gap(sheet, gap);
  fputs("  </testcase>\n", sheet->output);
}

/* --- the whole --- */

/* Pointers to the processes of test 0, then of test 1, and so on; malloc'ed. */
static const struct finding_process **sort_processes(const struct sheet *sheet, const struct outcome *outcomes)
{
  const struct finding_process **sorted = memory_zeroed(sheet->findings->process_count + 1, sizeof *sorted);
  size_t *next = memory_zeroed(sheet->tests.count + 1, sizeof *next);
  for (size_t i = 0; i < sheet->tests.count; i++)
    next[i + 1] = next[i] + outcomes[i].checked;
  for (size_t i = 0; i < sheet->findings->process_count; i++)
    sorted[next[test_of_process(sheet, &sheet->findings->processes[i])]++] = &sheet->findings->processes[i];
  free(next);
  return sorted;
}

static size_t count_of_test(const struct pairs *pairs, const struct pair *from, size_t test)
{
  size_t count = 0;
  while (from + count < pairs->items + pairs->count && from[count].test == test)
    count++;
  return count;
}

static void put_cases(const struct sheet *sheet, const struct outcome *outcomes)
{
  const struct finding_process **sorted = sort_processes(sheet, outcomes);
  struct case_parts parts = {.found = sheet->found.items, .missed = sheet->missed.items, .processes = sorted};
  for (size_t i = 0; i < sheet->run_gaps; i++)
    put_run(sheet, &sheet->gaps.items[i]);
  for (size_t i = 0; i < sheet->tests.count; i++) {
    parts.name = sheet->tests.names[i];
    parts.outcome = &outcomes[i];
    parts.found_count = count_of_test(&sheet->found, parts.found, i);
    parts.missed_count = count_of_test(&sheet->missed, parts.missed, i);
    put_case(sheet, &parts);
    parts.found += parts.found_count;
    parts.missed += parts.missed_count;
    parts.processes += outcomes[i].checked;
  }
  free(sorted);
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
  snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
           sheet->tests.count + sheet->run_gaps, sheet->failures, sheet->errors);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", sheet->output);
  fprintf(sheet->output, "<testsuites name=\"seep\" %s time=\"%.3f\">\n", counts, (double)time_ns / 1e9);
  fprintf(sheet->output,
          "<testsuite name=\"seep\" %s skipped=\"%zu\" time=\"%.3f\" timestamp=\"%s\" hostname=\"localhost\">\n",
          counts, sheet->skipped, (double)time_ns / 1e9, stamp);
}

static void put_sheet(struct sheet *sheet)
{
  struct outcome *outcomes = make_outcomes(sheet);
  count(sheet, outcomes);
  put_head(sheet, outcomes);
  put_cases(sheet, outcomes);
  fputs("</testsuite>\n</testsuites>\n", sheet->output);
  free(outcomes);
}

struct error *format_junit(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct sheet sheet = {.findings = findings, .options = options, .output = output};
  format_tests_make(findings, &sheet.tests);
  find_pairs(&sheet);
  put_sheet(&sheet);
  free(sheet.found.items);
  free(sheet.missed.items);
  gaps_release(&sheet.gaps);
  format_tests_release(&sheet.tests);
  return NULL;
}
