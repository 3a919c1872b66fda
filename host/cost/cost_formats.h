/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Costs for other programs. */
#ifndef SEEP_HOST_COST_COST_FORMATS_H
#define SEEP_HOST_COST_COST_FORMATS_H

#include <stdio.h>

#include "host/cost/cost_table.h"

/* A format of costs. */
struct cost_format {
  const char *name, *help;
  void (*write)(const struct cost_table *table, FILE *output);
};

/* Of runs; one that cannot be read is told of. COMMAND_OK or COMMAND_FAILED. */
int cost_format_write(const struct cost_format *format, const struct command *command, const char *file);

/* The format of that name, or NULL; with NULL the list of all, which ends with a name of NULL. */
const struct cost_format *cost_format_find(const char *name);

#define FORMAT(id, name, help) void cost_format_##id(const struct cost_table *table, FILE *output);
#include "host/cost/cost_formats.def"

#endif
