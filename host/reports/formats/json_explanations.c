/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members of which nothing is known are left out. */
#include "host/reports/formats/json_counts.h"
#include "host/reports/formats/json_model.h"
#include "host/model/words/lost_words.h"

void json_model_add(json_t **object, const char *name, json_t *value)
{
  if (json_object_set_new(*object, name, value) == 0)
    return;
  json_decref(*object);
  *object = NULL;
}

static void add_text(json_t **object, const char *name, const char *text)
{
  if (text)
    json_model_add(object, name, json_text(text));
}

static void add_stack(json_t **object, const char *name, const struct format_options *options,
                      const struct finding_stack *stack)
{
  if (stack->count > 0)
    json_model_add(object, name, json_model_stack(options, stack));
}

static json_t *make_place(const struct format_options *options, const struct finding_event *event)
{
  json_t *place = json_pack("{ss}", "kind", lost_place_name(event->place));
  add_text(&place, "variable", event->variable);
  add_text(&place, "function", event->function);
  if (event->place == LOST_IN_BLOCK)
    json_model_add(&place, "offset", json_count(event->offset));
  add_stack(&place, "allocated", options, &event->allocated);
  return place;
}

static json_t *make_event(const struct format_options *options, const struct finding_event *event)
{
  json_t *made = json_pack("{ss so so so}", "cause", lost_cause_name(event->cause), "frames",
                           json_model_stack(options, &event->stack), "into", json_count(event->into), "place",
                           make_place(options, event));
  add_text(&made, "value", event->value);
  add_stack(&made, "stored", options, &event->stored);
  add_stack(&made, "value_allocated", options, &event->value_allocated);
  return made;
}

static json_t *make_events(const struct format_options *options, const struct finding_explanation *explanation)
{
  json_t *events = json_array();
  for (size_t i = 0; i < explanation->event_count; i++)
    json_list_add(&events, make_event(options, &explanation->events[i]));
  return events;
}

static json_t *make_registers(uint64_t registers)
{
  json_t *names = json_array();
  for (unsigned i = 0; i < LOST_REGISTERS; i++)
    if ((registers >> i & 1) && lost_register_name(i))
      json_list_add(&names, json_text(lost_register_name(i)));
  return names;
}

static json_t *make_explanation(const struct format_options *options, const struct finding_explanation *explanation)
{
  json_t *made = json_pack("{ss so so so so}", "cause", lost_cause_name(explanation->cause), "blocks",
                           json_count(explanation->blocks), "bytes", json_count(explanation->bytes), "sentence",
                           json_text(explanation->sentence), "events", make_events(options, explanation));
  add_text(&made, "suggestion", explanation->suggestion);
  if (explanation->parting_blocks == explanation->blocks)
    add_text(&made, "parting", explanation->parting);
  add_stack(&made, "dropped", options, &explanation->dropped);
  if (explanation->count)
    json_model_add(&made, "count", json_model_counted(options, explanation->count));
  json_t *registers = make_registers(explanation->registers);
  if (!registers || json_array_size(registers) > 0)
    json_model_add(&made, "registers", registers);
  else
    json_decref(registers);
  return made;
}

static json_t *make_sibling(const struct format_options *options, const struct finding_sibling *sibling)
{
  json_t *made =
    json_pack("{ss so so so}", "how", sibling->is_resized ? "resized" : "freed", "blocks", json_count(sibling->blocks),
              "place", json_text(sibling->place), "frames", json_model_stack(options, &sibling->stack));
  add_text(&made, "caller", sibling->caller);
  return made;
}

json_t *json_model_siblings(const struct format_options *options, const struct finding *finding)
{
  const struct finding_siblings *siblings = &finding->siblings;
  json_t *ways = json_array();
  for (size_t i = 0; i < siblings->count; i++)
    json_list_add(&ways, make_sibling(options, &siblings->ways[i]));
  return json_pack("{so so so}", "blocks", json_count(siblings->blocks), "ended", json_count(siblings->ended), "ways",
                   ways);
}

json_t *json_model_explanations(const struct format_options *options, const struct finding *finding)
{
  json_t *list = json_array();
  for (size_t i = 0; i < finding->explanation_count; i++)
    json_list_add(&list, make_explanation(options, &finding->explanations[i]));
  return list;
}
