/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A gate that passes because it misread its baseline would be worse than none, so anything malformed has the whole file
 * refused. Members of objects that this Seep does not know are passed over; jansson bounds the
 * nesting. */
#include "host/verdicts/gate/baseline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/foreign_file.h"
#include "host/base/order.h"

enum {
  BASELINE_BYTES_MAX = 1 << 28,
  TEXT_BYTES_MAX = 1 << 16,
};

#define REMEDY "restore it from version control, or create a new one with --update-baseline --force"

/* Where in the file something is, for messages. */
struct position {
  const char *file;
  size_t finding;   /* from 1 */
  const char *test; /* NULL: none in particular */
};

static struct error *complain(const struct position *position, const char *what)
{
  return error_format("%s: finding %zu%s%.200s: %s; " REMEDY, position->file, position->finding,
                      position->test ? ", test " : "",
                      position->test ? position->test : "", what);
}

/* --- members --- */

static struct error *take_number(const struct position *position, const json_t *object, const char *name,
                                 bool is_needed,
                                 uint64_t *ret)
{
  const json_t *value = json_object_get(object, name);
  char what[64];
  if (!value && !is_needed)
    return NULL;
  if (json_is_integer(value) && json_integer_value(value) >= 0) {
    *ret = (uint64_t)json_integer_value(value);
    return NULL;
  }
  snprintf(what, sizeof what, value ? "\"%s\" is not a whole number from 0 on" : "\"%s\" is missing", name);
  return complain(position, what);
}

static struct error *take_text(const struct position *position, const json_t *object, const char *name,
                               struct counted_findings *counted,
                               const char **ret)
{
  const char *text = json_string_value(json_object_get(object, name));
  char what[64];
  if (text && *text && strlen(text) <= TEXT_BYTES_MAX) {
    *ret = counted_findings_keep_text(counted, text);
    return NULL;
  }
  snprintf(what, sizeof what, "\"%s\" must be a text", name);
  return complain(position, what);
}

static struct error *take_amounts(const struct position *position, const json_t *object, bool is_leak,
                                  struct finding_amounts *ret)
{
  struct finding_amounts amounts = {0};
  struct error *error;
  if ((error = take_number(position, object, "count", true, &amounts.count)) ||
      (error = take_number(position, object, "bytes", is_leak, &amounts.bytes)) ||
      (error = take_number(position, object, "blocks", is_leak, &amounts.blocks)) ||
      (error = take_number(position, object, "indirect_bytes", false, &amounts.indirect_bytes)) ||
      (error = take_number(position, object, "indirect_blocks", false, &amounts.indirect_blocks)))
    return error;
  *ret = amounts;
  return NULL;
}

/* "text:0123456789abcdef", "other:..."; nothing when it is absent. */
static struct error *take_mark(const struct position *position, const json_t *object, struct finding_likeness *ret)
{
  const json_t *member = json_object_get(object, "mark");
  const char *text = json_string_value(member), *digits = text ? strchr(text, ':') : NULL;
  if (!member)
    return NULL;
  ret->is_text = text && strncmp(text, "text:", strlen("text:")) == 0;
  if (!digits || !identity_is(digits + 1) || (!ret->is_text && strncmp(text, "other:", strlen("other:")) != 0))
    return complain(position, "\"mark\" must be \"text:\" or \"other:\" and 16 hexadecimal digits");
  ret->mark = strtoull(digits + 1, NULL, 16);
  return NULL;
}

/* So many numbers of 16 digits, one after the other or with spaces between; all zeros when they are absent. */
static struct error *take_digits(const struct position *position, const json_t *object, const char *name,
                                 uint64_t *ret, size_t count)
{
  const char *text = json_string_value(json_object_get(object, name));
  char what[64], digits[IDENTITY_DIGITS + 1];
  if (!json_object_get(object, name))
    return NULL;
  for (size_t i = 0; text && i < count; i++) {
    text += *text == ' ';
    if (strnlen(text, IDENTITY_DIGITS) < IDENTITY_DIGITS)
      break;
    digits[IDENTITY_DIGITS] = '\0';
    memcpy(digits, text, IDENTITY_DIGITS);
    text += IDENTITY_DIGITS;
    if (!identity_is(digits))
      break;
    ret[i] = strtoull(digits, NULL, 16);
    if (i + 1 == count && !*text)
      return NULL;
  }
  snprintf(what, sizeof what, "\"%s\" must be %zu times 16 hexadecimal digits", name, count);
  return complain(position, what);
}

static struct error *take_line(const struct position *position, const json_t *object, struct finding_likeness *ret)
{
  uint64_t line = 0;
  struct error *error = take_number(position, object, "line", false, &line);
  if (!error && line > UINT32_MAX)
    error = complain(position, "\"line\" is too large for the line of a function");
  ret->line = (unsigned)line;
  return error;
}

static struct error *take_is_cycle(const struct position *position, const json_t *object, struct finding_likeness *ret)
{
  const json_t *member = json_object_get(object, "is_cycle");
  ret->is_cycle = json_is_true(member);
  return !member || json_is_boolean(member) ? NULL : complain(position, "\"is_cycle\" must be true or false");
}

static struct error *take_likeness(const struct position *position, const json_t *object, struct finding_likeness *ret)
{
  struct error *error = take_line(position, object, ret);
  if (!error)
    error = take_is_cycle(position, object, ret);
  if (!error)
    error = take_mark(position, object, ret);
  if (!error)
    error = take_digits(position, object, "statements", ret->around.statements.words, MARK_SET_WORDS);
  if (!error)
    error = take_digits(position, object, "steps", &ret->steps, 1);
  return error ? error : take_digits(position, object, "neighbours", ret->around.neighbours, 2);
}

