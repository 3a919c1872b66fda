/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict for machines; docs/gate.md says what is in it. */
#include "host/reports/formats/json_model.h"
#include "host/verdicts/gate/gate.h"

/* Like json_list_add(). */
static void add_member(json_t **object, const char *name, json_t *value)
{
  if (*object && json_object_set_new(*object, name, value) == 0)
    return;
  if (!*object)
    json_decref(value);
  json_decref(*object);
  *object = NULL;
}

static json_t *make_item(const struct findings *findings, const struct gate_item *item)
{
  const struct finding *finding = item->finding;
  json_t *object = json_object();
  if (finding) {
    add_member(&object, "id", json_text(finding->identity.digits));
    add_member(&object, "kind", json_text(finding->kind));
    add_member(&object, "message", json_text(finding->title));
    if (finding_place_frame(finding))
      add_member(&object, "place", json_model_place(finding));
    add_member(&object, "tests", json_model_tests(findings, finding));
  }
  if (item->remark)
    add_member(&object, "remark", json_text(item->remark));
  return object;
}

static json_t *make_reason(const struct findings *findings, const struct gate_reason *reason)
{
  json_t *items = json_array();
  for (size_t i = 0; i < reason->count; i++)
    json_list_add(&items, make_item(findings, &reason->items[i]));
  return json_pack("{so so so}", "code", json_text(reason->code), "message", json_text(reason->sentence), "items",
                   items);
}

static json_t *make_verdict(const struct gate_config *config, const struct gate_verdict *verdict)
{
  const struct findings *findings = config->findings;
  json_t *runs = json_array(), *reasons = json_array(), *notes = json_array();
  for (size_t i = 0; i < findings->run_count; i++)
    json_list_add(&runs, json_text(findings->runs[i].name));
  for (size_t i = 0; i < verdict->reason_count; i++)
    json_list_add(&reasons, make_reason(findings, &verdict->reasons[i]));
  for (size_t i = 0; i < verdict->note_count; i++)
    json_list_add(&notes, json_text(verdict->notes[i]));
  return json_pack("{si sb so so so so}", "seep_gate", 1, "passed", verdict->reason_count == 0, "processes",
                   json_count(findings_process_count(findings)), "runs", runs, "reasons", reasons, "notes", notes);
}

void gate_put_json(const struct gate_config *config, const struct gate_verdict *verdict, FILE *output)
{
  json_write_document(output, make_verdict(config, verdict), JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}
