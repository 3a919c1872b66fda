/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cachegrind's format is described in the chapter on it of Valgrind's manual: "fl=" begins a file, "fn=" a function of
 * it, and each line below that is a line's number and its events. */
#include <inttypes.h>

#include "host/base/plain_text.h"
#include "host/cost/cost_formats.h"

static void put_named(const char *name, const char *text, FILE *output)
{
  fprintf(output, "%s", name);
  plain_text_put(text, output);
  putc('\n', output);
}

/* Rows are in that order. */
void cost_format_cachegrind(const struct cost_table *table, FILE *output)
{
  const char *path = NULL, *function = NULL;
  put_named("cmd: ", table->command, output);
  fputs("events: Ir\n", output);
  for (size_t i = 0; i < table->count; i++) {
    const struct cost_row *row = &table->rows[i];
    if (row->path != path)
      put_named("fl=", row->path, output);
    if (row->path != path || row->function != function)
      put_named("fn=", row->function, output);
    fprintf(output, "%u %" PRIu64 "\n", row->line, row->instructions);
    path = row->path;
    function = row->function;
  }
  fprintf(output, "summary: %" PRIu64 "\n", table->instructions);
}
