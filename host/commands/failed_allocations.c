/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records are sorted by the place that failed in them, and each group's findings are made by themselves. Then a
 * finding of a place counts as far as there is more of it than without a failure: an error by how often it happened,
 * lost memory by bytes and blocks. That it is lost definitely or indirectly or possibly makes no difference, as that
 * depends on which blocks were there at all. A process that a signal ended counts unless one of the same program ended
 * so without a failure. */
#include "host/commands/failed_allocations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/model/findings/gaps.h"
#include "host/reports/formats/format_parts.h"
#include "host/runs/command.h"
#include "host/model/words/numbers.h"

/* The findings of one group of records. */
struct group {
  struct findings_builder *builder;
  const struct findings *findings;
  struct gaps gaps;
};

struct report {
  const struct failures_config *config;
  struct run *run;
  struct run_reader *all;
  struct shared_symbols shared;
  struct group plain;
  FILE *output;
  char *here; /* paths of sources are shown from there */
  struct failures_verdict verdict;
  size_t crashes, hangs, errors, leaks, places_found; /* places with each */
};

/* --- findings of a place --- */

struct wanted {
  const char *value; /* of --fail-alloc */
  uint64_t since_ns;
};

static bool is_wanted(const void *context, const struct run_reader_record *record)
{
  const struct wanted *wanted = context;
  const char *value = options_value_among(record->options, OPTION_fail_alloc);
  return value && strcmp(value, wanted->value) == 0 && record->start_time_ns >= wanted->since_ns;
}

/* Takes the records over. */
static struct error *read_records(struct report *report, struct run_reader *records, struct findings_builder *builder)
{
  const struct command command = {0};
  struct command_session session = {.run = report->run, .listener = findings_listener(builder), .load = records,
                                    .shared = &report->shared};
  if (records->count == 0) {
    run_reader_destroy(records);
    return findings_end_run(builder, NULL);
  }
  struct error *problem = NULL, *error = command_read_part(&command, &session, builder, &problem);
  run_reader_destroy(session.load);
  if (!error)
    error = findings_end_run(builder, problem ? error_message(problem) : NULL);
  error_free(problem);
  return error;
}

static void group_release(struct group *group)
{
  gaps_release(&group->gaps);
  findings_builder_destroy(group->builder);
}

static struct error *group_fill(struct report *report, const char *value, struct options *options, struct group *group)
{
  struct run_reader *records = NULL;
  findings_builder_create(options, &group->builder);
  struct error *error = findings_begin_run(group->builder, report->run->name, report->run->directory);
  if (!error)
    run_reader_select(report->all, is_wanted, &(struct wanted){value, report->config->since_ns}, &records);
  if (!error)
    error = read_records(report, records, group->builder);
  if (!error)
    findings_finish(group->builder, &group->findings);
  if (error)
    return error;
  gaps_find(group->findings, &group->gaps);
  return NULL;
}

/* `value`: of --fail-alloc; empty: nothing failed. */
static struct error *group_make(struct report *report, const char *value, struct group *ret)
{
  const struct command command = {0};
  struct options *options;
  *ret = (struct group){0};
  RETURN_IF_ERROR(command_options(&command, &options));
  struct error *error = group_fill(report, value, options, ret);
  options_destroy(options);
  if (error)
    group_release(ret);
  return error;
}

/* --- what is more than without a failure --- */

struct amount {
  uint64_t count, bytes;
};

/* What lost blocks are called however they are lost. */
static void identity_of_loss(const struct finding *finding, struct identity *ret)
{
  *ret = finding->identity;
  if (!finding->is_cycle)
    finding_identity_as(finding, 0, "Leak_DefinitelyLost", ret);
}

static bool is_lost(const struct finding *finding)
{
  return finding_is_leak(finding) && finding->leak_kind != RECORD_LEAK_REACHABLE;
}

static void amount_of_loss(const struct findings *findings, const struct finding *finding, struct amount *ret)
{
  struct identity wanted, found;
  identity_of_loss(finding, &wanted);
  *ret = (struct amount){0};
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *item = &findings->items[i];
    if (!is_lost(item) && !(finding_is_leak(item) && !is_lost(finding)))
      continue;
    identity_of_loss(item, &found);
    if (strcmp(found.digits, wanted.digits) != 0)
      continue;
    ret->count += item->blocks;
    ret->bytes += item->bytes;
  }
}

