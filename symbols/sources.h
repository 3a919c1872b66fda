/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What source files say, so far as it tells one line from another. */
#ifndef SEEP_SYMBOLS_SOURCES_H
#define SEEP_SYMBOLS_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

struct sources;

/* Of files that were changed after `newest_ns` (since 1970; 0: any will do) nothing is taken: what was compiled was
 * something else. NULL without memory. */
struct sources *sources_create(uint64_t newest_ns);
void sources_destroy(struct sources *sources);

struct source_text {
  uint64_t hash;   /* of the statement that begins in the line, however it is spaced and commented */
  unsigned before; /* how many lines, from the first one on, begin with that statement, too */
};

/* What stands in `line` of a file; `first` is at most that. False when it has no text, or cannot be read. */
bool sources_find(struct sources *sources, const char *path, unsigned first, unsigned line, struct source_text *ret);

/* Whether a file was asked for since this was called last that is too new: after the next build it may not be. */
bool sources_met_newer(struct sources *sources);

#endif
