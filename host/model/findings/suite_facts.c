/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and writing go by the same tables of fields, so neither can know one that the other does not. */
#include "host/model/findings/suite_facts.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/base/replace_file.h"
#include "host/output/json_text.h"

enum { FORMAT = 1, FILE_MAX_BYTES = 1 << 24 };

static const struct {
  const char *name;
  size_t offset;
} texts[] = {
  {"seep", offsetof(struct suite_facts, version)},
  {"directory", offsetof(struct suite_facts, directory)},
  {"tree", offsetof(struct suite_facts, tree)},
  {"host", offsetof(struct suite_facts, host)},
  {"full_share", offsetof(struct suite_facts, full_share)},
  {"log_sum", offsetof(struct suite_facts, log_sum)},
};

static const struct {
  const char *name;
  size_t offset;
} lists[] = {
  {"command", offsetof(struct suite_facts, command)},
  {"only", offsetof(struct suite_facts, only)},
  {"skip", offsetof(struct suite_facts, skip)},
  {"full", offsetof(struct suite_facts, full)},
  {"options", offsetof(struct suite_facts, options)},
  {"problems", offsetof(struct suite_facts, problems)},
};

static const char *const canaries[] = {NULL, "seen", "missed"};

enum { TEXTS = sizeof texts / sizeof *texts, LISTS = sizeof lists / sizeof *lists };

static char **text_at(const struct suite_facts *facts, size_t index)
{
  return (char **)((char *)facts + texts[index].offset);
}

static char ***list_at(const struct suite_facts *facts, size_t index)
{
  return (char ***)((char *)facts + lists[index].offset);
}

static void list_destroy(char **list)
{
  for (char **item = list; item && *item; item++)
    free(*item);
  free(list);
}

void suite_facts_destroy(struct suite_facts *facts)
{
  if (!facts)
    return;
  for (size_t i = 0; i < TEXTS; i++)
    free(*text_at(facts, i));
  for (size_t i = 0; i < LISTS; i++)
    list_destroy(*list_at(facts, i));
  free(facts);
}

/* --- reading --- */

static void read_list(const json_t *array, char ***ret)
{
  size_t count = json_array_size(array), kept = 0;
  char **list = memory_zeroed(count + 1, sizeof *list);
  *ret = list;
  for (size_t i = 0; i < count; i++) {
    const char *text = json_string_value(json_array_get(array, i));
    if (text)
      list[kept++] = memory_text(text);
  }
}

static uint64_t read_number(const json_t *object, const char *name)
{
  json_int_t value = json_integer_value(json_object_get(object, name));
  return value > 0 ? (uint64_t)value : 0;
}

static enum suite_canary read_canary(const json_t *object)
{
  const char *text = json_string_value(json_object_get(object, "canary"));
  if (!text)
    return SUITE_CANARY_NONE;
  return strcmp(text, canaries[SUITE_CANARY_SEEN]) == 0 ? SUITE_CANARY_SEEN : SUITE_CANARY_MISSED;
}

static void take_members(const json_t *object, struct suite_facts *facts)
{
  for (size_t i = 0; i < TEXTS; i++) {
    const char *text = json_string_value(json_object_get(object, texts[i].name));
    *text_at(facts, i) = memory_text(text ? text : "");
  }
  for (size_t i = 0; i < LISTS; i++)
    read_list(json_object_get(object, lists[i].name), list_at(facts, i));
  facts->started_ns = read_number(object, "started_ns");
  facts->ended_ns = read_number(object, "ended_ns");
  facts->log_bytes = read_number(object, "log_bytes");
  facts->exit_status = read_number(object, "exit_status");
  facts->shard = read_number(object, "shard");
  facts->shard_count = read_number(object, "shards");
  facts->signal = read_number(object, "signal");
  facts->canary = read_canary(object);
}

