/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same JSON for `seep report --format=json`, `seep diff` and `seep gate`. */
#include "host/reports/formats/json_model.h"

#include <stdlib.h>

#include "host/reports/formats/format_parts.h"

static json_t *json_of_frame(const struct format_options *options, const struct frame *frame)
{
  char *path;
  format_source(options, frame, &path);
  json_t *value = json_pack("{so so so so so so so sb sb sb}", "function", json_text(frame->function), "qualified_name",
                            json_text(frame->qualified), "linkage_name", json_text(frame->function_linkage), "name",
                            json_text(frame->name), "object", json_text(frame->object), "path", json_text(path), "line",
                            frame->line > 0 ? json_count(frame->line) : json_null(), "is_own", frame_is_own(frame),
                            "is_inlined", frame->is_inlined, "is_allocator", frame->role == FRAME_ALLOCATOR);
  free(path);
  return value;
}

json_t *json_model_stack(const struct format_options *options, const struct finding_stack *stack)
{
  json_t *list = json_array();
  for (size_t i = 0; i < stack->count; i++)
    json_list_add(&list, json_of_frame(options, &stack->frames[i]));
  return list;
}

json_t *json_model_place(const struct finding *finding)
{
  const struct frame *frame = finding_place_frame(finding);
  if (!frame)
    return json_null();
  char *place = finding_frame_text(frame);
  json_t *value = json_text(place);
  free(place);
  return value;
}

json_t *json_model_tests(const struct findings *findings, const struct finding *finding)
{
  const char **tests;
  size_t count;
  finding_tests(findings, finding, &tests, &count);
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_list_add(&list, json_text(tests[i]));
  free(tests);
  return list;
}

json_t *json_model_leaks(const uint64_t *bytes, const uint64_t *blocks, const uint64_t *places)
{
  json_t *leaks = json_object();
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++) {
    json_t *amount = json_pack("{so so}", "bytes", json_count(bytes[kind]), "blocks", json_count(blocks[kind]));
    if (places)
      json_object_set_new(amount, "places", json_count(places[kind]));
    json_object_set_new(leaks, leak_kind_option(kind), amount);
  }
  return leaks;
}

json_t *json_model_totals(const struct finding_totals *totals)
{
  return json_pack("{so so so so s{so so} so}", "errors", json_count(totals->errors), "error_contexts",
                   json_count(totals->error_contexts), "error_places", json_count(totals->error_findings), "leaks",
                   json_model_leaks(totals->leak_bytes, totals->leak_blocks, totals->leak_findings), "suppressed",
                   "bytes", json_count(totals->suppressed_bytes), "blocks", json_count(totals->suppressed_blocks),
                   "growing", json_count(totals->growing));
}
