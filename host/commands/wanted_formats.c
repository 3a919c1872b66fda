/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files are written anew in one step; what goes to standard output has colours if that is a terminal. */
#include "host/commands/wanted_formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/nearest.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/base/text_after.h"
#include "host/runs/command.h"

void wanted_formats_help(FILE *output)
{
  for (const struct format *format = format_find(NULL); format->name; format++)
    fprintf(output, "  %-15s %s\n", format->name, format->help);
}

static struct error *unknown_format(const char *argument, const char *typed)
{
  char *names;
  size_t size;
  struct nearest nearest = {.typed = typed, .length = strlen(typed)};
  for (const struct format *format = format_find(NULL); format->name; format++)
    nearest_offer(&nearest, format->name);
  if (nearest_word(&nearest))
    return error_format("%s: unknown format; did you mean --format=%s?", argument, nearest_word(&nearest));
  FILE *list = print_begin(&names, &size);
  for (const struct format *format = format_find(NULL); format->name; format++)
    fprintf(list, "%s%s", format != format_find(NULL) ? ", " : "", format->name);
  fclose(list);
  struct error *error = error_format("%s: unknown format; expected one of %s", argument, names);
  free(names);
  return error;
}

static struct error *take_format(struct wanted_formats *wanted, const char *argument, const char *value)
{
  const char *colon = strchrnul(value, ':');
  char *name = memory_text_begin(value, (size_t)(colon - value));
  const struct format *format = *name ? format_find(name) : NULL;
  struct error *error = format ? NULL : unknown_format(argument, name);
  free(name);
  if (error)
    return error;
  if (*colon && !colon[1])
    return error_format("%s: expected a file name after the colon", argument);
  if (wanted->count == WANTED_FORMATS_MAX)
    return error_format("%s: too many formats", argument);
  wanted->items[wanted->count].format = format;
  wanted->items[wanted->count++].file = *colon ? colon + 1 : NULL;
  return NULL;
}

struct error *wanted_formats_take(struct wanted_formats *wanted, const char *argument, bool *ret_taken)
{
  const char *value = text_after(argument, "--format=");
  *ret_taken = value != NULL;
  return value ? take_format(wanted, argument, value) : NULL;
}

struct writing {
  const struct format *format;
  const struct findings *findings;
  const struct format_options *options;
};

static struct error *write_format(void *context, FILE *output)
{
  const struct writing *writing = context;
  if (output == stdout)
    plain_stream_write_data();
  return format_write(writing->format, writing->findings, writing->options, output);
}

int wanted_formats_write(const struct wanted_formats *wanted, const char *command, const struct findings *findings,
                         struct format_options options)
{
  int status = COMMAND_OK;
  const bool is_terminal = terminal_has_colour(STDOUT_FILENO);
  for (size_t i = 0; i < wanted->count; i++) {
    const char *file = wanted->items[i].file;
    struct writing writing = {wanted->items[i].format, findings, &options};
    options.is_terminal = !file && is_terminal;
    options.columns = file ? 0 : terminal_columns(STDOUT_FILENO);
    struct error *error = file ? command_write_file(file, write_format, &writing) : write_format(&writing, stdout);
    if (error)
      status = command_failed(command, error);
  }
  return status;
}
