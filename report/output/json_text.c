/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists may have a hundred thousand items, so each is made, written and released before the next. */
#include "report/output/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

json_t *json_text(const char *text)
{
  json_t *value = text ? json_string(text) : json_null();
  if (value)
    return value;
  char *clean = utf8_clean(text);
  value = clean ? json_string(clean) : NULL;
  free(clean);
  return value;
}

json_t *json_count(uint64_t number)
{
  return json_integer(number < INT64_MAX ? (json_int_t)number : INT64_MAX);
}

json_t *json_index(size_t index)
{
  return index == SIZE_MAX ? json_null() : json_count(index);
}

void json_list_add(json_t **list, json_t *item)
{
  if (*list && json_array_append_new(*list, item) == 0)
    return;
  if (!*list)
    json_decref(item);
  json_decref(*list);
  *list = NULL;
}

static const char *page_escape(char character)
{
  switch (character) {
  case '<':
    return "\\u003c";
  case '>':
    return "\\u003e";
  case '&':
    return "\\u0026";
  default:
    return NULL;
  }
}

/* In JSON these characters occur in strings only, so they can be escaped wherever they are. */
static int write_escaped(const char *buffer, size_t size, void *context)
{
  const struct json_output *output = context;
  if (!output->is_in_page)
    return fwrite(buffer, 1, size, output->file) == size ? 0 : -1;
  for (size_t i = 0; i < size; i++) {
    const char *escaped = page_escape(buffer[i]);
    if ((escaped ? fputs(escaped, output->file) : putc(buffer[i], output->file)) == EOF)
      return -1;
  }
  return 0;
}

struct error *json_write(const struct json_output *output, json_t *value)
{
  struct json_output copy = *output;
  int status = value ? json_dump_callback(value, write_escaped, &copy, JSON_COMPACT | JSON_ENCODE_ANY) : -1;
  json_decref(value);
  return status == 0 || ferror(output->file) ? NULL : error_no_memory();
}

struct error *json_write_list(const struct json_output *output, json_maker *make, const void *context, size_t count)
{
  struct error *error = NULL;
  putc('[', output->file);
  for (size_t i = 0; i < count && !error && !ferror(output->file); i++) {
    fputs(i > 0 ? ",\n" : "\n", output->file);
    error = json_write(output, make(context, i));
  }
  putc(']', output->file);
  return error;
}

struct error *json_write_member(const struct json_output *output, const char *name, json_t *value)
{
  fprintf(output->file, "\"%s\": ", name);
  struct error *error = json_write(output, value);
  fputs(",\n", output->file);
  return error;
}

struct error *json_write_list_member(const struct json_output *output, const char *name, json_maker *make,
                                     const void *context, size_t count)
{
  fprintf(output->file, "\"%s\": ", name);
  struct error *error = json_write_list(output, make, context, count);
  fputs(",\n", output->file);
  return error;
}
