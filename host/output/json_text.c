/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists may have a hundred thousand items, so each is made, written and released before the next. */
#include "host/output/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/ci_commands.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/utf8.h"

void json_end_without_memory(void)
{
  json_set_alloc_funcs(memory_allocate, free);
}

json_t *json_text(const char *text)
{
  json_t *value = text ? json_string(text) : json_null();
  if (value)
    return value;
  char *clean = utf8_clean(text);
  value = json_string(clean);
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
  json_array_append_new(*list, item);
}

/* --- writing --- */

struct dump {
  const struct json_output *output;
  struct job_line line;
};

/* In JSON these characters occur in strings only, so they can be escaped wherever they are: what means something in a
 * page, and the bracket that would complete a command for a CI system. */
static bool is_escaped(struct dump *dump, const char *character, size_t bytes, uint32_t code)
{
  const bool is_page_mark = dump->output->is_in_page && strchr("<>&", *character);
  return job_line_completes(&dump->line, character, bytes, '\0') || is_page_mark ||
         (code >= 0x7f && plain_is_unsafe(code));
}

static void put_escape(FILE *file, uint32_t code)
{
  if (code > 0xffff)
    fprintf(file, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
  else
    fprintf(file, "\\u%04x", code);
}

static int write_escaped(const char *buffer, size_t size, void *context)
{
  struct dump *dump = context;
  FILE *file = dump->output->file;
  for (size_t bytes; size > 0; buffer += bytes, size -= bytes) {
    uint32_t code = 0;
    bytes = utf8_character_within(buffer, size, &code);
    bytes = bytes > 0 ? bytes : 1;
    if (is_escaped(dump, buffer, bytes, code))
      put_escape(file, code);
    else
      fwrite(buffer, 1, bytes, file);
  }
  return ferror(file) ? -1 : 0;
}

/* Releases the value. */
static void write_value(const struct json_output *output, json_t *value, size_t flags)
{
  struct dump dump = {.output = output};
  int status = value ? json_dump_callback(value, write_escaped, &dump, flags) : -1;
  json_decref(value);
  if (status != 0 && !ferror(output->file))
    memory_lacking(0);
}

void json_write(const struct json_output *output, json_t *value)
{
  write_value(output, value, JSON_COMPACT | JSON_ENCODE_ANY);
}

void json_write_document(FILE *output, json_t *value, size_t flags)
{
  write_value(&(struct json_output){.file = output}, value, flags);
  putc('\n', output);
}

void json_write_list(const struct json_output *output, json_maker *make, const void *context, size_t count)
{
  putc('[', output->file);
  for (size_t i = 0; i < count && !ferror(output->file); i++) {
    fputs(i > 0 ? ",\n" : "\n", output->file);
    json_write(output, make(context, i));
  }
  putc(']', output->file);
}

void json_write_member(const struct json_output *output, const char *name, json_t *value)
{
  fprintf(output->file, "\"%s\": ", name);
  json_write(output, value);
  fputs(",\n", output->file);
}

void json_write_list_member(const struct json_output *output, const char *name, json_maker *make, const void *context,
                            size_t count)
{
  fprintf(output->file, "\"%s\": ", name);
  json_write_list(output, make, context, count);
  fputs(",\n", output->file);
}
