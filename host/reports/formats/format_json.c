/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All of the model, for programs: docs/report.schema.json describes it. Findings that are not listed are there too. */
#include <config.h>

#include "host/reports/formats/format_parts.h"
#include "host/reports/formats/json_model.h"
#include "host/model/process/heap_sight.h"

struct document {
  const struct findings *findings;
  const struct format_options *options;
  struct gaps gaps;
};

static json_t *make_note(const struct document *document, const struct finding_note *note)
{
  json_t *made = json_pack("{so so}", "sentence", json_text(note->sentence), "stack",
                           json_model_stack(document->options, &note->stack));
  if (made && note->file && (json_object_set_new(made, "file", json_text(note->file)) < 0 ||
                             json_object_set_new(made, "line", json_integer(note->line)) < 0)) {
    json_decref(made);
    return NULL;
  }
  return made;
}

static json_t *make_notes(const struct document *document, const struct finding *finding)
{
  json_t *notes = json_array();
  for (size_t i = 0; i < finding->note_count; i++)
    json_list_add(&notes, make_note(document, &finding->notes[i]));
  return notes;
}

static json_t *make_hits(const struct finding *finding)
{
  json_t *hits = json_array();
  for (size_t i = 0; i < finding->hit_count; i++) {
    const struct finding_hit *hit = &finding->hits[i];
    json_list_add(&hits, json_pack("{so so so so so so}", "process", json_index(hit->process), "count",
                                   json_count(hit->count), "bytes", json_count(hit->bytes), "blocks",
                                   json_count(hit->blocks), "indirect_bytes", json_count(hit->indirect_bytes),
                                   "indirect_blocks", json_count(hit->indirect_blocks)));
  }
  return hits;
}

static json_t *make_growth(const struct finding *finding)
{
  const struct finding_growth *growth = &finding->growth;
  if (!finding_is_growth(finding))
    return json_null();
  return json_pack("{sf sf so}", "bytes_per_second", growth->bytes_per_second, "r2", growth->r2, "samples",
                   json_count(growth->samples));
}

static json_t *make_frame_index(const struct finding *finding, size_t index)
{
  return json_index(index < finding->stack.count ? index : SIZE_MAX);
}

static json_t *make_variants(const struct document *document, const struct finding *finding)
{
  json_t *list = json_array();
  for (size_t i = 0; i < finding->variant_count; i++) {
    const struct finding_variant *from = &finding->variants[i];
    json_list_add(&list, json_pack("{so so so so so so}", "count", json_count(from->count), "bytes",
                                   json_count(from->bytes), "blocks", json_count(from->blocks), "indirect_bytes",
                                   json_count(from->indirect_bytes), "indirect_blocks",
                                   json_count(from->indirect_blocks), "stack",
                                   json_model_stack(document->options, &from->stack)));
  }
  return list;
}

static json_t *make_finding(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding *finding = &document->findings->items[index];
  const char *leak = finding_is_leak(finding) ? leak_kind_option(finding->leak_kind) : NULL;
  json_t *made = json_pack(
    "{ss so so so so sb sb sb so so so so so so so so so sb so so so so so so}", "id", finding->identity.digits, "kind",
    json_text(finding->kind), "leak_kind", json_text(leak), "sentence", json_text(finding->sentence), "title",
    json_text(finding->title), "is_error", finding->is_error, "is_own", finding_is_own(finding), "is_listed",
    format_is_listed(document->options, finding), "suppression", json_index(finding->suppression), "count",
    json_count(finding->count), "bytes", json_count(finding->bytes), "blocks", json_count(finding->blocks),
    "indirect_bytes", json_count(finding->indirect_bytes), "indirect_blocks", json_count(finding->indirect_blocks),
    "site", make_frame_index(finding, finding->site), "place", make_frame_index(finding, finding->place), "own",
    make_frame_index(finding, finding->own), "is_cycle", finding->is_cycle, "stack",
    json_model_stack(document->options, &finding->stack), "variants", make_variants(document, finding), "notes",
    make_notes(document, finding), "hits", make_hits(finding), "growth", make_growth(finding), "tests",
    json_model_tests(document->findings, finding));
  if (finding->explanation_count > 0)
    json_model_add(&made, "explanations", json_model_explanations(document->options, finding));
  if (finding->siblings.ended > 0)
    json_model_add(&made, "siblings", json_model_siblings(document->options, finding));
  return made;
}

/* --- where they come from --- */

static json_t *make_texts(const char *const *texts)
{
  json_t *list = json_array();
  for (; texts && *texts; texts++)
    json_list_add(&list, json_text(*texts));
  return list;
}

static const char *state_word(const struct finding_process *process)
{
  static const char *const words[] = {
    [FINDING_PROCESS_FINISHED] = "finished",
    [FINDING_PROCESS_REPLACED] = "replaced",
    [FINDING_PROCESS_CUT] = "unfinished",
  };
  return words[process->state];
}

/* Only who has finished has an exit status, or a signal that killed it. */
static json_t *make_status(const struct finding_process *process, enum record_end_reason reason, uint64_t number)
{
  bool is_known = process->state == FINDING_PROCESS_FINISHED && process->end_reason == reason;
  return is_known ? json_count(number) : json_null();
}

/* null: the record does not say whether the heap was seen. */
static json_t *make_sight(const struct finding_process *process)
{
  if (process->heap_view == 0)
    return json_null();
  return json_pack("{so so so}", "view", json_text(heap_sight_word(process->heap_view)), "allocator",
                   json_text(process->heap_allocator), "module", json_text(process->heap_module));
}

