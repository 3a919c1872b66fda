/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/cost/cost_formats.h"

#include <string.h>

#include "host/base/commands.h"

const struct cost_format *cost_format_find(const char *name)
{
  static const struct cost_format formats[] = {
#define FORMAT(id, name, help) {name, help, cost_format_##id},
#include "host/cost/cost_formats.def"
    {NULL, NULL, NULL},
  };
  const struct cost_format *format = formats;
  while (name && format->name && strcmp(format->name, name) != 0)
    format++;
  return name && !format->name ? NULL : format;
}

struct writing {
  const struct cost_format *format;
  const struct cost_table *table;
};

static struct error *write_table(void *context, FILE *output)
{
  const struct writing *writing = context;
  writing->format->write(writing->table, output);
  return NULL;
}

int cost_format_write(const struct cost_format *format, const struct command *command, const char *file)
{
  struct cost_table *table = NULL;
  if (command->run_count > 1)
    return command_failed("report", error_format("--format=%s is of one run", format->name));
  struct error *error = cost_table_read(command, command->run_count > 0 ? command->runs[0] : NULL, &table);
  struct writing writing = {format, table};
  if (!error)
    error = file ? command_write_file(file, write_table, &writing) : write_table(&writing, stdout);
  cost_table_destroy(table);
  return error ? command_failed("report", error) : COMMAND_OK;
}