static struct error *take_file(const json_t *object, struct suite_facts **ret)
{
  json_int_t format = json_integer_value(json_object_get(object, "format"));
  if (format < 1)
    return error_format("it does not describe a suite");
  if (format > FORMAT)
    return error_format("it was written by a newer Seep (format %" JSON_INTEGER_FORMAT "); read it with that", format);
  struct suite_facts *facts = memory_zeroed(1, sizeof *facts);
  take_members(object, facts);
  *ret = facts;
  return NULL;
}

static struct error *load(const char *path, json_t **ret)
{
  json_error_t problem;
  char *text;
  size_t size;
  struct error *error = foreign_file_read(path, FILE_MAX_BYTES, &text, &size);
  if (error || !text)
    return error;
  *ret = json_loadb(text, size, 0, &problem);
  free(text);
  return *ret ? NULL : error_format("%s: line %d: %s", path, problem.line, problem.text);
}

struct error *suite_facts_read(const char *directory, struct suite_facts **ret)
{
  char *path;
  json_t *object = NULL;
  struct suite_facts *facts = NULL;
  path = print_text("%s/suite.json", directory);
  struct error *error = load(path, &object);
  if (!error && object)
    error = error_context(take_file(object, &facts), "%s", path);
  json_decref(object);
  free(path);
  if (!error)
    *ret = facts;
  return error;
}

/* --- writing --- */

static json_t *json_of_list(char *const *list)
{
  json_t *array = json_array();
  for (; array && list && *list; list++)
    json_array_append_new(array, json_text(*list));
  return array;
}

static void put_time(json_t *object, const char *name, uint64_t time_ns)
{
  time_t seconds = (time_t)(time_ns / 1000000000);
  struct tm date;
  char day[64], text[96];
  gmtime_r(&seconds, &date);
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &date);
  snprintf(text, sizeof text, "%s.%03uZ", day, (unsigned)(time_ns / 1000000 % 1000));
  json_object_set_new(object, name, json_string(text));
  snprintf(text, sizeof text, "%s_ns", name);
  json_object_set_new(object, text, json_integer((json_int_t)time_ns));
}

static json_t *make_object(const struct suite_facts *facts)
{
  json_t *object = json_object();
  json_object_set_new(object, "format", json_integer(FORMAT));
  for (size_t i = 0; i < TEXTS; i++)
    if (*text_at(facts, i))
      json_object_set_new(object, texts[i].name, json_text(*text_at(facts, i)));
  for (size_t i = 0; i < LISTS; i++)
    json_object_set_new(object, lists[i].name, json_of_list(*list_at(facts, i)));
  put_time(object, "started", facts->started_ns);
  if (facts->shard_count > 0) {
    json_object_set_new(object, "shard", json_integer((json_int_t)facts->shard));
    json_object_set_new(object, "shards", json_integer((json_int_t)facts->shard_count));
  }
  if (facts->canary != SUITE_CANARY_NONE)
    json_object_set_new(object, "canary", json_string(canaries[facts->canary]));
  if (facts->ended_ns == 0)
    return object;
  put_time(object, "ended", facts->ended_ns);
  json_object_set_new(object, "log_bytes", json_integer((json_int_t)facts->log_bytes));
  if (facts->signal)
    json_object_set_new(object, "signal", json_integer((json_int_t)facts->signal));
  else
    json_object_set_new(object, "exit_status", json_integer((json_int_t)facts->exit_status));
  return object;
}

static struct error *write_text(void *context, FILE *output)
{
  json_write_document(output, json_incref(context), JSON_INDENT(2));
  return NULL;
}

struct error *suite_facts_write(const struct suite_facts *facts, const char *directory)
{
  char *path = print_text("%s/suite.json", directory);
  json_t *object = make_object(facts);
  struct error *error = replace_file(path, true, write_text, object);
  json_decref(object);
  free(path);
  return error;
}

/* --- the command --- */

void suite_facts_command(const struct suite_facts *facts, char **ret)
{
  char *text = NULL;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  for (char **word = facts->command; word && *word; word++) {
    if (word != facts->command)
      fputc(' ', stream);
    shell_word_put(*word, stream);
  }
  *ret = print_end(stream, &text);
}
