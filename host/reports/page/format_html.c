/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The view of the findings, and pages with it. Its data has findings as short lists, whose members
 * host/reports/page/findings/model.js names, with frames, and lines of suppressions, by number: ten thousand findings
 * have few different ones. Lists that the numbers refer to follow the findings, as only then they are complete. */
#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/base/text_table.h"
#include "host/model/findings/finding_kinds.h"
#include "host/model/words/cycle_words.h"
#include "host/model/words/sentences.h"
#include "host/reports/findings_parts.inc"
#include "host/reports/formats/format_parts.h"
#include "host/reports/formats/json_model.h"
#include "host/reports/formats/suppress_items.h"
#include "host/reports/page/page.h"
#include "host/reports/page/page_runs.h"

enum { FINDING_LISTED = 1, FINDING_OWN = 2, FINDING_ERROR = 4, FINDING_CYCLE = 8 };

struct data {
  const struct findings *findings;
  const struct format_options *options;
  const struct json_output *output;
  struct page_frames *frames;
  struct format_tests tests;
  struct text_table *lines;   /* of suppressions */
  struct suppress_entries *entries;
  struct error *failure;      /* the first of a function that makes JSON */
};

/* Keep the first error; what is made of it is NULL anyway. */
static bool failed(struct data *data, struct error *error)
{
  if (data->failure)
    error_free(error);
  else
    data->failure = error;
  return error != NULL;
}

static json_t *make_stack(struct data *data, const struct finding_stack *stack)
{
  json_t *list = NULL;
  page_frames_stack(data->frames, stack, &list);
  return list;
}

/* --- findings --- */

/* What is known of how its blocks were lost tells best what to do; NULL: nothing is known. */
static const char *advice_of(const struct finding *finding)
{
  return finding->explanation_count > 0 ? finding->explanations[0].suggestion : NULL;
}

static json_t *make_advice(const struct finding *finding)
{
  const char *advice = advice_of(finding);
  char *help = !advice && finding->is_cycle ? cycle_help(finding->stack.frames, finding->stack.count) : NULL;
  json_t *value = page_text(advice ? advice : help);
  free(help);
  return value;
}

/* NULL: it has none. */
static const struct finding_count *count_of(const struct finding *finding)
{
  return finding->explanation_count > 0 ? finding->explanations[0].count : NULL;
}

/* The advice stands elsewhere, and so does the table of a count. */
static bool is_told_elsewhere(const struct finding *finding, const struct finding_note *note)
{
  const struct finding_count *count = count_of(finding);
  return !note->names_place && (note->sentence == advice_of(finding) || (count && note->sentence == count->table));
}

/* Titles of errors say what Memcheck's sentences do: "8 bytes inside a block of size 16 free'd". */
static json_t *make_notes(struct data *data, const struct finding *finding)
{
  json_t *list = json_array();
  for (size_t i = 0; i < finding->note_count; i++) {
    const struct finding_note *note = &finding->notes[i];
    char *words = sentence_for_people(note->sentence, note->title);
    const bool is_said = note->title && strcmp(words, note->title) == 0;
    if (!is_told_elsewhere(finding, note))
      json_list_add(&list, json_pack("[oooo]", page_text(is_said ? NULL : words), make_stack(data, &note->stack),
                                     page_text(note->title), json_count(format_note_place(note))));
    free(words);
  }
  return list;
}

/* Where in the block, whether it counts references, whether it is known what is left, and the rows. */
static json_t *make_count(const struct finding *finding)
{
  const struct finding_count *count = count_of(finding);
  json_t *rows = json_array();
  if (!count || count->row_count == 0) {
    json_decref(rows);
    return json_null();
  }
  for (size_t i = 0; i < count->row_count; i++)
    json_list_add(&rows, json_pack("[oooo]", json_count(count->rows[i].taken), json_count(count->rows[i].given),
                                   json_count(count->rows[i].left), page_text(count->rows[i].place)));
  return json_pack("[obbo]", json_count(count->offset), count->is_understood, count->is_paired, rows);
}

