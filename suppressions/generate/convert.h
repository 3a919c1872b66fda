/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suppressions of other tools, written as Memcheck's: LeakSanitizer's "leak:pattern" lines and Dr. Memory's blocks.
 *
 * Neither can be translated exactly. What is written comes as close as possible and never hides other kinds of
 * findings; `seep suppress --audit` tells which entries are needed. */
#ifndef SEEP_SUPPRESSIONS_GENERATE_CONVERT_H
#define SEEP_SUPPRESSIONS_GENERATE_CONVERT_H

#include <stddef.h>
#include <stdio.h>

#include "host/base/error.h"

struct convert_counts {
  size_t read;    /* suppressions found */
  size_t written; /* entries; one suppression may need several */
  size_t skipped; /* suppressions for which there is no entry */
};

/* `name` stands for the file in messages; `warn` is told of each suppression that is skipped, with file, line and
 * reason. Fails for text that is of neither tool. Counts are added to. */
struct error *convert_text(const char *name, const char *text, size_t size, FILE *output,
                           void (*warn)(void *context, const char *message), void *context,
                           struct convert_counts *counts);

/* The same for a file. */
struct error *convert_file(const char *path, FILE *output, void (*warn)(void *context, const char *message),
                           void *context, struct convert_counts *counts);

#endif
