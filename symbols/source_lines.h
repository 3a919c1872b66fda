/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What source files say, so far as it tells one line from another. */
#ifndef SEEP_SYMBOLS_SOURCE_LINES_H
#define SEEP_SYMBOLS_SOURCE_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct sources;

/* Of files that were changed after `newest_ns` (since 1970; 0: any will do) nothing is taken: what was compiled was
 * something else. NULL without memory. */
struct sources *source_lines_create(uint64_t newest_ns);
void source_lines_destroy(struct sources *sources);

struct source_text {
  uint64_t hash;          /* of the statement that the line is in, however it is broken into lines, spaced and commented */
  unsigned before;        /* how many statements like it begin before it, from the first line on */
  uint64_t neighbours[2]; /* of the statements before and behind it; 0: there is none */
};

/* What stands in `line` of a file; `first` is at most that. False when it has no text, or cannot be read. */
bool source_lines_find(struct sources *sources, const char *path, unsigned first, unsigned line,
                       struct source_text *ret);

/* Tell of all statements of the function that is declared in line `first`, down to the brace that closes it; their
 * neighbours are left out. Nothing is told when the file cannot be read. */
void source_lines_each_statement(struct sources *sources, const char *path, unsigned first,
                                 void (*see)(void *context, const struct source_text *text), void *context);

#endif
