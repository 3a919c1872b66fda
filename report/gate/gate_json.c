/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict for machines; docs/gate.md says what is in it. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/gate/gate.h"
#include "report/output/json_text.h"

static bool put_member(json_t *object, const char *name, json_t *value)
{
  return json_object_set_new(object, name, value) == 0;
}

static bool put_place(json_t *object, const struct finding *finding)
{
  const struct finding_frame *frame = finding_place_frame(finding);
  if (!frame)
    return true;
  char *place = finding_frame_text(frame);
  bool is_good = place && put_member(object, "place", json_text(place));
  free(place);
  return is_good;
}

static bool put_tests(json_t *object, const struct findings *findings, const struct finding *finding)
{
  const char **names;
  size_t count;
  struct error *error = finding_tests(findings, finding, &names, &count);
  if (error) {
    error_free(error);
    return false;
  }
  json_t *tests = json_array();
  bool is_good = put_member(object, "tests", tests);
  for (size_t i = 0; is_good && i < count; i++)
    is_good = json_array_append_new(tests, json_text(names[i])) == 0;
  free(names);
  return is_good;
}

static bool put_item(json_t *items, const struct findings *findings, const struct gate_item *item)
{
  json_t *object = json_object();
  const struct finding *finding = item->finding;
  bool is_good = json_array_append_new(items, object) == 0;
  if (finding)
    is_good = is_good && put_member(object, "id", json_text(finding->identity.digits)) &&
              put_member(object, "kind", json_text(finding->kind)) && put_member(object, "message", json_text(finding->sentence)) &&
              put_place(object, finding) && put_tests(object, findings, finding);
  if (item->remark)
    is_good = is_good && put_member(object, "remark", json_text(item->remark));
  return is_good;
}

static bool put_reason(json_t *reasons, const struct findings *findings, const struct gate_reason *reason)
{
  json_t *object = json_object(), *items = json_array();
  bool is_good = json_array_append_new(reasons, object) == 0;
  is_good &= put_member(object, "code", json_text(reason->code));
  is_good &= put_member(object, "message", json_text(reason->sentence));
  is_good &= put_member(object, "items", items);
  for (size_t i = 0; is_good && i < reason->count; i++)
    is_good = put_item(items, findings, &reason->items[i]);
  return is_good;
}

static bool put_all(json_t *root, const struct gate_config *config, const struct gate_verdict *verdict)
{
  const struct findings *findings = config->findings;
  json_t *runs = json_array(), *reasons = json_array(), *notes = json_array();
  bool is_good = put_member(root, "seep_gate", json_integer(1));
  is_good &= put_member(root, "passed", json_boolean(verdict->reason_count == 0));
  is_good &= put_member(root, "processes", json_integer((json_int_t)findings_process_count(findings)));
  is_good &= put_member(root, "runs", runs);
  is_good &= put_member(root, "reasons", reasons);
  is_good &= put_member(root, "notes", notes);
  for (size_t i = 0; is_good && i < findings->run_count; i++)
    is_good = json_array_append_new(runs, json_text(findings->runs[i].name)) == 0;
  for (size_t i = 0; is_good && i < verdict->reason_count; i++)
    is_good = put_reason(reasons, findings, &verdict->reasons[i]);
  for (size_t i = 0; is_good && i < verdict->note_count; i++)
    is_good = json_array_append_new(notes, json_text(verdict->notes[i])) == 0;
  return is_good;
}

struct error *gate_put_json(const struct gate_config *config, const struct gate_verdict *verdict, FILE *output)
{
  json_t *root = json_object();
  bool is_good = root && put_all(root, config, verdict);
  if (is_good && json_dumpf(root, output, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0)
    fputc('\n', output);
  json_decref(root);
  return is_good ? NULL : error_no_memory();
}