ORDER(by_test_name, struct counted_test, UP_TEXT(name))

/* Older files do not know how many processes there were. */
static struct error *take_processes(const struct position *position, const json_t *object, bool is_leak,
                                    struct counted_test *test)
{
  const json_t *most = json_object_get(object, "most");
  struct error *error = take_number(position, object, "processes", false, &test->processes);
  test->most = test->amounts;
  return error || !most ? error : take_amounts(position, most, is_leak, &test->most);
}

static struct error *take_tests(struct position position, json_t *tests, bool is_leak, struct counted_findings *counted,
                                struct counted_finding *item)
{
  const char *name;
  json_t *amounts;
  if (!tests)
    return NULL;
  if (!json_is_object(tests))
    return complain(&position, "\"tests\" must be an object with a member for each test");
  item->tests = counted_findings_allocate_tests(counted, json_object_size(tests));
  json_object_foreach(tests, name, amounts) {
    struct counted_test *test = &item->tests[item->test_count++];
    position.test = name;
    if (!json_is_object(amounts))
      return complain(&position, "it must be an object");
    *test = (struct counted_test){.name = counted_findings_keep_text(counted, name)};
    struct error *error = take_amounts(&position, amounts, is_leak, &test->amounts);
    if (!error)
      error = take_processes(&position, amounts, is_leak, test);
    if (error)
      return error;
  }
  qsort(item->tests, item->test_count, sizeof *item->tests, by_test_name);
  return NULL;
}

static struct error *take_finding(const struct position *position, const json_t *object,
                                  struct counted_findings *counted)
{
  struct counted_finding item = {.is_judged = true};
  const char *identity = json_string_value(json_object_get(object, "id"));
  if (!json_is_object(object))
    return complain(position, "it must be an object");
  if (!identity || !identity_is(identity))
    return complain(position, "\"id\" must be an identity of 16 hexadecimal digits");
  strcpy(item.identity.digits, identity);
  struct error *error;
  if ((error = take_text(position, object, "kind", counted, &item.kind)) ||
      (error = take_text(position, object, "place", counted, &item.place)))
    return error;
  bool is_leak = counted_finding_is_leak(&item);
  if ((error = take_likeness(position, object, &item.likeness)) ||
      (error = take_amounts(position, object, is_leak, &item.amounts)) ||
      (error = take_tests(*position, json_object_get(object, "tests"), is_leak, counted, &item)))
    return error;
  counted_findings_add(counted, &item);
  return NULL;
}

/* --- the whole --- */

/* Files that a person has edited or merged need not be sorted. */
static struct error *sort_findings(const char *file, struct counted_findings *counted)
{
  counted_findings_sort(counted);
  for (size_t i = 1; i < counted->count; i++)
    if (strcmp(counted->items[i - 1].identity.digits, counted->items[i].identity.digits) == 0)
      return error_format("%s: finding %s is in it twice; remove one of them", file, counted->items[i].identity.digits);
  return NULL;
}

static struct error *check_version(const char *file, const json_t *root, struct counted_findings *counted)
{
  const json_t *version = json_object_get(root, "seep_baseline");
  if (!json_is_integer(version))
    return error_format("%s: it is not a baseline, as \"seep_baseline\" is not in it; name another file, or make one "
                        "with --update-baseline --force", file);
  counted->version = (unsigned)json_integer_value(version);
  if (json_integer_value(version) >= BASELINE_VERSION_OLDEST && json_integer_value(version) <= BASELINE_VERSION)
    return NULL;
  return error_format("%s: it is a baseline of version %" JSON_INTEGER_FORMAT ", and this Seep knows version %d; use a "
                      "newer Seep", file, json_integer_value(version), BASELINE_VERSION);
}

static struct error *take_findings(const char *file, const json_t *root, struct counted_findings *counted)
{
  const json_t *findings = json_object_get(root, "findings"), *finding;
  size_t index;
  struct error *error = check_version(file, root, counted);
  if (error)
    return error;
  if (!json_is_array(findings))
    return error_format("%s: \"findings\" must be an array; " REMEDY, file);
  json_array_foreach(findings, index, finding)
    if ((error = take_finding(&(struct position){file, index + 1, NULL}, finding, counted)))
      return error;
  return sort_findings(file, counted);
}

struct error *baseline_parse(const char *name, const char *text, size_t size, struct counted_findings **ret)
{
  json_error_t problem;
  json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &problem);
  if (!root)
    return error_format("%s:%d: it is not JSON: %s; " REMEDY, name, problem.line, problem.text);
  struct counted_findings *counted;
  counted_findings_create(&counted);
  struct error *error = take_findings(name, root, counted);
  if (error)
    counted_findings_destroy(counted);
  json_decref(root);
  if (!error)
    *ret = counted;
  return error;
}

/* --- the file --- */

struct error *baseline_read(const char *path, struct counted_findings **ret)
{
  char *text;
  size_t size;
  struct error *error = foreign_file_read(path, BASELINE_BYTES_MAX, &text, &size);
  if (error)
    return error_context(error, "baseline");
  if (!text)
    return error_format("there is no baseline %s; create it with --update-baseline --force", path);
  error = baseline_parse(path, text, size, ret);
  free(text);
  return error;
}