static void amount_of(const struct findings *findings, const struct finding *finding, struct amount *ret)
{
  if (finding_is_leak(finding)) {
    amount_of_loss(findings, finding, ret);
    return;
  }
  *ret = (struct amount){0};
  for (size_t i = 0; i < findings->count; i++)
    if (strcmp(findings->items[i].identity.digits, finding->identity.digits) == 0)
      ret->count += findings->items[i].count;
}

/* Of the findings of a place those that failure adds; `before`: what there is without it. */
static void is_added(const struct report *report, const struct group *group, const struct finding *finding, bool *ret,
                     struct amount *before)
{
  struct amount now;
  *ret = false;
  if (finding_is_suppressed(finding) || finding_is_growth(finding) || !finding->is_error)
    return;
  amount_of(group->findings, finding, &now);
  amount_of(report->plain.findings, finding, before);
  *ret = (now.count > before->count || now.bytes > before->bytes);
}

static size_t count_killed(const struct findings *findings, const char *exe, uint64_t signal)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->process_count; i++) {
    const struct finding_process *process = &findings->processes[i];
    count += process->end_reason == RECORD_END_SIGNAL && process->signal == signal && exe && process->exe &&
             strcmp(process->exe, exe) == 0;
  }
  return count;
}

/* The gaps of a place that the program has without a failure as well do not count. */
static bool is_new_gap(const struct report *report, const struct group *group, const struct gap *gap)
{
  size_t now = 0, before = 0;
  if (gap->kind == GAP_killed)
    return count_killed(group->findings, gap->process->exe, gap->process->signal) >
           count_killed(report->plain.findings, gap->process->exe, gap->process->signal);
  for (size_t i = 0; i < group->gaps.count; i++)
    now += group->gaps.items[i].kind == gap->kind;
  for (size_t i = 0; i < report->plain.gaps.count; i++)
    before += report->plain.gaps.items[i].kind == gap->kind;
  return now > before || gap->kind == GAP_in_vain || gap_entry(gap->kind)->about == GAP_RUN;
}

/* --- a place --- */

/* What is told of one place. */
struct section {
  struct report *report;
  const struct failure_run *run;
  struct group group;
  char *text; /* the findings */
  size_t size;
  FILE *stream;
  struct format_choice choice;
  bool has_crash, has_error, has_leak, is_untried;
};

static void put_gaps(struct section *section)
{
  for (size_t i = 0; i < section->group.gaps.count; i++) {
    const struct gap *gap = &section->group.gaps.items[i];
    if (!is_new_gap(section->report, &section->group, gap) || (gap->kind == GAP_killed && section->run->is_late))
      continue;
    section->has_crash |= gap->kind == GAP_killed;
    section->is_untried |= gap->kind != GAP_killed;
    fprintf(section->stream, "    %s: ", gap->process ? gap_subject(gap) : gap_entry(gap->kind)->words);
    fputs(gap->kind == GAP_killed ? "killed by " : "", section->stream);
    plain_text_put(gap->kind == GAP_killed ? gap->detail : gap->remark, section->stream);
    fputc('\n', section->stream);
  }
}

static void put_before(struct section *section, const struct finding *finding, const struct amount *before)
{
  if (before->count == 0)
    return;
  fprintf(section->stream, "    (of these, %s without a failure, too)\n",
          finding_is_leak(finding) ? grouped_count(before->count, "block is lost", "blocks are lost").digits
                                   : grouped_count(before->count, "happens", "happen").digits);
}

static void put_findings_of(const struct findings *findings, const struct format_options *options, FILE *output)
{
  (options->columns > 0 ? format_people_findings : format_text_findings)(findings, options, output);
}

static void put_finding(struct section *section, const struct finding *finding, const struct amount *before)
{
  const struct format_choice choice = {&finding, 1};
  const struct failures_config *config = section->report->config;
  const struct format_options options = {.is_terminal = config->is_terminal,
                                         .columns = config->columns,
                                         .source_root = section->report->here,
                                         .choice = &choice,
                                         .is_of_one_test = true};
  section->has_leak |= finding_is_leak(finding);
  section->has_error |= !finding_is_leak(finding);
  put_before(section, finding, before);
  put_findings_of(section->group.findings, &options, section->stream);
}