/* When there are several. */
static json_t *make_variants(struct data *data, const struct finding *finding)
{
  json_t *list = json_array();
  for (size_t i = 0; i < finding->variant_count && finding->variant_count > 1; i++) {
    char *amount = finding_variant_amount(finding, i);
    json_list_add(&list, amount ? json_pack("[oooo]", page_text(amount), make_stack(data, &finding->variants[i].stack),
                                            json_count(finding->variants[i].places.place),
                                            json_count(finding->variants[i].bytes)) : NULL);
    free(amount);
  }
  return list;
}

static json_t *make_tests(struct data *data, const struct finding *finding)
{
  const char **tests;
  size_t count;
  finding_tests(data->findings, finding, &tests, &count);
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_list_add(&list, json_index(format_test_index(&data->tests, tests[i])));
  free(tests);
  return list;
}

/* Lines of the entries that suppress it; none for what no entry can name alone. */
static json_t *make_suppression(struct data *data, const struct finding *finding)
{
  char *entry, *state = NULL;
  if (failed(data, suppress_entries_of(data->entries, finding, &entry)))
    return NULL;
  json_t *list = json_array();
  for (char *line = strtok_r(entry ? entry : (char[]){""}, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
    json_list_add(&list, json_index(text_table_add(data->lines, line, NULL)));
  free(entry);
  return list;
}

static json_t *make_suppressor(const struct data *data, const struct finding *finding)
{
  if (!finding_is_suppressed(finding))
    return json_null();
  const struct finding_suppression *entry = &data->findings->suppressions[finding->suppression];
  char *text = print_text("%s (%s:%u)", entry->name ? entry->name : "?", entry->file ? entry->file : "?", entry->line);
  json_t *value = page_text(text);
  free(text);
  return value;
}

static json_t *make_finding(const void *context, size_t index)
{
  struct data *data = *(struct data *const *)context;
  const struct finding *finding = &data->findings->items[index];
  int flags = (format_is_listed(data->options, finding) ? FINDING_LISTED : 0) |
              (finding_is_own(finding) ? FINDING_OWN : 0) | (finding->is_error ? FINDING_ERROR : 0) |
              (finding->is_cycle ? FINDING_CYCLE : 0);
  return json_pack(
    "[sooioooooooooooooioooo]", finding->identity.digits, page_text(finding->kind), page_text(finding->sentence), flags,
    json_count(finding->count), json_count(finding->bytes), json_count(finding->blocks),
    json_count(finding->indirect_bytes), json_count(finding->indirect_blocks), json_count(finding->place),
    json_count(finding->own), make_stack(data, &finding->stack), make_notes(data, finding), make_tests(data, finding),
    make_suppression(data, finding), make_suppressor(data, finding), make_variants(data, finding), (int)finding->name,
    page_text(finding->title), page_text(format_label(finding)), make_advice(finding), make_count(finding));
}

/* --- what stands around them --- */

static json_t *make_kinds(void)
{
  json_t *all = json_object();
  for (const struct finding_kind *kind = finding_kind_table; kind->name; kind++)
    if (all && json_object_set_new(all, kind->name, json_pack("[ss]", kind->title, kind->help)) != 0) {
      json_decref(all);
      all = NULL;
    }
  return all;
}

/* What errors are called, the worst first. */
static json_t *make_names(void)
{
  json_t *list = json_array();
  for (enum error_name name = 0; name < ERROR_NAMES; name++)
    json_list_add(&list, json_pack("[ss]", error_name_words(name, 1), error_name_words(name, 2)));
  return list;
}

static json_t *make_test(const void *context, size_t index)
{
  const struct data *data = *(struct data *const *)context;
  return page_text(data->tests.names[index]);
}

static json_t *make_line(const void *context, size_t index)
{
  return page_text(text_table_at(context, index));
}

static json_t *make_unchecked(const void *context, size_t index)
{
  const struct data *data = *(struct data *const *)context;
  const struct finding_unchecked *unchecked = &data->findings->unchecked[index];
  return json_pack("[ooo]", page_text(unchecked->exe), page_text(unchecked->test), page_text(unchecked->reason));
}

static json_t *make_entry(const void *context, size_t index)
{
  const struct data *data = *(struct data *const *)context;
  const struct finding_suppression *entry = &data->findings->suppressions[index];
  return json_pack("[oooooo]", page_text(entry->name), page_text(entry->file), json_count(entry->line),
                   json_count(entry->count), json_count(entry->bytes), json_count(entry->blocks));
}

static void add_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  (void)gap;
  json_list_add(context, json_pack("[oo]", page_text(who), page_text(what)));
}

static json_t *make_problems(const struct findings *findings)
{
  json_t *list = json_array();
  format_tell_gaps(findings, add_problem, &list);
  return list;
}

/* Which findings the page is about, listed or not. */
static const char *scope_of(const struct format_options *options)
{
  return options->choice ? "chosen" : options->only_own ? "own" : "all";
}

static void write_head(const struct data *data)
{
  const struct json_output *output = data->output;
  json_write_member(output, "process_count", json_count(findings_process_count(data->findings)));
  json_write_member(output, "process_total", json_count(data->findings->process_count));
  json_write_member(output, "totals", json_model_totals(&data->findings->totals));
  json_write_member(output, "own_totals", json_model_totals(&data->findings->own_totals));
  json_write_member(output, "kinds", make_kinds());
  json_write_member(output, "names", make_names());
  json_write_member(output, "scope", json_string(scope_of(data->options)));
  json_write_member(output, "problems", make_problems(data->findings));
}

static void write_lists(struct data *data)
{
  const struct findings *findings = data->findings;
  const struct {
    const char *name;
    json_maker *make;
    size_t count;
  } lists[] = {
    {"findings", make_finding, findings->count},
    {"tests", make_test, data->tests.count},
    {"unchecked", make_unchecked, findings->unchecked_count},
    {"suppressions", make_entry, findings->suppression_count},
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    json_write_list_member(data->output, lists[i].name, lists[i].make, &data, lists[i].count);
  page_runs_write(findings, data->output);
}

static void write_lines(const struct data *data)
{
  fputs("\"lines\": ", data->output->file);
  json_write_list(data->output, make_line, data->lines, text_table_size(data->lines));
}

static struct error *write_all(struct data *data)
{
  putc('{', data->output->file);
  write_head(data);
  write_lists(data);
  if (!data->failure)
    write_lines(data);
  fputs("}\n", data->output->file);
  if (!data->failure)
    return NULL; /* says no more than the failure */
  return data->failure;
}

/* What the view shows. */
struct content {
  const struct findings *findings;
  const struct format_options *options;
};

static struct error *write_view(const void *content, struct page_frames *frames, const struct json_output *output)
{
  const struct content *shown = content;
  struct data data = {.findings = shown->findings, .options = shown->options, .output = output, .frames = frames};
  format_tests_make(data.findings, &data.tests);
  data.lines = text_table_create();
  suppress_entries_create(data.findings, &data.entries);
  struct error *error = write_all(&data);
  suppress_entries_destroy(data.entries);
  text_table_destroy(data.lines);
  format_tests_release(&data.tests);
  return error;
}

static const struct page_view findings_view = {
  .name = "findings", .title = "Findings", .body = findings_html, .style = findings_css, .script = findings_js,
  .write = write_view};

/* --- pages --- */

static const struct page_view *used_view;

void page_use_view(const struct page_view *view)
{
  used_view = view;
}

struct error *format_html(const struct findings *findings, const struct format_options *options, FILE *output)
{
  const struct content shown = {findings, options};
  void *more = used_view ? used_view->open(findings, options) : NULL;
  const struct page_part parts[] = {{&findings_view, &shown}, {used_view, more}};
  struct error *error = page_write(parts, more ? 2 : 1, options, output);
  if (more)
    used_view->close(more);
  return error;
}
