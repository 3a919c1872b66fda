/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The option --format=NAME[:FILE] of commands that merge the findings of runs. */
#ifndef SEEP_HOST_COMMANDS_WANTED_FORMATS_H
#define SEEP_HOST_COMMANDS_WANTED_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

#include "host/reports/formats/formats.h"

enum { WANTED_FORMATS_MAX = 32 };

struct wanted_formats {
  struct {
    const struct format *format;
    const char *file; /* borrowed from the argument; NULL: standard output */
  } items[WANTED_FORMATS_MAX];
  size_t count;
};

/* Print what --help says of it. */
void wanted_formats_help(FILE *output);

/* Takes the argument if it is a format. */
struct error *wanted_formats_take(struct wanted_formats *wanted, const char *argument, bool *ret_taken);

/* Writes them all, even if one fails; `command` is who says so. COMMAND_OK or COMMAND_FAILED. */
int wanted_formats_write(const struct wanted_formats *wanted, const char *command, const struct findings *findings,
                         struct format_options options);

#endif
