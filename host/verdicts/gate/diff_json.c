/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep diff` for programs: docs/diff.schema.json describes it. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "host/reports/formats/json_model.h"
#include "host/verdicts/gate/diff.h"

struct document {
  const struct diff *diff;
  const struct format_options *options;
};

/* --- findings --- */

static json_t *make_amounts(const struct finding_amounts *amounts)
{
  return json_pack("{so so so so so}", "count", json_count(amounts->count), "bytes", json_count(amounts->bytes),
                   "blocks", json_count(amounts->blocks), "indirect_bytes", json_count(amounts->indirect_bytes),
                   "indirect_blocks", json_count(amounts->indirect_blocks));
}

static json_t *make_side_of_item(const struct counted_finding *item)
{
  return item ? make_amounts(&item->amounts) : json_null();
}

static json_t *make_test_changes(const struct counted_finding *before, const struct counted_finding *after)
{
  json_t *list = json_array();
  struct common_tests common = {0};
  while (before && after && common_tests_next(before, after, &common)) {
    const struct finding_amounts *x = &common.before->amounts, *y = &common.after->amounts;
    if (memcmp(x, y, sizeof *x) != 0)
      json_list_add(&list, json_pack("{so so so}", "test", json_text(common.before->name), "before", make_amounts(x),
                                     "after", make_amounts(y)));
  }
  return list;
}

static json_t *make_finding(const void *context, size_t index)
{
  const struct document *document = context;
  const struct finding_difference *difference = &document->diff->changed[index];
  const struct finding *finding = diff_finding(difference);
  char *entry = diff_suppression(document->diff, difference);
  json_t *suppression = json_text(entry);
  free(entry);
  return json_pack("{ss ss so so so sb so so so so so so so}", "id", finding->identity.digits, "change",
                   diff_change_word(difference->change), "kind", json_text(finding->kind), "sentence",
                   json_text(finding->sentence), "title", json_text(finding->title), "is_own", finding_is_own(finding),
                   "before", make_side_of_item(difference->before), "after", make_side_of_item(difference->after),
                   "place", json_model_place(finding), "stack", json_model_stack(document->options, &finding->stack),
                   "tests", json_model_tests(diff_side_of(document->diff, difference)->findings, finding),
                   "test_changes", make_test_changes(difference->before, difference->after), "suppression",
                   suppression);
}

/* --- the document --- */

static json_t *make_side(const struct diff_side *side)
{
  const struct findings *findings = side->findings;
  json_t *runs = json_array(), *problems = json_array();
  for (size_t i = 0; i < findings->run_count; i++)
    json_list_add(&runs, json_text(findings->runs[i].name));
  for (size_t i = 0; i < side->verdict.reason_count; i++)
    json_list_add(&problems, json_text(side->verdict.reasons[i].sentence));
  return json_pack("{so so so so so}", "runs", runs, "processes", json_count(findings_process_count(findings)),
                   "totals", json_model_totals(&findings->totals), "own_totals",
                   json_model_totals(&findings->own_totals), "problems", problems);
}

static json_t *make_counts(const struct diff *diff)
{
  json_t *counts = json_object();
  for (enum finding_change change = 0; change < FINDING_CHANGES; change++)
    if (json_object_set_new(counts, diff_change_word(change), json_count(diff->counts[change])) < 0) {
      json_decref(counts);
      return NULL;
    }
  return counts;
}

void diff_put_json(const struct diff *diff, const struct format_options *options, FILE *file)
{
  struct document document = {diff, options};
  struct json_output output = {.file = file};
  fputs("{", file);
  json_write_member(&output, "format", json_text("seep-diff"));
  json_write_member(&output, "version", json_count(1));
  json_write_member(&output, "generator", json_pack("{ss ss}", "name", PACKAGE_NAME, "version", PACKAGE_VERSION));
  json_write_member(&output, "source_root", json_text(options->source_root));
  json_write_member(&output, "verdict", json_text(diff_verdict_word(diff)));
  json_write_member(&output, "counts", make_counts(diff));
  json_write_member(&output, "before", make_side(&diff->before));
  json_write_member(&output, "after", make_side(&diff->after));
  fputs("\"findings\": ", file);
  json_write_list(&output, make_finding, &document, diff->changed_count);
  fputs("}\n", file);
}