static json_t *make_process(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding_process *process = &document->findings->processes[index];
  return json_pack(
    "{so so so so so so so so so so ss so so so so so so so so so so}", "run", json_index(process->run), "pid",
    json_count(process->pid), "ppid", json_count(process->ppid), "forked_from", json_count(process->forked_from),
    "generation", json_count(process->generation), "start_time_ns", json_count(process->start_time_ns), "exe",
    json_text(process->exe), "cwd", json_text(process->cwd), "argv", make_texts(process->argv), "test",
    json_text(process->test), "state", state_word(process), "reason", json_text(process->cut_reason), "exit_status",
    make_status(process, RECORD_END_EXIT, process->exit_status), "signal",
    make_status(process, RECORD_END_SIGNAL, process->signal), "user_time_ns", json_count(process->user_time_ns),
    "errors", json_count(process->errors), "leaks", json_model_leaks(process->leak_bytes, process->leak_blocks, NULL),
    "allocations", json_count(process->allocations), "frees", json_count(process->frees), "allocated_bytes",
    json_count(process->allocated_bytes), "heap", make_sight(process));
}

static const char *canary_word(const struct finding_run *run)
{
  static const char *const words[] = {
    [SUITE_CANARY_NONE] = "none", [SUITE_CANARY_SEEN] = "seen", [SUITE_CANARY_MISSED] = "missed"};
  return words[run->canary];
}

static json_t *make_run(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding_run *run = &document->findings->runs[index];
  return json_pack("{so so sb sb so so so so so ss so so}", "name", json_text(run->name), "error",
                   json_text(run->error), "is_suite", run->is_suite, "is_finished", run->is_finished, "command",
                   json_text(run->command), "exit_status", run->is_suite ? json_count(run->exit_status) : json_null(),
                   "signal", run->is_suite ? json_count(run->signal) : json_null(), "start_time_ns",
                   json_count(run->start_time_ns), "end_time_ns", json_count(run->end_time_ns), "canary",
                   canary_word(run), "problems", make_texts(run->problems), "test_count", json_count(run->test_count));
}

static json_t *make_unchecked(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding_unchecked *unchecked = &document->findings->unchecked[index];
  return json_pack("{so so so so so sb sb}", "run", json_index(unchecked->run), "pid", json_count(unchecked->pid),
                   "exe", json_text(unchecked->exe), "test", json_text(unchecked->test), "reason",
                   json_text(unchecked->reason), "is_missing", unchecked->is_missing, "is_test", unchecked->is_test);
}

static json_t *make_suppression(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding_suppression *suppression = &document->findings->suppressions[index];
  return json_pack("{so so so so so so so}", "name", json_text(suppression->name), "file", json_text(suppression->file),
                   "line", json_count(suppression->line), "remarks", json_text(suppression->remarks), "count",
                   json_count(suppression->count), "bytes", json_count(suppression->bytes), "blocks",
                   json_count(suppression->blocks));
}

/* Where it stands in a list; null: it is about none of them. */
static json_t *make_index(const void *item, const void *items, size_t item_bytes)
{
  return item ? json_index((size_t)((const char *)item - (const char *)items) / item_bytes) : json_null();
}

static json_t *make_gap(const void *context, size_t index)
{
  const struct document *document = context;
  const struct findings *findings = document->findings;
  const struct gap *gap = &document->gaps.items[index];
  return json_pack("{ss so so so so so sb}", "kind", gap_entry(gap->kind)->code, "run",
                   make_index(gap->run, findings->runs, sizeof *gap->run), "process",
                   make_index(gap->process, findings->processes, sizeof *gap->process), "unchecked",
                   make_index(gap->unchecked, findings->unchecked, sizeof *gap->unchecked), "detail",
                   json_text(gap->detail), "message", json_text(gap->remark), "is_choice",
                   gap_is_choice(gap));
}

/* --- the document --- */

static void put_head(const struct document *document, const struct json_output *output)
{
  fputs("{", output->file);
  json_write_member(output, "format", json_text("seep-report"));
  json_write_member(output, "version", json_count(1));
  json_write_member(output, "generator", json_pack("{ss ss}", "name", PACKAGE_NAME, "version", PACKAGE_VERSION));
  json_write_member(output, "source_root", json_text(document->options->source_root));
  json_write_member(output, "totals", json_model_totals(&document->findings->totals));
  json_write_member(output, "own_totals", json_model_totals(&document->findings->own_totals));
}

static void put_lists(const struct document *document, const struct json_output *output)
{
  const struct findings *findings = document->findings;
  const struct {
    const char *name;
    json_maker *make;
    size_t count;
  } lists[] = {
    {"findings", make_finding, findings->count},
    {"processes", make_process, findings->process_count},
    {"runs", make_run, findings->run_count},
    {"unchecked", make_unchecked, findings->unchecked_count},
    {"suppressions", make_suppression, findings->suppression_count},
    {"gaps", make_gap, document->gaps.count},
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    fprintf(output->file, "%s\"%s\": ", i > 0 ? ",\n" : "", lists[i].name);
    json_write_list(output, lists[i].make, document, lists[i].count);
  }
}

struct error *format_json(const struct findings *findings, const struct format_options *options, FILE *file)
{
  struct document document = {.findings = findings, .options = options};
  struct json_output output = {.file = file};
  gaps_find(findings, &document.gaps);
  put_head(&document, &output);
  put_lists(&document, &output);
  fputs("}\n", file);
  gaps_release(&document.gaps);
  return NULL;
}
