/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of lines, in the order of the table. */
#include "host/cost/cost_formats.h"
#include "host/output/json_text.h"

static json_t *make_row(const void *context, size_t index)
{
  const struct cost_row *row = &((const struct cost_table *)context)->rows[index];
  return json_pack("{so so so so so}", "function", json_text(row->function), "file", json_text(row->path), "line",
                   json_count(row->line), "module", json_text(row->module), "instructions",
                   json_count(row->instructions));
}

void cost_format_json(const struct cost_table *table, FILE *output)
{
  const struct json_output json = {.file = output};
  fputs("{\n", output);
  json_write_member(&json, "command", json_text(table->command));
  json_write_member(&json, "processes", json_index(table->processes));
  json_write_member(&json, "unfinished_processes", json_index(table->cut_processes));
  json_write_list_member(&json, "lines", make_row, table, table->count);
  fputs("\"instructions\": ", output);
  json_write(&json, json_count(table->instructions));
  fputs("\n}\n", output);
}
