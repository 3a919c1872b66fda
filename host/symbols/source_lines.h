/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tells one line of a source file from another. */
#ifndef SEEP_HOST_SYMBOLS_SOURCE_LINES_H
#define SEEP_HOST_SYMBOLS_SOURCE_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct source_lines;

/* Files changed after `newest_ns` (since 1970; 0: no limit) are not read, as something else was compiled. NULL without
 * memory. */
struct source_lines *source_lines_create(uint64_t newest_ns);
void source_lines_destroy(struct source_lines *sources);

struct source_text {
  uint64_t hash;          /* of the statement that the line is in, however it is wrapped, spaced and commented */
  unsigned before;        /* how many equal statements begin before it, from the first line on */
  uint64_t neighbours[2]; /* of the statements before and after it; 0: there is none */
};

/* Describe the statement in `line`, counting equal ones from line `first` on, which is not after it. False when the
 * line has no text, or the file cannot be read. */
bool source_lines_find(struct source_lines *sources, const char *path, unsigned first, unsigned line,
                       struct source_text *ret);

/* Call `see` for each statement of the function declared in line `first`, down to its closing brace, without
 * neighbours; not at all when the file cannot be read. */
void source_lines_each_statement(struct source_lines *sources, const char *path, unsigned first,
                                 void (*see)(void *context, const struct source_text *text), void *context);

#endif