static void put_findings(struct section *section)
{
  for (size_t i = 0; i < section->group.findings->count; i++) {
    const struct finding *finding = &section->group.findings->items[i];
    struct amount before;
    bool is_told;
    is_added(section->report, &section->group, finding, &is_told, &before);
    if (is_told)
      put_finding(section, finding, &before);
  }
}

static struct error *section_fill(struct section *section)
{
  RETURN_IF_ERROR(group_make(section->report, section->run->place->name, &section->group));
  if (section->run->is_late)
    fputs("    it did not end, and was ended as it took too long\n", section->stream);
  put_gaps(section);
  put_findings(section);
  group_release(&section->group);
  return NULL;
}

static void section_count(const struct section *section)
{
  struct report *report = section->report;
  const bool has_found = section->has_crash || section->has_error || section->has_leak || section->run->is_late;
  report->crashes += section->has_crash;
  report->errors += section->has_error;
  report->leaks += section->has_leak;
  report->hangs += section->run->is_late;
  report->places_found += has_found;
  report->verdict.has_found |= has_found;
  report->verdict.is_untried |= section->is_untried;
}

static struct error *put_place(struct report *report, const struct failure_run *run)
{
  struct section section = {.report = report, .run = run};
  section.stream = print_begin(&section.text, &section.size);
  struct error *error = section_fill(&section);
  fclose(section.stream);
  section_count(&section);
  if (!error && section.size > 0) {
    plain_text_put(run->place->failing, report->output);
    fprintf(report->output, ":\n%s%s", section.text, section.text[section.size - 2] == '\n' ? "" : "\n");
  }
  free(section.text);
  return error;
}

/* --- all --- */

/* What is found if nothing fails. */
static void put_plain(struct report *report)
{
  const struct format_options options = {.is_terminal = report->config->is_terminal,
                                         .columns = report->config->columns,
                                         .source_root = report->here,
                                         .leak_kinds = report->plain.findings->leak_kinds,
                                         .is_of_one_test = true};
  bool has_any = false;
  for (size_t i = 0; i < report->plain.findings->count; i++)
    has_any |= format_is_listed(&options, &report->plain.findings->items[i]);
  if (has_any)
    fputs("without a failure:\n", report->output);
  if (has_any)
    put_findings_of(report->plain.findings, &options, report->output);
}

static void put_part(const struct report *report, size_t count, const char *one, const char *several, bool *has_parts)
{
  if (count == 0)
    return;
  fprintf(report->output, "%s%s", *has_parts ? ", " : "", grouped_count(count, one, several).digits);
  *has_parts = true;
}

static void put_verdict(const struct report *report)
{
  bool has_parts = false;
  fprintf(report->output, "seep: allocations failed once in %s%s: ", report->config->count > 1 ? "each of " : "",
          grouped_count(report->config->count, "place", "places").digits);
  put_part(report, report->crashes, "crash", "crashes", &has_parts);
  put_part(report, report->hangs, "hang", "hangs", &has_parts);
  put_part(report, report->errors, "place adds errors", "places add errors", &has_parts);
  put_part(report, report->leaks, "place adds leaks", "places add leaks", &has_parts);
  fputs(report->verdict.has_found ? "" : "failure adds nothing", report->output);
  fputs(report->verdict.is_untried ? ", but not all was tried\n" : "\n", report->output);
}

static struct error *write_all(struct report *report)
{
  struct error *error = group_make(report, "", &report->plain);
  if (error)
    return error;
  put_plain(report);
  for (size_t i = 0; i < report->config->count && !error; i++)
    error = put_place(report, &report->config->runs[i]);
  report->verdict.is_untried |= report->config->count == 0;
  if (!error && report->config->count == 0)
    fputs("seep: no allocation failed: the program allocates in no place of your own code (--fail-alloc=each)\n",
          report->output);
  else if (!error && !report->config->is_quiet)
    put_verdict(report);
  group_release(&report->plain);
  return error;
}

struct error *failures_write(const struct failures_config *config, FILE *output, struct failures_verdict *ret)
{
  struct report report = {.config = config, .output = output};
  struct error *error = run_dir_find(config->directory, &report.run);
  if (error)
    return error;
  report.here = getcwd(NULL, 0);
  if (!(error = run_reader_create(report.run, &report.all)))
    error = write_all(&report);
  run_reader_destroy(report.all);
  shared_symbols_deinit(&report.shared);
  run_destroy(report.run);
  free(report.here);
  if (!error)
    *ret = report.verdict;
  return error;
}
