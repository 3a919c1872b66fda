/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorted by identity, a member to a line, so that a change of the file shows what has changed. */
#include "host/verdicts/gate/baseline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/replace_file.h"
#include "host/output/json_text.h"

/* --- the text --- */

/* Zeros of amounts that a finding of this kind does not have are left out. */
static bool put_amounts(json_t *object, const struct finding_amounts *amounts, bool is_leak)
{
  const struct {
    const char *name;
    uint64_t value;
    bool is_needed;
  } members[] = {
    {"count", amounts->count, true},
    {"bytes", amounts->bytes, is_leak},
    {"blocks", amounts->blocks, is_leak},
    {"indirect_bytes", amounts->indirect_bytes, false},
    {"indirect_blocks", amounts->indirect_blocks, false},
  };
  bool is_good = true;
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (members[i].is_needed || members[i].value > 0)
      is_good &= json_object_set_new(object, members[i].name, json_integer((json_int_t)members[i].value)) == 0;
  return is_good;
}

/* What is not known is left out. */
static bool put_surroundings(json_t *object, const struct frame_surroundings *around)
{
  char statements[MARK_SET_WORDS * 16 + 1], neighbours[34];
  if (mark_set_is_empty(&around->statements))
    return true;
  for (size_t i = 0; i < MARK_SET_WORDS; i++)
    sprintf(statements + 16 * i, "%016llx", (unsigned long long)around->statements.words[i]);
  sprintf(neighbours, "%016llx %016llx", (unsigned long long)around->neighbours[0],
          (unsigned long long)around->neighbours[1]);
  return json_object_set_new(object, "statements", json_string(statements)) == 0 &&
         json_object_set_new(object, "neighbours", json_string(neighbours)) == 0;
}

static bool put_likeness(json_t *object, const struct finding_likeness *likeness)
{
  char mark[32], steps[24];
  snprintf(steps, sizeof steps, "%016llx", (unsigned long long)likeness->steps);
  snprintf(mark, sizeof mark, "%s:%016llx", likeness->is_text ? "text" : "other", (unsigned long long)likeness->mark);
  return (!likeness->is_cycle || json_object_set_new(object, "is_cycle", json_true()) == 0) &&
         (likeness->mark == 0 || json_object_set_new(object, "mark", json_string(mark)) == 0) &&
         (likeness->steps == 0 || json_object_set_new(object, "steps", json_string(steps)) == 0) &&
         (likeness->line == 0 || json_object_set_new(object, "line", json_integer(likeness->line)) == 0) &&
         put_surroundings(object, &likeness->around);
}

/* Of one process alone its test says all. */
static bool put_processes(json_t *object, const struct counted_test *test, bool is_leak)
{
  if (test->processes == 0)
    return true;
  json_t *most = json_object();
  const uint64_t count = test->processes < FINDING_AMOUNT_MAX ? test->processes : FINDING_AMOUNT_MAX;
  bool is_good = most && json_object_set_new(object, "processes", json_integer((json_int_t)count)) == 0 &&
                 put_amounts(most, &test->most, is_leak) &&
                 (count == 1 || json_object_set(object, "most", most) == 0);
  json_decref(most);
  return is_good;
}

static bool put_tests(json_t *object, const struct counted_finding *item, bool is_leak)
{
  if (item->test_count == 0)
    return true;
  json_t *tests = json_object();
  bool is_good = json_object_set_new(object, "tests", tests) == 0;
  for (size_t i = 0; is_good && i < item->test_count; i++) {
    json_t *amounts = json_object(), *name = json_text(item->tests[i].name);
    is_good = name && put_amounts(amounts, &item->tests[i].amounts, is_leak) &&
              put_processes(amounts, &item->tests[i], is_leak) &&
              json_object_set(tests, json_string_value(name), amounts) == 0;
    json_decref(amounts);
    json_decref(name);
  }
  return is_good;
}

static bool put_item(json_t *findings, const struct counted_finding *item)
{
  bool is_leak = counted_finding_is_leak(item);
  json_t *object = json_object();
  return json_array_append_new(findings, object) == 0 &&
         json_object_set_new(object, "id", json_string(item->identity.digits)) == 0 &&
         json_object_set_new(object, "kind", json_text(item->kind)) == 0 &&
         json_object_set_new(object, "place", json_text(item->place)) == 0 &&
         put_likeness(object, &item->likeness) && put_amounts(object, &item->amounts,
                                                              is_leak) && put_tests(object, item, is_leak);
}

static json_t *to_json(const struct counted_findings *counted)
{
  json_t *root = json_object(), *findings = json_array();
  bool is_good = json_object_set_new(root, "seep_baseline", json_integer(BASELINE_VERSION)) == 0;
  is_good &= json_object_set_new(root, "findings", findings) == 0;
  for (size_t i = 0; is_good && i < counted->count; i++)
    is_good = put_item(findings, &counted->items[i]);
  if (is_good)
    return root;
  json_decref(root);
  return NULL;
}

/* --- the file --- */

static struct error *write_text(void *context, FILE *output)
{
  json_write_document(output, json_incref(context), JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  return NULL;
}

struct error *baseline_write(const char *path, const struct counted_findings *counted)
{
  json_t *root = to_json(counted);
  struct error *error = replace_file(path, true, write_text, root);
  json_decref(root);
  return error_context(error, "baseline %s stays as it was", path);
}
